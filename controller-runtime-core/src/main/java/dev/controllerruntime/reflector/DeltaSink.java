package dev.controllerruntime.reflector;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.codec.Encoded;

/**
 * Takes what list and watch deliver, in order, from one thread.
 *
 * @since 0.1.0
 */
@Internal
public interface DeltaSink {
  /**
   * A list begins; the request has not been sent yet. A list that was begun and not committed is
   * forgotten.
   */
  void begin();

  /** One object of the list that has begun. */
  void item(Encoded object);

  /**
   * The list is complete and replaces everything at once.
   *
   * @param version the version of the list
   * @param historyReset the server's history was reset (a restored backup): versions seen before
   *     mean nothing any more, and own writes that were laid over are dropped
   */
  void commit(String version, boolean historyReset);

  /** An object was added or changed. */
  void upsert(Encoded object);

  /** An object was deleted or left the selection. */
  void delete(Encoded object);

  /** The watch has reached the version without a change. */
  void bookmark(String version);

  /**
   * One object could not be understood and was skipped.
   *
   * @param message which, where and why, in one line
   */
  void undecodable(String message);

  /** The state has changed; also readable from the reflector at any time. */
  void stateChanged(ReflectorState state);
}
