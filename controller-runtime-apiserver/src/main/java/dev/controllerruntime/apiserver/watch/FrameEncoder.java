package dev.controllerruntime.apiserver.watch;

import dev.controllerruntime.apiserver.storage.StoredObject;

/**
 * The form of the frames of one watch.
 *
 * @since 0.1.0
 */
public interface FrameEncoder {
  /**
   * The object of an event as JSON.
   *
   * @param object the object in its stored form
   */
  byte[] object(StoredObject object);

  /**
   * Whether all watches of the resource with this answer get the same bytes, so that they are made
   * once.
   */
  boolean shared();

  /** The object of a bookmark as JSON. */
  byte[] bookmark(long version, boolean initialEventsEnd);
}
