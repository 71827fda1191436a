package dev.controllerruntime.concurrent;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Threads of which one runs at a time, in the order in which they became ready; a switch happens at
 * waits alone. The test's own thread drives: others run in {@link #settle}, in {@link #pass}, and
 * while the test itself waits. Time passes only in {@link #pass}, and to the nearest deadline when
 * all wait. A lock held across a wait, two monitors taken in both orders, and a wait that nothing
 * can end fail the test.
 */
public final class TurnTaking implements Concurrency {
  private static final long NEVER = Long.MAX_VALUE;

  private final Turn driver = new Turn("test");
  private final ThreadLocal<Turn> here = ThreadLocal.withInitial(() -> driver);
  private final List<Turn> turns = new ArrayList<>(List.of(driver));
  private final Semaphore back = new Semaphore(0);
  private final RandomGenerator random = new SplittableRandom(7);
  private final Map<Object, Set<Object>> takenInside = new LinkedHashMap<>();
  private @Nullable Throwable failure;
  private long now;
  private long readiness;

  private final class Turn implements Task {
    final String name;
    final Semaphore go = new Semaphore(0);
    final List<TurnMonitor> held = new ArrayList<>();
    @Nullable Thread thread;
    boolean ready = true;
    long readySince = readiness;
    long deadline = NEVER;
    @Nullable TurnMonitor waitsFor;
    boolean interrupted;
    boolean finished;

    Turn(String name) {
      this.name = name;
    }

    void wake() {
      if (!ready) {
        ready = true;
        readySince = ++readiness;
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void interrupt() {
      interrupted = true;
      wake();
    }

    @Override
    public boolean finished() {
      return finished;
    }

    @Override
    public boolean join(Duration atMost) throws InterruptedException {
      long until = later(atMost);
      while (!finished && now < until) {
        suspend(null, Math.min(until, now + Duration.ofMillis(1).toNanos()));
      }
      return finished;
    }

    @Override
    public List<StackTraceElement> stack() {
      Thread running = thread;
      return running == null ? List.of() : List.of(running.getStackTrace());
    }
  }

  private final class TurnMonitor implements Monitor {
    @Nullable Turn owner;
    int holds;

    @Override
    public void lock() {
      Turn me = here.get();
      Turn other = owner;
      if (other != null && other != me) {
        throw fail(me.name + " needs a lock that " + other.name + " holds across a wait");
      }
      if (holds == 0) {
        for (TurnMonitor outer : me.held) {
          takenInside.computeIfAbsent(outer, key -> new LinkedHashSet<>()).add(this);
          if (takenInside.getOrDefault(this, Set.of()).contains(outer)) {
            throw fail(me.name + " takes two locks in the opposite order: a deadlock waits there");
          }
        }
        me.held.add(this);
      }
      owner = me;
      holds++;
    }

    @Override
    public void unlock() {
      holds--;
      if (holds == 0) {
        here.get().held.remove(this);
        owner = null;
      }
    }

    @Override
    public void await() throws InterruptedException {
      awaitUntil(NEVER);
    }

    @Override
    public boolean await(Duration atMost) throws InterruptedException {
      return awaitUntil(later(atMost));
    }

    private boolean awaitUntil(long deadline) throws InterruptedException {
      Turn me = here.get();
      int mine = holds;
      holds = 0;
      owner = null;
      me.held.remove(this);
      try {
        return suspend(this, deadline);
      } finally {
        holds = mine;
        owner = me;
        me.held.add(this);
      }
    }

    @Override
    public void signal() {
      for (Turn turn : turns) {
        if (turn.waitsFor == this && !turn.ready) {
          turn.wake();
          return;
        }
      }
    }

    @Override
    public void signalAll() {
      turns.stream().filter(turn -> turn.waitsFor == this).forEach(Turn::wake);
    }
  }

  /** Lets the others run until all of them wait. */
  public void settle() {
    while (runOne()) {
      check();
    }
    check();
  }

  /** Lets time pass; whoever waits for a moment in between gets it. */
  public void pass(Duration time) {
    long until = later(time);
    settle();
    while (nextDeadline(until) <= until) {
      moveTo(nextDeadline(until));
      settle();
    }
    now = Math.max(now, until);
  }

  /** Time passes while the running thread does something that is no wait. */
  public void spend(Duration time) {
    now += time.toNanos();
  }

  private long nextDeadline(long otherwise) {
    long next = NEVER;
    for (Turn turn : turns) {
      if (!turn.ready && !turn.finished) {
        next = Math.min(next, turn.deadline);
      }
    }
    return next == NEVER ? otherwise + 1 : next;
  }

  private void moveTo(long time) {
    now = Math.max(now, time);
    turns.stream().filter(turn -> turn.deadline <= now).forEach(Turn::wake);
  }

  /** One other thread until its next wait; false when none is ready. */
  private boolean runOne() {
    Turn next = null;
    for (Turn turn : turns) {
      boolean candidate = turn != driver && turn.ready && !turn.finished;
      if (candidate && (next == null || turn.readySince < next.readySince)) {
        next = turn;
      }
    }
    if (next == null) {
      return false;
    }
    next.go.release();
    back.acquireUninterruptibly();
    return true;
  }

  /** Gives the turn away; false when the deadline brought it back. */
  private boolean suspend(@Nullable TurnMonitor monitor, long deadline)
      throws InterruptedException {
    Turn me = here.get();
    throwIfInterrupted(me);
    if (deadline <= now) {
      return false;
    }
    me.ready = false;
    me.waitsFor = monitor;
    me.deadline = deadline;
    if (me == driver) {
      driveUntilReady();
    } else {
      back.release();
      me.go.acquireUninterruptibly();
    }
    boolean timedOut = me.deadline <= now;
    me.waitsFor = null;
    me.deadline = NEVER;
    throwIfInterrupted(me);
    return !timedOut;
  }

  private static void throwIfInterrupted(Turn me) throws InterruptedException {
    if (me.interrupted) {
      me.interrupted = false;
      throw new InterruptedException();
    }
  }

  private void driveUntilReady() {
    settle();
    while (!driver.ready) {
      long next = nextDeadline(NEVER - 1);
      if (next == NEVER) {
        throw fail("all threads wait, and nothing can end that");
      }
      moveTo(next);
      settle();
    }
  }

  private AssertionError fail(String message) {
    AssertionError error = new AssertionError(message);
    failure = error;
    return error;
  }

  private void check() {
    Throwable failed = failure;
    if (failed != null) {
      failure = null;
      throw new AssertionError("a thread failed: " + failed.getMessage(), failed);
    }
  }

  private long later(Duration time) {
    long nanos = Durations.nanos(time);
    return nanos > NEVER - 1 - now ? NEVER - 1 : now + Math.max(0, nanos);
  }

  @Override
  public InstantSource clock() {
    return () -> Instant.EPOCH.plusNanos(now);
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    suspend(null, later(duration));
  }

  @Override
  public Monitor monitor() {
    return new TurnMonitor();
  }

  @Override
  public Task start(String name, ThreadKind kind, Runnable body) {
    Turn turn = new Turn(name);
    turn.readySince = ++readiness;
    turns.add(turn);
    Thread thread =
        new Thread(
            () -> {
              here.set(turn);
              turn.go.acquireUninterruptibly();
              try {
                body.run();
              } catch (Throwable thrown) {
                failure = thrown;
              } finally {
                turn.finished = true;
                back.release();
              }
            },
            name);
    thread.setDaemon(true);
    turn.thread = thread;
    thread.start();
    return turn;
  }

  @Override
  public Task current() {
    return here.get();
  }

  @Override
  public boolean interrupted() {
    Turn me = here.get();
    boolean was = me.interrupted;
    me.interrupted = false;
    return was;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void point(String what) {}
}
