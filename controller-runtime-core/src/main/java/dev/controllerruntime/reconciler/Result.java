package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Stable;
import java.time.Duration;
import java.util.Optional;

/**
 * How a run ended well.
 *
 * @param requeueAfter when to run again without an event; empty: only on the next event
 * @since 0.1.0
 */
@Stable
public record Result(Optional<Duration> requeueAfter) {
  private static final Result DONE = new Result(Optional.empty());

  /** The actual state is the desired one; clears a requeue asked for by an earlier run. */
  public static Result done() {
    return DONE;
  }

  /**
   * Run again after the delay, or at an earlier event. Resets the back-off.
   *
   * @param delay positive
   * @throws IllegalArgumentException when it is zero or negative
   */
  public static Result requeueAfter(Duration delay) {
    if (delay.isZero() || delay.isNegative()) {
      throw new IllegalArgumentException("requeueAfter needs a positive delay, found " + delay);
    }
    return new Result(Optional.of(delay));
  }
}
