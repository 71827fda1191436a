package dev.controllerruntime.testkit.concurrent;

import dev.controllerruntime.concurrent.Monitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lock whose waits go through the scheduler. Taking it is a scheduling point. */
final class SimMonitor implements Monitor {
  private final Scheduler scheduler;
  private final List<SimThread> contenders = new ArrayList<>();
  private final List<SimThread> waiters = new ArrayList<>();
  private @Nullable SimThread owner;
  private int holds;

  SimMonitor(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public void lock() {
    SimThread me = scheduler.enter();
    if (owner == me) {
      holds++;
      return;
    }
    scheduler.maybeSwitch(me);
    acquire(me, 1);
  }

  private void acquire(SimThread me, int times) {
    while (owner != null) {
      contenders.add(me);
      try {
        scheduler.waitFor(me, "the lock held by " + owner.label(), SimThread.NEVER, false);
      } finally {
        contenders.remove(me);
      }
    }
    owner = me;
    holds = times;
  }

  @Override
  public void unlock() {
    if (scheduler.ending()) {
      // The thread is on its way out: its finally blocks must not hide why.
      return;
    }
    SimThread me = owned();
    holds--;
    if (holds == 0) {
      release(me);
    }
  }

  private void release(SimThread me) {
    owner = null;
    // All of them, so that the seed decides who is first.
    contenders.forEach(SimThread::makeRunnable);
  }

  private SimThread owned() {
    SimThread me = scheduler.enter();
    if (owner != me) {
      throw new IllegalMonitorStateException(me.label() + " does not hold the lock");
    }
    return me;
  }

  @Override
  public void await() throws InterruptedException {
    await(SimThread.NEVER);
  }

  @Override
  public boolean await(Duration atMost) throws InterruptedException {
    return await(scheduler.deadline(atMost));
  }

  private boolean await(long deadline) throws InterruptedException {
    SimThread me = owned();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    int held = holds;
    waiters.add(me);
    release(me);
    scheduler.waitFor(me, "a signal", deadline, true);
    boolean signalled = !waiters.remove(me);
    boolean timedOut = me.timedOut;
    acquire(me, held);
    if (!signalled && !timedOut && Thread.interrupted()) {
      throw new InterruptedException();
    }
    return signalled;
  }

  @Override
  public void signal() {
    SimThread me = owned();
    if (!waiters.isEmpty()) {
      wake(me, waiters.remove(scheduler.choose(waiters.size())));
    }
  }

  @Override
  public void signalAll() {
    SimThread me = owned();
    while (!waiters.isEmpty()) {
      wake(me, waiters.remove(0));
    }
  }

  private void wake(SimThread me, SimThread waiter) {
    scheduler.trace(me, "signals " + waiter.label());
    waiter.makeRunnable();
  }
}
