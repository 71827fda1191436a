package dev.controllerruntime.controller;

import dev.controllerruntime.api.Internal;
import java.time.Duration;

/**
 * How a {@link ControllerLoop} runs. Immutable; validated by {@link ControllerSpec}'s rules.
 *
 * @param name name of the controller: in thread names, logs and the MDC
 * @param kind of the primary kind, for the MDC; empty for a controller without one
 * @param workers reconciles that may run at once; at least 1
 * @param timeout the longest a run may take before it is interrupted; positive
 * @since 0.1.0
 */
@Internal
public record LoopOptions(String name, String kind, int workers, Duration timeout) {
  /** Checks the ranges. */
  public LoopOptions {
    if (workers < 1 || timeout.compareTo(Duration.ZERO) <= 0) {
      throw new IllegalArgumentException(
          "a loop needs at least 1 worker and a positive time-out, found "
              + workers
              + " and "
              + timeout);
    }
  }

  /** What a controller says. */
  public static LoopOptions of(ControllerSpec<?> spec) {
    PrimarySpec<?> primary = spec.primary();
    return new LoopOptions(
        spec.name(), primary == null ? "" : primary.kind().kind(), spec.workers(), spec.timeout());
  }
}
