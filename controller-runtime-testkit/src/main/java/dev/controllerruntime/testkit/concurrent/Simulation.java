package dev.controllerruntime.testkit.concurrent;

import dev.controllerruntime.api.Preview;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Runs threads one at a time under virtual time, in an order that the seed alone decides: the same
 * seed gives the same run, whatever the machine or JDK.
 *
 * <pre>{@code
 * try (Simulation simulation = Simulation.seeded(42)) {
 *   WorkQueue<String> queue = new WorkQueue<>(simulation, "q");
 *   simulation.start("worker", ThreadKind.WORKER, () -> …);
 *   simulation.advance(Duration.ofHours(1));   // takes milliseconds
 * }
 * }</pre>
 *
 * <p>The thread that makes it is its main thread and runs first. Others run only while the main
 * thread waits: in {@link #settle}, {@link #advance}, {@link #sleep}, a monitor's await, a join, or
 * at a scheduling point ({@link #point}, taking a monitor). Time passes only when no thread can
 * run, and jumps to the earliest deadline; a thread that never waits lets no time pass.
 *
 * <p>Every thread is a platform thread, also {@link Concurrency.ThreadKind#WORKER}.
 *
 * <p>Failures are told to the main thread as {@link SimulationFailure} by what it waits in, or by
 * {@link #close}: every thread waits for ever (with all stacks); a thread ended by an uncaught
 * throwable; a thread has left the simulation (own thread, sleep, real I/O) and was not back within
 * 5 s of real time (with its stack).
 *
 * <p>Threading: only threads that were started by {@link #start}, and the main thread, may call it;
 * reading the clocks is free to all.
 *
 * @since 0.1.0
 */
@Preview
public final class Simulation implements Concurrency, AutoCloseable {
  /** The wall clock of a simulation starts here unless told otherwise. */
  public static final Instant DEFAULT_START = Instant.parse("2026-01-01T00:00:00Z");

  /** Added to the seed for the program's own chance, so that it does not follow the scheduler's. */
  private static final long PROGRAM = 0x5851f42d4c957f2dL;

  private final Instant start;
  private final long seed;
  private final Trace trace;
  private final Scheduler scheduler;
  private final SeededRandom random;

  private Simulation(Builder builder) {
    this.seed = builder.seed;
    this.start = builder.start;
    this.trace = new Trace(builder.traceLines);
    this.scheduler = new Scheduler(seed, trace, builder.realTimeLimit, builder.maxSteps);
    this.random = new SeededRandom(seed ^ PROGRAM);
  }

  /** With the defaults; the calling thread becomes the main thread. */
  public static Simulation seeded(long seed) {
    return builder().seed(seed).build();
  }

  /** Seed 0 and the defaults, to be changed. */
  public static Builder builder() {
    return new Builder();
  }

  /** The seed: what a failing run is repeated from. */
  public long seed() {
    return seed;
  }

  /** Virtual time since the start. */
  public Duration elapsed() {
    return Duration.ofNanos(scheduler.now());
  }

  /**
   * Lets the others run until each of them waits for something that only time or the calling thread
   * can bring. No time passes.
   */
  public void settle() {
    scheduler.settle();
  }

  /**
   * As {@link #settle()}, but gives up after so many scheduling steps: work that makes new work
   * without waiting has no end.
   *
   * @return false when it gave up
   */
  public boolean settle(long maxSteps) {
    return scheduler.settle(maxSteps);
  }

  /**
   * Lets virtual time pass, and the others run in it; ends settled.
   *
   * @throws InterruptedException when the calling thread was interrupted
   */
  public void advance(Duration by) throws InterruptedException {
    scheduler.sleep(by);
    scheduler.settle();
  }

  /**
   * The last lines of the run (200,000 unless told otherwise), each "time thread what": seconds
   * with nine digits, number and name of the thread, and what it does.
   */
  public List<String> trace() {
    return trace.lines();
  }

  /** How many lines the run has had so far, also those that are not kept. */
  public long traceCount() {
    return trace.count();
  }

  /** SHA-256, in lower-case hex, of all lines so far, each ended by a line feed. */
  public String traceSha256() {
    return trace.sha256();
  }

  @Override
  public InstantSource clock() {
    return () -> start.plusNanos(scheduler.now());
  }

  @Override
  public long nanoTime() {
    return scheduler.now();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    scheduler.sleep(duration);
  }

  @Override
  public Monitor monitor() {
    return new SimMonitor(scheduler);
  }

  @Override
  public Task start(String name, ThreadKind kind, Runnable body) {
    return scheduler.start(name, body);
  }

  @Override
  public Task current() {
    return scheduler.enter();
  }

  @Override
  public boolean interrupted() {
    scheduler.enter();
    return Thread.interrupted();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void point(String what) {
    scheduler.point(what);
  }

  /**
   * Ends every thread that is left. Only by the main thread; a second call does nothing.
   *
   * @throws SimulationFailure when something went wrong that was not told before
   */
  @Override
  public void close() {
    SimulationFailure untold = scheduler.close();
    if (untold != null) {
      throw untold;
    }
  }

  /** Builds a simulation. */
  public static final class Builder {
    private long seed;
    private Instant start = DEFAULT_START;
    private Duration realTimeLimit = Duration.ofSeconds(5);
    private long maxSteps = 50_000_000;
    private int traceLines = 200_000;

    private Builder() {}

    /** What decides the run. */
    public Builder seed(long value) {
      this.seed = value;
      return this;
    }

    /** Where the wall clock starts. */
    public Builder start(Instant at) {
      this.start = at;
      return this;
    }

    /** How long a thread may stay outside the simulation, in real time; positive. */
    public Builder realTimeLimit(Duration limit) {
      this.realTimeLimit = limit;
      return this;
    }

    /** The simulation fails after so many scheduling steps; positive. */
    public Builder maxSteps(long steps) {
      this.maxSteps = steps;
      return this;
    }

    /** How many of the last lines of the trace are kept; not negative. */
    public Builder traceLines(int lines) {
      this.traceLines = lines;
      return this;
    }

    /**
     * The simulation; the calling thread becomes its main thread.
     *
     * @throws IllegalArgumentException with everything that is out of range
     */
    public Simulation build() {
      if (realTimeLimit.isZero() || realTimeLimit.isNegative() || maxSteps < 1 || traceLines < 0) {
        throw new IllegalArgumentException(
            "a simulation needs a positive real-time limit and number of steps, and no negative"
                + " number of trace lines; found "
                + realTimeLimit
                + ", "
                + maxSteps
                + " and "
                + traceLines);
      }
      return new Simulation(this);
    }
  }
}
