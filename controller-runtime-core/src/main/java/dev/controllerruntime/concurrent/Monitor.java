package dev.controllerruntime.concurrent;

import dev.controllerruntime.api.Internal;
import java.time.Duration;

/**
 * A reentrant lock with one condition. {@link #await} and the signals need the lock held.
 *
 * @since 0.1.0
 */
@Internal
public interface Monitor {
  /** Takes the lock. */
  void lock();

  /** Gives the lock back. */
  void unlock();

  /** Waits until signalled (spurious wake-ups are possible: test the condition in a loop). */
  void await() throws InterruptedException;

  /**
   * Waits until signalled or the time has passed.
   *
   * @return false when the time has passed
   */
  boolean await(Duration atMost) throws InterruptedException;

  /** Wakes one waiter. */
  void signal();

  /** Wakes all waiters. */
  void signalAll();
}
