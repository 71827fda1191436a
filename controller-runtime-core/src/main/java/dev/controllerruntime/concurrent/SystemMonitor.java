package dev.controllerruntime.concurrent;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A {@link ReentrantLock} (which, other than a JDK monitor, never pins a carrier thread). */
final class SystemMonitor implements Monitor {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition condition = lock.newCondition();

  @Override
  public void lock() {
    lock.lock();
  }

  @Override
  public void unlock() {
    lock.unlock();
  }

  @Override
  public void await() throws InterruptedException {
    condition.await();
  }

  @Override
  public boolean await(Duration atMost) throws InterruptedException {
    return condition.awaitNanos(Durations.nanos(atMost)) > 0;
  }

  @Override
  public void signal() {
    condition.signal();
  }

  @Override
  public void signalAll() {
    condition.signalAll();
  }
}
