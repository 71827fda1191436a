package dev.controllerruntime.testkit.concurrent;

import dev.controllerruntime.concurrent.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a simulation. Its state is changed only by the thread that holds the baton; the baton
 * itself ({@link #go}) is what passes visibility on.
 */
final class SimThread implements Task {
  /** Where a thread stands. */
  enum State {
    /** Could go on, or does. */
    RUNNABLE,
    /** Waits for another thread or for time. */
    WAITING,
    /** Waits until no other thread can go on at this time. */
    SETTLING,
    /** Its body has ended. */
    FINISHED
  }

  static final long NEVER = Long.MAX_VALUE;

  final Scheduler scheduler;
  final int id;
  final String name;
  final Thread thread;
  final List<SimThread> joiners = new ArrayList<>();

  volatile State state = State.RUNNABLE;
  volatile boolean go;

  /** What it waits for, for reports. */
  String waitsFor = "";

  /** The step at which it no longer waits for the others to settle. */
  long givesUpAt = Long.MAX_VALUE;

  /** When its wait ends by itself. */
  long deadline = NEVER;

  /** The wait ended by itself. */
  boolean timedOut;

  /** The wait may be ended by an interrupt. */
  boolean interruptible;

  /** Interrupted while it did not run; becomes the JDK's mark when it runs again. */
  boolean interrupted;

  SimThread(Scheduler scheduler, int id, String name, @Nullable Runnable body) {
    this.scheduler = scheduler;
    this.id = id;
    this.name = name;
    if (body == null) {
      this.thread = Thread.currentThread();
    } else {
      this.thread = new Thread(() -> scheduler.live(this, body), name);
      this.thread.setDaemon(true);
    }
  }

  /** Goes on when it is picked. */
  void makeRunnable() {
    state = State.RUNNABLE;
    deadline = NEVER;
    interruptible = false;
  }

  /** Name in the trace: names need not be unique, numbers are. */
  String label() {
    return id + ":" + name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void interrupt() {
    scheduler.interrupt(this);
  }

  @Override
  public boolean finished() {
    return state == State.FINISHED;
  }

  @Override
  public boolean join(Duration atMost) throws InterruptedException {
    return scheduler.join(this, atMost);
  }

  @Override
  public List<StackTraceElement> stack() {
    return finished() ? List.of() : List.of(thread.getStackTrace());
  }

  @Override
  public String toString() {
    return label();
  }
}
