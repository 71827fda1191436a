package dev.controllerruntime.manager;

import dev.controllerruntime.api.Internal;

/**
 * Hears of runs that did not end well, for tests. Called by workers: must be quick; what it throws
 * is logged and changes nothing.
 *
 * @since 0.1.0
 */
@Internal
@FunctionalInterface
public interface RunObserver {
  /** Hears nothing. */
  RunObserver NONE = (controller, request, failure) -> {};

  /**
   * A run failed: it will be retried, or waits for the next event after a terminal error.
   *
   * @param controller name of the controller
   * @param request what was reconciled
   * @param failure what the user's code threw; for null, or a run over its time, an exception that
   *     says so
   */
  void failed(String controller, Object request, Throwable failure);
}
