package dev.controllerruntime.reconciler;

import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The gate of one run: open until the run is cancelled or has returned, so that code which outlives
 * its run cannot write. Thread-safe.
 */
final class RunGate implements WriteGate {
  private final Concurrency concurrency;
  private final Instant deadline;
  private volatile @Nullable String refusal;

  RunGate(Concurrency concurrency, Instant deadline) {
    this.concurrency = concurrency;
    this.deadline = deadline;
  }

  /** Closes it for good; the first reason stays. */
  void close(String reason) {
    if (refusal == null) {
      refusal = reason;
    }
  }

  @Override
  public void check() {
    String reason = refusal;
    if (reason != null) {
      throw new WriteRefusedException("Write refused: " + reason, null);
    }
  }

  @Override
  public Duration remaining() {
    if (refusal != null) {
      return Duration.ZERO;
    }
    Duration left = Duration.between(concurrency.clock().instant(), deadline);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
