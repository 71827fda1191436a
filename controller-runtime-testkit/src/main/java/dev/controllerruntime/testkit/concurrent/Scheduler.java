package dev.controllerruntime.testkit.concurrent;

import dev.controllerruntime.testkit.concurrent.SimThread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread run at a time. The one that runs holds the baton and alone touches what is here;
 * at a scheduling point or wait it picks the next one by the seed and hands the baton over. When
 * nobody can run, time jumps to the earliest deadline.
 */
final class Scheduler {
  /** One uncontended lock in so many is a switch: enough to mix, few enough to be quick. */
  private static final int LOCKS_PER_SWITCH = 4;

  private static final long GAVE_UP = -1;

  private final SeededRandom choices;
  private final Trace trace;
  private final long realLimitNanos;
  private final long maxSteps;
  private final List<SimThread> threads = new ArrayList<>();
  private final ThreadLocal<SimThread> current = new ThreadLocal<>();
  private final SimThread main;
  private int started;
  private volatile long now;
  private volatile long steps;
  private volatile SimThread running;
  private volatile boolean closing;
  private volatile @Nullable SimulationFailure failure;

  /** The calling thread becomes the main thread and holds the baton. */
  Scheduler(long seed, Trace trace, Duration realLimit, long maxSteps) {
    this.choices = new SeededRandom(seed);
    this.trace = trace;
    this.realLimitNanos = realLimit.toNanos();
    this.maxSteps = maxSteps;
    this.main = new SimThread(this, started++, "main", null);
    this.running = main;
    threads.add(main);
    current.set(main);
  }

  long now() {
    return now;
  }

  long deadline(Duration from) {
    if (from.isNegative()) {
      return now;
    }
    Duration left = Duration.ofNanos(SimThread.NEVER - now - 1);
    return from.compareTo(left) >= 0 ? SimThread.NEVER - 1 : now + from.toNanos();
  }

  int choose(int bound) {
    return choices.nextInt(bound);
  }

  void trace(SimThread thread, String what) {
    trace.line(now, thread.label(), what);
  }

  /** Whether the calling thread is being ended. */
  boolean ending() {
    return closing || failure != null || running != current.get();
  }

  /** Every operation begins here: the calling thread, which must hold the baton. */
  SimThread enter() {
    SimThread me = current.get();
    if (me == null) {
      throw new IllegalStateException(
          "thread "
              + Thread.currentThread().getName()
              + " is not part of the simulation: start it through Concurrency.start, or make the"
              + " simulation on the thread of the test");
    }
    checkAlive(me);
    return me;
  }

  private void checkAlive(SimThread me) {
    SimulationFailure why = failure;
    if (me == main) {
      if (why != null) {
        throw why;
      }
      if (closing) {
        throw new IllegalStateException("the simulation is closed");
      }
    } else if (closing || why != null || running != me) {
      throw new SimulationStopped(me.label());
    }
  }

  SimThread start(String name, Runnable body) {
    SimThread me = enter();
    SimThread thread = new SimThread(this, started++, name, body);
    threads.add(thread);
    trace(me, "starts " + thread.label());
    thread.thread.start();
    return thread;
  }

  /** The life of a started thread. */
  void live(SimThread me, Runnable body) {
    current.set(me);
    try {
      awaitBaton(me);
      trace(me, "begins");
      body.run();
      trace(me, "ends");
    } catch (Throwable e) {
      // Once the simulation has ended, threads end by SimulationStopped or by what that led to.
      boolean wanted = e instanceof SimulationStopped || closing || running != me;
      if (!wanted) {
        fail(new SimulationFailure("thread " + me.label() + " ended by an uncaught throwable", e));
      }
    } finally {
      finish(me);
    }
  }

  private void finish(SimThread me) {
    me.state = State.FINISHED;
    if (running != me) {
      return;
    }
    threads.remove(me);
    me.joiners.forEach(SimThread::makeRunnable);
    pass(closing || failure != null ? main : next());
  }

  /** A scheduling point of the user's. */
  void point(String what) {
    SimThread me = enter();
    trace(me, what);
    handOver(me);
  }

  /** A scheduling point that is often none. */
  void maybeSwitch(SimThread me) {
    if (choose(LOCKS_PER_SWITCH) == 0) {
      handOver(me);
    }
  }

  /** Waits until made runnable by another thread, or until the deadline. */
  void waitFor(SimThread me, String what, long deadline, boolean interruptible) {
    me.waitsFor = what;
    me.deadline = deadline;
    me.timedOut = false;
    me.interruptible = interruptible;
    me.state = State.WAITING;
    trace(me, deadline == SimThread.NEVER ? "waits" : "waits for " + (deadline - now) + " ns");
    handOver(me);
  }

  void sleep(Duration duration) throws InterruptedException {
    SimThread me = enter();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (duration.isZero() || duration.isNegative()) {
      return;
    }
    waitFor(me, "time to pass", deadline(duration), true);
    if (!me.timedOut && Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  boolean join(SimThread other, Duration atMost) throws InterruptedException {
    SimThread me = enter();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!other.finished() && !atMost.isZero() && !atMost.isNegative()) {
      other.joiners.add(me);
      waitFor(me, "the end of " + other.label(), deadline(atMost), true);
      other.joiners.remove(me);
      if (!me.timedOut && !other.finished() && Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return other.finished();
  }

  void interrupt(SimThread target) {
    SimThread me = enter();
    trace(me, "interrupts " + target.label());
    if (target == me) {
      Thread.currentThread().interrupt();
      return;
    }
    target.interrupted = true;
    if (target.state == State.WAITING && target.interruptible) {
      target.makeRunnable();
    }
  }

  /** Lets the others run until none can without time passing. */
  void settle() {
    settle(Long.MAX_VALUE);
  }

  /** Whether they did so within a number of steps. */
  boolean settle(long atMost) {
    SimThread me = enter();
    me.waitsFor = "the others to settle";
    me.state = State.SETTLING;
    me.givesUpAt = atMost > Long.MAX_VALUE - steps ? Long.MAX_VALUE : steps + atMost;
    trace(me, "settles");
    handOver(me);
    boolean settled = me.givesUpAt != GAVE_UP;
    me.givesUpAt = Long.MAX_VALUE;
    return settled;
  }

  private @Nullable SimThread givingUp() {
    for (SimThread thread : threads) {
      if (thread.state == State.SETTLING && thread.givesUpAt <= steps) {
        return thread;
      }
    }
    return null;
  }

  private void handOver(SimThread me) {
    SimThread next = next();
    if (next != me) {
      if (Thread.interrupted()) {
        me.interrupted = true;
      }
      trace(next, "runs");
      pass(next);
      awaitBaton(me);
    }
    checkAlive(me);
  }

  private void pass(SimThread next) {
    running = next;
    next.go = true;
    LockSupport.unpark(next.thread);
  }

  private void awaitBaton(SimThread me) {
    if (me == main) {
      awaitBatonAndWatch();
    } else {
      while (!me.go) {
        LockSupport.park(this);
        if (Thread.interrupted()) {
          me.interrupted = true;
        }
      }
    }
    me.go = false;
    checkAlive(me);
    if (me.interrupted) {
      me.interrupted = false;
      Thread.currentThread().interrupt();
    }
  }

  /** The main thread watches whether the others move on in real time. */
  private void awaitBatonAndWatch() {
    long seen = steps;
    long since = System.nanoTime();
    while (!main.go) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(100));
      if (Thread.interrupted()) {
        main.interrupted = true;
      }
      long at = System.nanoTime();
      if (steps != seen) {
        seen = steps;
        since = at;
      } else if (at - since > realLimitNanos) {
        SimThread culprit = running;
        SimulationFailure told =
            new SimulationFailure(
                "thread "
                    + culprit.label()
                    + " has left the simulation: it did not come back within "
                    + Duration.ofNanos(realLimitNanos)
                    + " of real time; it stands here:"
                    + Report.stack(culprit));
        fail(told);
        running = main;
        // It waits for something real: this is the only way to reach it.
        culprit.thread.interrupt();
        return;
      }
    }
  }

  private SimThread next() {
    steps++;
    if (steps > maxSteps) {
      fail(new SimulationFailure("no end after " + maxSteps + " steps" + Report.of(threads)));
      return main;
    }
    SimThread impatient = givingUp();
    if (impatient != null) {
      impatient.givesUpAt = GAVE_UP;
      impatient.makeRunnable();
      return impatient;
    }
    while (true) {
      List<SimThread> runnable = with(State.RUNNABLE);
      if (!runnable.isEmpty()) {
        return runnable.size() == 1 ? runnable.get(0) : runnable.get(choose(runnable.size()));
      }
      List<SimThread> settling = with(State.SETTLING);
      if (!settling.isEmpty()) {
        settling.get(0).makeRunnable();
        continue;
      }
      if (!advance()) {
        fail(new SimulationFailure("every thread waits for ever" + Report.of(threads)));
        return main;
      }
    }
  }

  private List<SimThread> with(State state) {
    List<SimThread> all = new ArrayList<>(threads.size());
    for (SimThread thread : threads) {
      if (thread.state == state) {
        all.add(thread);
      }
    }
    return all;
  }

  private boolean advance() {
    long earliest = SimThread.NEVER;
    for (SimThread thread : threads) {
      if (thread.state == State.WAITING) {
        earliest = Math.min(earliest, thread.deadline);
      }
    }
    if (earliest == SimThread.NEVER) {
      return false;
    }
    now = Math.max(now, earliest);
    for (SimThread thread : threads) {
      if (thread.state == State.WAITING && thread.deadline <= now) {
        thread.makeRunnable();
        thread.timedOut = true;
      }
    }
    return true;
  }

  private void fail(SimulationFailure because) {
    if (failure == null) {
      failure = because;
    }
  }

  /**
   * Ends every thread at its next scheduling point, one after the other. Only the main thread.
   *
   * @return what went wrong and was not told yet
   */
  @Nullable SimulationFailure close() {
    if (current.get() != main) {
      throw new IllegalStateException("a simulation is closed by the thread that made it");
    }
    if (closing) {
      return null;
    }
    SimulationFailure before = failure;
    closing = true;
    List<SimThread> left = new ArrayList<>(threads);
    left.remove(main);
    for (SimThread thread : left) {
      if (thread.thread.isAlive()) {
        pass(thread);
        awaitEnd(thread);
      }
    }
    current.remove();
    return before == null ? failure : null;
  }

  private void awaitEnd(SimThread thread) {
    boolean interrupted = false;
    long limit = System.nanoTime() + realLimitNanos;
    while (thread.thread.isAlive() && System.nanoTime() - limit < 0) {
      try {
        thread.thread.join(100);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (thread.thread.isAlive()) {
      fail(
          new SimulationFailure(
              "thread "
                  + thread.label()
                  + " did not end with the simulation; it stands here:"
                  + Report.stack(thread)));
      thread.thread.interrupt();
    }
    running = main;
    main.go = false;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
