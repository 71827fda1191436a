package dev.controllerruntime.concurrent;

import dev.controllerruntime.api.Internal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Time, threads, waiting and chance of one runtime. Everything that may wait or depends on time or
 * chance goes through here, so that a whole run can be repeated from a seed.
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public interface Concurrency {
  /** How a thread is made. */
  enum ThreadKind {
    /** Always a platform thread: lease renewal, timers, watch loops. */
    PLATFORM,
    /** As {@link VirtualWorkers} says: workers. */
    WORKER
  }

  /** When worker threads are virtual. */
  enum VirtualWorkers {
    /**
     * On JDK 24 and later: before that the monitors inside OkHttp pin the carrier threads (JEP
     * 491). The default.
     */
    AUTO,
    /** Wherever the JDK has them (21 and later). */
    ON,
    /** Never. */
    OFF
  }

  /** System property that overrides {@link VirtualWorkers#AUTO}: {@code on} or {@code off}. */
  String VIRTUAL_WORKERS_PROPERTY = "dev.controllerruntime.virtualWorkers";

  /** The JDK's threads, clocks and locks; virtual workers as the system property says. */
  static Concurrency system() {
    return system(VirtualWorkers.AUTO);
  }

  /** The JDK's threads, clocks and locks. */
  static Concurrency system(VirtualWorkers virtualWorkers) {
    return new SystemConcurrency(virtualWorkers);
  }

  /** The wall clock. */
  InstantSource clock();

  /** The monotonic clock, in nanoseconds from an arbitrary origin. */
  long nanoTime();

  /** Waits; a duration of zero or less returns at once. */
  void sleep(Duration duration) throws InterruptedException;

  /** A new lock with one condition. */
  Monitor monitor();

  /** Starts a daemon thread; an uncaught throwable is logged with the thread's name. */
  Task start(String name, ThreadKind kind, Runnable body);

  /**
   * The calling thread, so that another one may interrupt it or read its stack. Two calls on one
   * thread may return different objects.
   */
  Task current();

  /** Whether the calling thread was interrupted; clears the mark. */
  boolean interrupted();

  /** The source of chance: jitter, names, tie-breaks. */
  RandomGenerator random();

  /**
   * A scheduling point: nothing in production; in simulation another thread may be picked here.
   *
   * @param what appears in the trace
   */
  void point(String what);
}
