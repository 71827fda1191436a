package dev.controllerruntime.apiserver.timer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Deferred work by its time; equal times in the order in which they were set.
 *
 * @since 0.1.0
 */
public final class Timers {
  /** Work at a time; cancelled by {@link Timers#cancel}. */
  public static final class Timer implements Comparable<Timer> {
    private final Instant at;
    private final long number;
    private final Runnable work;

    private Timer(Instant at, long number, Runnable work) {
      this.at = at;
      this.number = number;
      this.work = work;
    }

    @Override
    public int compareTo(Timer other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  private final TreeSet<Timer> timers = new TreeSet<>();
  private long numbers;

  /** Does the work at this time, or as soon as possible when the time has passed. */
  public Timer at(Instant time, Runnable work) {
    Timer timer = new Timer(time, numbers++, work);
    timers.add(timer);
    return timer;
  }

  /** Forgets a timer; nothing happens when it has fired. */
  public void cancel(Timer timer) {
    timers.remove(timer);
  }

  /** The time of the earliest timer. */
  public Optional<Instant> next() {
    return timers.isEmpty() ? Optional.empty() : Optional.of(timers.first().at);
  }

  /** Does what is due; what it sets in turn waits for the next call. */
  public void run(Instant now) {
    List<Timer> due = new ArrayList<>();
    for (Timer timer : timers) {
      if (timer.at.isAfter(now)) {
        break;
      }
      due.add(timer);
    }
    for (Timer timer : due) {
      // One that is due may cancel another.
      if (timers.remove(timer)) {
        timer.work.run();
      }
    }
  }
}
