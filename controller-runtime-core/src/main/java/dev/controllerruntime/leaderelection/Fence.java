package dev.controllerruntime.leaderelection;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process may write as leader, and for how long. Open from a successful renewal until
 * the renew deadline after its <em>sending</em>, on the monotonic and on the wall clock (a machine
 * that slept may have stopped either). Thread-safe; asking never blocks.
 *
 * <p>Each election starts a new term. A run of an earlier term must not write in a later one: in
 * between another leader may have acted on what the run had read.
 *
 * @since 0.1.0
 */
@Internal
public final class Fence implements WriteGate {
  private final Concurrency concurrency;
  private final Duration renewDeadline;
  private volatile @Nullable Renewal last;
  private final AtomicLong term = new AtomicLong();

  private record Renewal(long sentNanos, Instant sentAt) {}

  Fence(Concurrency concurrency, Duration renewDeadline) {
    this.concurrency = concurrency;
    this.renewDeadline = renewDeadline;
  }

  /** Number of the current or last term: 0 before the first election. */
  public long term() {
    return term.get();
  }

  /** Whether an elected write may be sent now. */
  public boolean open() {
    Duration left = remaining();
    return !left.isZero() && !left.isNegative();
  }

  @Override
  public void check() {
    if (!open()) {
      throw refused("this process does not hold the lease any more");
    }
  }

  /**
   * The gate of one run: it closes with this fence and with the end of the current term, and stays
   * closed when this process is elected again.
   */
  public WriteGate ofCurrentTerm() {
    long mine = term();
    return new WriteGate() {
      @Override
      public void check() {
        Fence.this.check();
        if (mine != term()) {
          throw refused("the lease was lost and won again since this run began");
        }
      }

      @Override
      public Duration remaining() {
        return mine == term() ? Fence.this.remaining() : Duration.ZERO;
      }
    };
  }

  private static WriteRefusedException refused(String why) {
    return new WriteRefusedException("Write refused: " + why, null);
  }

  /** The time left for elected writes; zero when closed. */
  @Override
  public Duration remaining() {
    Renewal renewal = last;
    if (renewal == null) {
      return Duration.ZERO;
    }
    Duration monotonic = Duration.ofNanos(concurrency.nanoTime() - renewal.sentNanos());
    Duration wall = Duration.between(renewal.sentAt(), concurrency.clock().instant());
    Duration passed = monotonic.compareTo(wall) > 0 ? monotonic : wall;
    Duration left = renewDeadline.minus(passed);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** A renewal sent at that time has succeeded. */
  void renewed(long sentNanos, Instant sentAt) {
    last = new Renewal(sentNanos, sentAt);
  }

  /** A new term begins with the next renewal. */
  void nextTerm() {
    term.incrementAndGet();
  }

  /** Closes at once. */
  void close() {
    last = null;
  }
}
