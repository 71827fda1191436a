package dev.controllerruntime.testkit;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Task;
import dev.controllerruntime.testkit.concurrent.Simulation;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The threads of the JDK, but a wall clock that stands still and chance that repeats itself: a unit
 * test sees the same uids and times in each run.
 */
final class FixedTime implements Concurrency {
  private final Concurrency threads = Concurrency.system();
  private final Monitor monitor = threads.monitor();
  private final SplittableRandom random = new SplittableRandom(0);

  @Override
  public InstantSource clock() {
    return () -> Simulation.DEFAULT_START;
  }

  @Override
  public RandomGenerator random() {
    return this::next;
  }

  private long next() {
    monitor.lock();
    try {
      return random.nextLong();
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public long nanoTime() {
    return threads.nanoTime();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    threads.sleep(duration);
  }

  @Override
  public Monitor monitor() {
    return threads.monitor();
  }

  @Override
  public Task start(String name, ThreadKind kind, Runnable body) {
    return threads.start(name, kind, body);
  }

  @Override
  public Task current() {
    return threads.current();
  }

  @Override
  public boolean interrupted() {
    return threads.interrupted();
  }

  @Override
  public void point(String what) {
    threads.point(what);
  }
}
