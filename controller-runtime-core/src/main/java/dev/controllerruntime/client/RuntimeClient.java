package dev.controllerruntime.client;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.client.transport.WriteGate;
import java.time.Duration;

/**
 * The live client as the runtime wires it. Each {@code with} gives another client over the same
 * connections; the original stays as it is. Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public interface RuntimeClient extends Client {
  /** The same client, whose writes must pass this gate too. */
  RuntimeClient withGate(WriteGate gate);

  /**
   * The same client writing under another field manager; a controller's name, say.
   *
   * @throws IllegalArgumentException when empty, longer than 128 characters, or unprintable
   */
  RuntimeClient withFieldManager(String name);

  /** The same client whose edits start from these bytes where they are known. */
  RuntimeClient withStartingBytes(StartingBytes starting);

  /** The same client that also tells this listener of its writes, after those it has. */
  RuntimeClient withListener(WriteListener listener);

  /**
   * The same client whose requests take at most this long, each with all its repetitions; 30 s
   * unless told otherwise. An edit or a list is several requests.
   *
   * @throws IllegalArgumentException when not positive
   */
  RuntimeClient withTimeout(Duration perRequest);
}
