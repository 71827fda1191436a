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
   * Creates the object. Give it a name that follows from its purpose: when the answer is lost
   * ({@link OutcomeUnknownException}), a second create under that name finds out, whereas {@code
   * generateName} makes a second object.
   *
   * @param options {@link WriteOption#dryRun}, {@link WriteOption#fieldManager}
   * @throws AlreadyExistsException when the name is taken
   * @throws IllegalArgumentException when the object has a resourceVersion, so was stored before
   */
  <T> T create(Kind<T> kind, T object, WriteOption... options);

  /**
   * Deletes the object; nothing happens when it does not exist. It may live on for a while: until
   * its finalizers are gone, or for a grace period.
   *
   * @param options {@link WriteOption#uid} and {@link WriteOption#resourceVersion} (preconditions),
   *     {@link WriteOption#propagation}, {@link WriteOption#dryRun}
   * @throws ConflictException when a precondition fails
   */
  void delete(Kind<?> kind, ObjectKey key, WriteOption... options);

  /** The same verbs on the status subresource: only the status is changed. */
  Writer status();
}
