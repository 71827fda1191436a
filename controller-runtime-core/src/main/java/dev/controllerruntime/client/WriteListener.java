package dev.controllerruntime.client;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.codec.Encoded;

/**
 * Hears of each completed write, on the writing thread, before the write returns to its caller. Dry
 * runs are not told.
 *
 * @since 0.1.0
 */
@Internal
public interface WriteListener {
  /**
   * The server answered with the object as it is stored now (also while it is being deleted and
   * still has finalizers or grace).
   *
   * @param kind compare group, version and kind only: the view is the writer's
   */
  void stored(Kind<?> kind, Encoded object);

  /** The object of that uid is gone; an empty uid where the answer did not tell. */
  void deleted(Kind<?> kind, ObjectKey key, String uid);
}
