package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Stable;

/**
 * Reads live from the server and writes to it. Thread-safe.
 *
 * @since 0.1.0
 */
@Stable
public interface Client extends Reader, Writer {
  /**
   * Creates the object.
   *
   * @throws AlreadyExistsException when the name is taken
   */
  <T> T create(Kind<T> kind, T object, WriteOption... options);

  /** Deletes the object; nothing happens when it does not exist. */
  void delete(Kind<?> kind, ObjectKey key, WriteOption... options);

  /** The same verbs on the status subresource. */
  Writer status();
}
