package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Stable;

/**
 * The user's code: observe the actual state, analyze how it differs from the desired one, act until
 * they agree. Level-triggered: computes the right end state from what is in the cluster, whatever
 * was missed. Idempotent: a second run on the same state writes nothing.
 *
 * <p>Called by several workers at once, never twice at once for equal requests.
 *
 * @param <R> the request type
 * @since 0.1.0
 */
@Stable
@FunctionalInterface
public interface Reconciler<R> {
  /**
   * Brings what the request names to its desired state.
   *
   * @return {@link Result#done()} or {@link Result#requeueAfter}; null counts as a failure
   * @throws Exception anything: the request is retried with back-off; a {@link TerminalException}
   *     is not retried before the next event
   */
  Result reconcile(R request, Context context) throws Exception;
}
