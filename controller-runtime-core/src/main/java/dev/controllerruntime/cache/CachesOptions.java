package dev.controllerruntime.cache;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What caches are made of. Immutable.
 *
 * @since 0.1.0
 */
@Internal
public final class CachesOptions {
  private final Transport transport;
  private final ResourceResolver resources;
  private final Codec codec;
  private final Concurrency concurrency;
  private final CacheObserver observer;
  private final Duration readTimeout;

  private CachesOptions(Builder builder, Duration readTimeout) {
    this.transport = Objects.requireNonNull(builder.transport);
    this.resources = Objects.requireNonNull(builder.resources);
    this.codec = Objects.requireNonNull(builder.codec);
    this.concurrency = Objects.requireNonNull(builder.concurrency);
    this.observer = builder.observer;
    this.readTimeout = readTimeout;
  }

  /** All parts but observer and time-out are required. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these values. */
  public Builder toBuilder() {
    return new Builder()
        .transport(transport)
        .resources(resources)
        .codec(codec)
        .concurrency(concurrency)
        .observer(observer)
        .readTimeout(readTimeout);
  }

  Transport transport() {
    return transport;
  }

  ResourceResolver resources() {
    return resources;
  }

  Codec codec() {
    return codec;
  }

  Concurrency concurrency() {
    return concurrency;
  }

  CacheObserver observer() {
    return observer;
  }

  /** The longest wait of a read without a deadline of its own; 2 minutes unless told otherwise. */
  public Duration readTimeout() {
    return readTimeout;
  }

  /**
   * Collects the parts; belongs to one thread.
   *
   * @since 0.1.0
   */
  public static final class Builder {
    private @Nullable Transport transport;
    private @Nullable ResourceResolver resources;
    private @Nullable Codec codec;
    private @Nullable Concurrency concurrency;
    private CacheObserver observer = CacheObserver.NONE;
    private Duration readTimeout = Duration.ofMinutes(2);

    private Builder() {}

    /** To the server. */
    public Builder transport(Transport value) {
      this.transport = value;
      return this;
    }

    /** Where kinds are found. */
    public Builder resources(ResourceResolver value) {
      this.resources = value;
      return this;
    }

    /** Bytes and objects. */
    public Builder codec(Codec value) {
      this.codec = value;
      return this;
    }

    /** Threads, clocks and waits. */
    public Builder concurrency(Concurrency value) {
      this.concurrency = value;
      return this;
    }

    /** Hears of faults and deliveries; nobody unless told otherwise. */
    public Builder observer(CacheObserver value) {
      this.observer = value;
      return this;
    }

    /** See {@link CachesOptions#readTimeout()}; positive. */
    public Builder readTimeout(Duration value) {
      this.readTimeout = value;
      return this;
    }

    /**
     * The options.
     *
     * @throws IllegalArgumentException naming everything that is missing or wrong
     */
    public CachesOptions build() {
      List<String> faults = new ArrayList<>();
      require(faults, transport, "transport");
      require(faults, resources, "resources");
      require(faults, codec, "codec");
      require(faults, concurrency, "concurrency");
      if (readTimeout.isZero() || readTimeout.isNegative()) {
        faults.add("readTimeout must be positive, found " + readTimeout);
      }
      if (!faults.isEmpty()) {
        throw new IllegalArgumentException("caches: " + String.join("; ", faults));
      }
      return new CachesOptions(this, readTimeout);
    }

    private static void require(List<String> faults, @Nullable Object part, String name) {
      if (part == null) {
        faults.add(name + " is missing");
      }
    }
  }
}
