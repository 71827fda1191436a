package dev.controllerruntime.queue;

import dev.controllerruntime.api.Internal;
import java.time.Duration;

/**
 * What happens in a queue, for metrics. Called with the queue's lock held: a few instructions, no
 * call back into the queue, no exception.
 *
 * @since 0.1.0
 */
@Internal
public interface QueueListener {
  /** Listens to nothing. */
  QueueListener NONE = new QueueListener() {};

  /** A key has become ready; an add that collapsed into a waiting key does not count. */
  default void added() {}

  /** A failed key will be retried. */
  default void retried() {}

  /**
   * A worker has taken a key.
   *
   * @param waited since the key was ready
   */
  default void taken(Duration waited) {}

  /**
   * A worker has finished a key.
   *
   * @param worked since it was taken
   */
  default void finished(Duration worked) {}
}
