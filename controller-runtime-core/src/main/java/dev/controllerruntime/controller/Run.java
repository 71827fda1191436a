package dev.controllerruntime.controller;

import dev.controllerruntime.concurrent.Task;
import dev.controllerruntime.queue.Taken;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One run of the user's code. Its lock decides between "has returned" and "is interrupted", so that
 * no interrupt meant for it ever reaches the worker's next run; it never spans a wait.
 */
final class Run<R> {
  final Taken<R> taken;
  final String id;

  /** On the monotonic clock. */
  final long startNanos;

  private final Task worker;
  private final ReentrantLock lock = new ReentrantLock();
  private ContextFactory.@Nullable RunContext context;
  private @Nullable String refusal;
  private boolean returned;
  private volatile boolean over;
  private volatile boolean timedOut;
  private volatile boolean stuck;

  Run(Taken<R> taken, String id, long startNanos, Task worker) {
    this.taken = taken;
    this.id = id;
    this.startNanos = startNanos;
    this.worker = worker;
  }

  /** What {@code Context.cancelled()} says: should end, or has ended. */
  boolean cancelled() {
    return over;
  }

  /** Whether it was interrupted before it returned. */
  boolean wasCancelled() {
    lock.lock();
    try {
      return refusal != null;
    } finally {
      lock.unlock();
    }
  }

  boolean timedOut() {
    return timedOut;
  }

  boolean stuck() {
    return stuck;
  }

  void opened(ContextFactory.RunContext opened) {
    lock.lock();
    try {
      context = opened;
      if (refusal != null) {
        opened.refuseWrites(refusal);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The user's code has returned; nothing interrupts the worker from here on.
   *
   * @return the context to close, if there is one
   */
  ContextFactory.@Nullable RunContext returned() {
    lock.lock();
    try {
      returned = true;
      over = true;
      return context;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Refuses writes and interrupts, unless it has returned.
   *
   * @return whether it did
   */
  boolean cancel(String reason) {
    lock.lock();
    try {
      if (returned) {
        return false;
      }
      over = true;
      if (refusal == null) {
        refusal = reason;
        if (context != null) {
          context.refuseWrites(reason);
        }
      }
      worker.interrupt();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** {@link #cancel}, and from now on it counts as failed. */
  boolean timeOut(String reason) {
    lock.lock();
    try {
      timedOut = !returned;
      return cancel(reason);
    } finally {
      lock.unlock();
    }
  }

  /** Over twice its time. Whether it is. */
  boolean markStuck() {
    lock.lock();
    try {
      stuck = !returned;
      return stuck;
    } finally {
      lock.unlock();
    }
  }

  RunStatus<R> status(long nowNanos) {
    return new RunStatus<>(
        taken.request(),
        id,
        Duration.ofNanos(nowNanos - startNanos),
        timedOut,
        stuck,
        worker.stack());
  }
}
