package dev.controllerruntime.cache;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.codec.Encoded;

/**
 * Hears of what caches do, for metrics and tests. Called on watch loops and reading threads: must
 * be quick and must not throw.
 *
 * @since 0.1.0
 */
@Internal
public interface CacheObserver {
  /** Hears nothing. */
  CacheObserver NONE = new CacheObserver() {};

  /** An object, or one view of it, could not be decoded or transformed and was skipped. */
  default void skipped(Kind<?> kind, String message) {}

  /** A handler threw. */
  default void handlerFailed(Kind<?> kind, Throwable failure) {}

  /**
   * All handlers have seen a state that at least one of them decoded. A test encodes the object
   * again and compares: handlers must not change what they share.
   *
   * @param stored what the object was decoded from
   * @param decoded the object as the handlers left it
   */
  default void delivered(Kind<?> kind, Encoded stored, Object decoded) {}
}
