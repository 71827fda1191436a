package dev.controllerruntime.event;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Where sources put their requests: the queue. Must not block.
 *
 * @param <R> the request type
 * @since 0.1.0
 */
@Internal
@FunctionalInterface
public interface RequestSink<R> {
  /**
   * Queues a request.
   *
   * @param priority higher first; −100 for the initial list
   * @param cause what happened, or null where it is not known
   */
  void add(R request, int priority, @Nullable Cause cause);
}
