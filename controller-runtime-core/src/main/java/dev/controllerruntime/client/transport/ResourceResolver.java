package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import java.io.IOException;
import java.util.Optional;

/**
 * From a kind to its place on the server. Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public interface ResourceResolver {
  /**
   * Built-in kinds and {@code @Resource} classes are known without asking; of others the discovery
   * document of their group and version is read when first needed and again while the kind is
   * missing in it. Answers are kept; absence is not.
   */
  static ResourceResolver discovering(Transport transport, Codec codec, Concurrency concurrency) {
    return new Discovery(new Requests(transport, codec, concurrency), codec);
  }

  /**
   * Where the kind is found; empty when the server does not have it. What is known beforehand is
   * answered even if the server lacks it: only {@link #discover} asks.
   *
   * @throws TransportException when no answer came
   * @throws StatusException when discovery was refused
   * @throws InterruptedException when interrupted while waiting
   */
  Optional<ApiResource> resolve(Kind<?> kind) throws IOException, InterruptedException;

  /**
   * Asks the server now, also for kinds that are known beforehand: its verbs and subresources are
   * those of the server. Empty when the server does not have it. Errors as {@link #resolve}.
   */
  Optional<ApiResource> discover(Kind<?> kind) throws IOException, InterruptedException;

  /** The same, answers kept included, but a failure is told at once instead of asking again. */
  default ResourceResolver askingOnce() {
    return this;
  }

  /** Whether the server has the kind now. Errors as {@link #resolve}. */
  default boolean present(Kind<?> kind) throws IOException, InterruptedException {
    return discover(kind).isPresent();
  }
}
