package dev.controllerruntime.controller;

import dev.controllerruntime.api.Internal;
import java.time.Duration;

/**
 * What the workers of a controller do, for metrics. Called by several workers at once; must not
 * block. An exception is logged and changes nothing.
 *
 * @since 0.1.0
 */
@Internal
public interface RunListener {
  /** Listens to nothing. */
  RunListener NONE = new RunListener() {};

  /** How a run ended. */
  enum RunResult {
    /** {@code Result.done()}. */
    SUCCESS,
    /** {@code Result.requeueAfter(…)}. */
    REQUEUE_AFTER,
    /** An exception, null, or over its time; will be retried. */
    ERROR,
    /** A {@code TerminalException}; will not be retried before the next event. */
    TERMINAL
  }

  /** A run has begun. */
  default void started() {}

  /**
   * A run has returned.
   *
   * @param result how
   * @param took from its begin
   */
  default void finished(RunResult result, Duration took) {}

  /**
   * A run did not end well. Comes before {@link #finished}.
   *
   * @param request what was reconciled
   * @param failure what the user's code threw; for null, or a run over its time, an exception that
   *     says so
   */
  default void failed(Object request, Throwable failure) {}

  /** A run is over its time and has been interrupted. */
  default void timedOut() {}

  /** A run is over twice its time and has not returned. */
  default void stuck() {}

  /**
   * A run ended by an {@link Error}: StackOverflowError and the like. Comes before {@link
   * #finished}.
   */
  default void panicked() {}
}
