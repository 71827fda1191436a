package dev.controllerruntime.concurrent;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import java.time.Duration;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Actions at a time of the monotonic clock, on one platform thread however many there are. The
 * actions must be quick: they delay each other.
 *
 * <p>Thread-safe. Actions due at the same time run in the order in which they were scheduled.
 *
 * @since 0.1.0
 */
@Internal
public final class Timers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Timers.class);

  /** A scheduled action. */
  public interface Timer {
    /**
     * Forgets the action.
     *
     * @return false when it has run, runs now or was cancelled before
     */
    boolean cancel();
  }

  private final Concurrency concurrency;
  private final Monitor monitor;
  private final TreeSet<Entry> entries = new TreeSet<>();
  private long sequence;
  private boolean closed;

  private Timers(Concurrency concurrency) {
    this.concurrency = concurrency;
    this.monitor = concurrency.monitor();
  }

  /** Starts the thread. */
  public static Timers start(Concurrency concurrency, String threadName) {
    Timers timers = new Timers(concurrency);
    concurrency.start(threadName, ThreadKind.PLATFORM, timers::loop);
    return timers;
  }

  /**
   * Runs the action after the delay; at once (on the timer's thread) when that is zero or less.
   *
   * @throws IllegalStateException when closed
   */
  public Timer after(Duration delay, Runnable action) {
    monitor.lock();
    try {
      if (closed) {
        throw new IllegalStateException("these timers are closed");
      }
      long delayNanos = Math.min(Durations.nanos(delay), Long.MAX_VALUE / 2);
      Entry entry = new Entry(concurrency.nanoTime() + delayNanos, sequence++, action);
      entries.add(entry);
      if (entries.first() == entry) {
        monitor.signalAll();
      }
      return entry;
    } finally {
      monitor.unlock();
    }
  }

  private void loop() {
    while (true) {
      Entry due;
      try {
        due = next();
      } catch (InterruptedException e) {
        LOG.warn("The timer thread was interrupted; going on", e);
        continue;
      }
      if (due == null) {
        return;
      }
      try {
        due.action.run();
      } catch (RuntimeException | Error e) {
        // One bad action must not stop the others.
        LOG.error("A timed action failed", e);
      }
    }
  }

  private @org.jspecify.annotations.Nullable Entry next() throws InterruptedException {
    monitor.lock();
    try {
      while (!closed) {
        if (entries.isEmpty()) {
          monitor.await();
          continue;
        }
        Entry first = entries.first();
        long left = first.due - concurrency.nanoTime();
        if (left <= 0) {
          entries.remove(first);
          return first;
        }
        monitor.await(Duration.ofNanos(left));
      }
      return null;
    } finally {
      monitor.unlock();
    }
  }

  /** Forgets everything and ends the thread after the action that runs. Idempotent. */
  @Override
  public void close() {
    monitor.lock();
    try {
      closed = true;
      entries.clear();
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  private final class Entry implements Timer, Comparable<Entry> {
    private final long due;
    private final long order;
    private final Runnable action;

    Entry(long due, long order, Runnable action) {
      this.due = due;
      this.order = order;
      this.action = action;
    }

    @Override
    public boolean cancel() {
      monitor.lock();
      try {
        return entries.remove(this);
      } finally {
        monitor.unlock();
      }
    }

    @Override
    @SuppressWarnings("ComparableType")
    public int compareTo(Entry other) {
      // By difference: the monotonic clock may wrap.
      int byDue = Long.signum(due - other.due);
      return byDue != 0 ? byDue : Long.compare(order, other.order);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(order);
    }
  }
}
