package dev.controllerruntime.client;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.client.transport.Requests;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.util.List;

/**
 * Makes the live client.
 *
 * @since 0.1.0
 */
@Internal
public final class Clients {
  /** The field manager of a client that was not told another. */
  public static final String DEFAULT_FIELD_MANAGER = "controller-runtime-java";

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private Clients() {}

  /**
   * Reads and writes over this transport, without a cache behind it, listeners or a gate: add them
   * with {@link RuntimeClient}'s methods. Closing the transport ends the client.
   */
  public static RuntimeClient live(
      Transport transport, ResourceResolver resolver, Codec codec, Concurrency concurrency) {
    return new LiveClient(
        new Wire(
            new Requests(transport, codec, concurrency),
            resolver,
            codec,
            concurrency,
            WriteGate.OPEN,
            DEFAULT_FIELD_MANAGER,
            StartingBytes.NONE,
            List.of(),
            TIMEOUT));
  }
}
