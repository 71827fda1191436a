package dev.controllerruntime.queue;

import dev.controllerruntime.api.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one key. Times are nanoseconds on the queue's clock. Guarded by the queue's
 * lock; the queue alone moves an entry between the heaps.
 */
final class Entry<R> {
  /** No wake-up. */
  static final long NEVER = Long.MAX_VALUE;

  /** Not in a heap. */
  static final int NOWHERE = -1;

  final R request;

  /** Earliest add that no run has seen yet. */
  long added = NEVER;

  /** The wake-up that the last run asked for. */
  long slot = NEVER;

  /** Back-off: not ready before. */
  long notBefore = Long.MIN_VALUE;

  /** Failures in a row. */
  int failures;

  /** Null once taken, until somebody asks for the key again. */
  @Nullable Integer priority;

  /** Null while nobody works on it. */
  @Nullable Taken<R> taken;

  /** What the heap it is in orders by: ready time while delayed, rank while ready. */
  long order;

  /** Ties go to the one that has waited longer. */
  long sequence;

  /** Its place in its heap. */
  int index = NOWHERE;

  /** Which heap it is in, if any. */
  boolean ready;

  /** The priority it was counted under when it became ready; it may have risen since. */
  int rankedAs;

  private @Nullable TreeMap<String, Long> timers;
  private List<Cause> causes = List.of();

  Entry(R request) {
    this.request = request;
  }

  /** The earliest wake-up, or {@link #NEVER}. */
  long due() {
    long due = Math.min(added, slot);
    if (timers != null) {
      for (long timer : timers.values()) {
        due = Math.min(due, timer);
      }
    }
    return due;
  }

  /** When it may be worked on. Only for an entry with a wake-up. */
  long readyAt() {
    return Math.max(due(), notBefore);
  }

  /** What it is worth at most: priority only rises while waiting. */
  void raise(int to) {
    priority = priority == null ? to : Integer.valueOf(Math.max(priority, to));
  }

  int priority() {
    return priority == null ? 0 : priority;
  }

  void setTimer(String name, long due) {
    if (timers == null) {
      timers = new TreeMap<>();
    }
    timers.put(name, due);
  }

  /** Whether there was one. */
  boolean cancelTimer(String name) {
    if (timers == null || timers.remove(name) == null) {
      return false;
    }
    if (timers.isEmpty()) {
      timers = null;
    }
    return true;
  }

  /** A run begins: it answers every wake-up so far, but not the timers that are yet to come. */
  void wakeUpsSeen(long now) {
    added = NEVER;
    slot = NEVER;
    if (timers != null) {
      timers.values().removeIf(due -> due <= now);
      if (timers.isEmpty()) {
        timers = null;
      }
    }
  }

  /** Keeps a cause unless it is known or the number is reached: the oldest tell most. */
  void because(Cause cause, int atMost) {
    if (causes.size() >= atMost || causes.contains(cause)) {
      return;
    }
    if (causes.isEmpty()) {
      causes = new ArrayList<>(2);
    }
    causes.add(cause);
  }

  /** The causes of a failed run come back before those that arrived meanwhile. */
  void becauseStill(List<Cause> earlier, int atMost) {
    List<Cause> later = causes;
    causes = List.of();
    earlier.forEach(cause -> because(cause, atMost));
    later.forEach(cause -> because(cause, atMost));
  }

  /** The causes so far, which are then forgotten. */
  List<Cause> takeCauses() {
    List<Cause> all = causes;
    causes = List.of();
    return all;
  }
}
