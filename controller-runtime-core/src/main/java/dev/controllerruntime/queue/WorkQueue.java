package dev.controllerruntime.queue;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys that wait for a worker, at most one entry for each. One structure holds de-duplication,
 * delay, back-off, priority and exclusion:
 *
 * <ul>
 *   <li>A key is <em>ready</em> at max(due, notBefore): due is its earliest wake-up (an add, the
 *       last run's own requeue, a named timer), notBefore its back-off.
 *   <li>Ready keys are taken by <em>rank</em> = ready time − priority × step: first in, first out
 *       within a priority. A key of priority p waits behind one of a higher priority q only if that
 *       became ready less than (q − p) × step later; this is the bound on starvation, without any
 *       sweep.
 *   <li>A key that a worker holds is not handed out; what happens to it meanwhile is kept for when
 *       it is given back.
 * </ul>
 *
 * <p>Thread-safe. Every operation costs O(log n) under one lock that never spans a wait, plus one
 * step per key that has become ready since. No thread of its own: the first waiting worker waits
 * for the next key's time, the others until they are called.
 *
 * @param <R> the request type; equals and hashCode by value
 * @since 0.1.0
 */
@Internal
public final class WorkQueue<R> {
  /** Longer delays than this (146 years) are cut to it, so that sums of times do not overflow. */
  private static final long LONGEST_DELAY = Long.MAX_VALUE / 2;

  private final Concurrency concurrency;
  private final String name;
  private final QueueOptions options;
  private final QueueListener listener;
  private final Monitor monitor;
  private final long origin;
  private final long step;

  /** Only looked up, never iterated: its order is that of hashes. */
  private final Map<R, Entry<R>> entries = new HashMap<>();

  private final EntryHeap<R> delayed = new EntryHeap<>();
  private final EntryHeap<R> ready = new EntryHeap<>();
  private final Map<Integer, Integer> readyByPriority = new TreeMap<>();
  private final List<Taken<R>> working = new ArrayList<>();
  private final TreeSet<String> pauses = new TreeSet<>();
  private long sequence;

  /** The worker that waits for the first delayed key; null when nobody does. */
  private @Nullable Object leader;

  private boolean shutDown;

  /** With the default options, and nobody listening. */
  public WorkQueue(Concurrency concurrency, String name) {
    this(concurrency, name, QueueOptions.DEFAULT, QueueListener.NONE);
  }

  /** An empty queue that hands out. */
  public WorkQueue(
      Concurrency concurrency, String name, QueueOptions options, QueueListener listener) {
    this.concurrency = concurrency;
    this.name = name;
    this.options = options;
    this.listener = listener;
    this.monitor = concurrency.monitor();
    this.origin = concurrency.nanoTime();
    this.step = options.step().toNanos();
  }

  /** Its name: that of the controller. */
  public String name() {
    return name;
  }

  /**
   * Wakes a key now. Collapses into the entry that waits: its priority only rises, its due time
   * only moves to earlier. A key that is worked on runs again afterwards. Back-off stands. After
   * shutdown nothing happens. Never blocks.
   *
   * @param priority higher first; one unit is worth {@link QueueOptions#step()} of waiting
   * @param cause kept for the run unless too many are; null where it is not known
   */
  public void add(R request, int priority, @Nullable Cause cause) {
    Objects.requireNonNull(request, "request");
    locked(
        () -> {
          if (shutDown) {
            return;
          }
          Entry<R> entry = entry(request);
          entry.raise(priority);
          entry.added = Math.min(entry.added, now());
          if (cause != null) {
            entry.because(cause, options.causes());
          }
          reposition(entry);
        });
  }

  /**
   * Wakes a key at a time of the wall clock (measured now, then waited for on the monotonic clock).
   * Survives runs; replaces the timer of the same name and key. After shutdown nothing happens.
   */
  public void timer(String timer, R request, Instant due) {
    Objects.requireNonNull(timer, "timer");
    Objects.requireNonNull(request, "request");
    Duration delay = Duration.between(concurrency.clock().instant(), due);
    locked(
        () -> {
          if (shutDown) {
            return;
          }
          Entry<R> entry = entry(request);
          entry.setTimer(timer, now() + nanos(delay));
          reposition(entry);
        });
  }

  /** Forgets a timer; nothing happens when there is none. */
  public void cancel(String timer, R request) {
    locked(
        () -> {
          Entry<R> entry = entries.get(request);
          if (entry != null && entry.cancelTimer(timer)) {
            reposition(entry);
          }
        });
  }

  /** As {@link #take(BooleanSupplier)}, for a worker that never retires. */
  public Optional<Taken<R>> take() throws InterruptedException {
    return take(() -> false);
  }

  /**
   * Waits for the next key and takes it. The caller holds its permit already, so that a key is
   * never taken and then waits. Each key taken is to be given back with {@link #done}.
   *
   * @param retired whether this worker is no longer wanted; read under the lock when the queue is
   *     entered and after {@link #wake()}
   * @return empty after shutdown, or when retired
   */
  public Optional<Taken<R>> take(BooleanSupplier retired) throws InterruptedException {
    monitor.lock();
    try {
      while (!shutDown && !retired.getAsBoolean()) {
        long now = now();
        promote(now);
        Entry<R> first = pauses.isEmpty() ? ready.poll() : null;
        if (first != null) {
          return Optional.of(handOut(first, now));
        }
        awaitKey(now);
      }
      return Optional.empty();
    } finally {
      // Whoever leaves may have used up the one signal that was meant for a key still here.
      callNext();
      monitor.unlock();
    }
  }

  private Taken<R> handOut(Entry<R> entry, long now) {
    countReady(entry, -1);
    listener.taken(Duration.ofNanos(now - entry.readyAt()));
    Taken<R> taken = new Taken<>(entry, entry.takeCauses(), entry.priority(), now);
    entry.wakeUpsSeen(now);
    entry.priority = null;
    entry.taken = taken;
    working.add(taken);
    return taken;
  }

  private void awaitKey(long now) throws InterruptedException {
    Entry<R> next = delayed.peek();
    if (next == null || leader != null || !pauses.isEmpty()) {
      monitor.await();
      return;
    }
    Object me = new Object();
    leader = me;
    try {
      monitor.await(Duration.ofNanos(next.order - now));
    } finally {
      if (leader == me) {
        leader = null;
      }
    }
  }

  private void callNext() {
    if (!ready.isEmpty() || (leader == null && !delayed.isEmpty())) {
      monitor.signal();
    }
  }

  /**
   * Gives a key back. If anything woke it meanwhile, or the outcome asks for it, it waits again.
   *
   * @throws IllegalStateException when it was given back before
   */
  public void done(Taken<R> taken, Outcome outcome) {
    locked(
        () -> {
          Entry<R> entry = taken.entry();
          if (entry.taken != taken) {
            throw new IllegalStateException(taken.request() + " was given back before");
          }
          long now = now();
          entry.taken = null;
          working.remove(taken);
          listener.finished(Duration.ofNanos(now - taken.since()));
          if (!shutDown) {
            settle(entry, taken, outcome, now);
          }
          reposition(entry);
        });
  }

  private void settle(Entry<R> entry, Taken<R> taken, Outcome outcome, long now) {
    if (outcome instanceof Outcome.Failure) {
      entry.failures++;
      Duration delay = options.backOff().delay(entry.failures, concurrency.random());
      entry.notBefore = now + nanos(delay);
      entry.added = Math.min(entry.added, now);
      entry.raise(taken.priority());
      entry.becauseStill(taken.causes(), options.causes());
      listener.retried();
      return;
    }
    entry.failures = 0;
    entry.notBefore = Long.MIN_VALUE;
    if (outcome instanceof Outcome.RequeueAfter requeue) {
      entry.slot = now + nanos(requeue.delay());
      entry.raise(taken.priority());
    }
  }

  /**
   * Stops handing out until {@link #resume} is called with the same reason; adds are still taken
   * in. Several reasons may hold at once.
   */
  public void pause(String reason) {
    locked(() -> pauses.add(reason));
  }

  /** Ends a pause; workers are handed keys again when no other reason holds. */
  public void resume(String reason) {
    locked(
        () -> {
          if (pauses.remove(reason)) {
            monitor.signalAll();
          }
        });
  }

  /** The reasons for which nothing is handed out, sorted; empty while it is. */
  public List<String> pauses() {
    monitor.lock();
    try {
      return List.copyOf(pauses);
    } finally {
      monitor.unlock();
    }
  }

  /** Lets every waiting worker look whether it has been retired. */
  public void wake() {
    locked(monitor::signalAll);
  }

  /**
   * Nothing is handed out or taken in any more, and every waiting worker returns; what waits is
   * forgotten. A second call does nothing.
   */
  public void shutdown() {
    locked(
        () -> {
          if (shutDown) {
            return;
          }
          shutDown = true;
          // Emptied, so that depth and next wake-up read as nothing.
          delayed.clear();
          ready.clear();
          readyByPriority.replaceAll((priority, count) -> 0);
          entries.values().removeIf(entry -> entry.taken == null);
          monitor.signalAll();
        });
  }

  /** Whether {@link #shutdown()} was called. */
  public boolean isShutDown() {
    monitor.lock();
    try {
      return shutDown;
    } finally {
      monitor.unlock();
    }
  }

  /** Keys that are ready now; those with a delay or in work do not count. */
  public int depth() {
    monitor.lock();
    try {
      promote(now());
      return ready.size();
    } finally {
      monitor.unlock();
    }
  }

  /** {@link #depth()} by priority, lowest first; a priority once seen stays, with 0. */
  public Map<Integer, Integer> depthByPriority() {
    monitor.lock();
    try {
      promote(now());
      return new TreeMap<>(readyByPriority);
    } finally {
      monitor.unlock();
    }
  }

  /** The time to the next key that becomes ready; zero when one is, empty when none will. */
  public Optional<Duration> nextReady() {
    monitor.lock();
    try {
      long now = now();
      promote(now);
      if (!ready.isEmpty()) {
        return Optional.of(Duration.ZERO);
      }
      Entry<R> next = delayed.peek();
      return next == null ? Optional.empty() : Optional.of(Duration.ofNanos(next.order - now));
    } finally {
      monitor.unlock();
    }
  }

  /** The keys in work, in the order in which they were taken, with the time since. */
  public List<Working<R>> working() {
    monitor.lock();
    try {
      long now = now();
      List<Working<R>> all = new ArrayList<>(working.size());
      for (Taken<R> taken : working) {
        all.add(new Working<>(taken.request(), Duration.ofNanos(now - taken.since())));
      }
      return all;
    } finally {
      monitor.unlock();
    }
  }

  /** How many keys are in work. */
  public int inWork() {
    monitor.lock();
    try {
      return working.size();
    } finally {
      monitor.unlock();
    }
  }

  /**
   * A key in work.
   *
   * @param request the key
   * @param time since it was taken
   * @param <R> the request type
   * @since 0.1.0
   */
  @Internal
  public record Working<R>(R request, Duration time) {}

  private Entry<R> entry(R request) {
    return entries.computeIfAbsent(request, Entry::new);
  }

  /** Puts an entry where it belongs after any of its values has changed. */
  private void reposition(Entry<R> entry) {
    boolean wasReady = entry.index != Entry.NOWHERE && entry.ready;
    if (entry.index == Entry.NOWHERE) {
      entry.sequence = sequence++;
    } else if (wasReady) {
      ready.remove(entry);
      countReady(entry, -1);
    } else {
      delayed.remove(entry);
    }
    if (entry.taken != null) {
      return;
    }
    if (shutDown || entry.due() == Entry.NEVER) {
      entries.remove(entry.request);
      return;
    }
    long now = now();
    if (entry.readyAt() <= now) {
      makeReady(entry, wasReady);
      if (!wasReady) {
        monitor.signal();
      }
    } else {
      entry.ready = false;
      entry.order = entry.readyAt();
      delayed.add(entry);
      if (delayed.peek() == entry) {
        // The leader waits for a later one.
        leader = null;
        monitor.signal();
      }
    }
  }

  /** Moves what has become ready. */
  private void promote(long now) {
    Entry<R> next = delayed.peek();
    while (next != null && next.order <= now) {
      delayed.remove(next);
      makeReady(next, false);
      next = delayed.peek();
    }
  }

  private void makeReady(Entry<R> entry, boolean wasReady) {
    entry.ready = true;
    entry.order = entry.readyAt() - entry.priority() * step;
    ready.add(entry);
    entry.rankedAs = entry.priority();
    countReady(entry, 1);
    if (!wasReady) {
      listener.added();
    }
  }

  private void countReady(Entry<R> entry, int change) {
    readyByPriority.merge(entry.rankedAs, change, Integer::sum);
  }

  private long now() {
    return concurrency.nanoTime() - origin;
  }

  private static long nanos(Duration delay) {
    if (delay.isNegative()) {
      return 0;
    }
    return delay.compareTo(Duration.ofNanos(LONGEST_DELAY)) >= 0 ? LONGEST_DELAY : delay.toNanos();
  }

  private void locked(Runnable action) {
    monitor.lock();
    try {
      action.run();
    } finally {
      monitor.unlock();
    }
  }
}
