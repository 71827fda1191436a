package dev.controllerruntime.controller;

import dev.controllerruntime.api.Internal;
import java.time.Duration;
import java.util.List;

/**
 * A run that has not returned yet, for diagnostics.
 *
 * @param request what it reconciles
 * @param reconcileId its id, as in its log lines
 * @param time since it began
 * @param timedOut whether it is over its time and was interrupted
 * @param stuck whether it is over twice its time
 * @param stack where it stands, innermost frame first
 * @param <R> the request type
 * @since 0.1.0
 */
@Internal
public record RunStatus<R>(
    R request,
    String reconcileId,
    Duration time,
    boolean timedOut,
    boolean stuck,
    List<StackTraceElement> stack) {
  /** Copies the stack. */
  public RunStatus {
    stack = List.copyOf(stack);
  }
}
