package dev.controllerruntime.client.transport;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Time in which a sleep is over at once; it keeps how long each one was, and the points passed. */
public final class JumpingTime implements Concurrency {
  private final Concurrency system = Concurrency.system();
  private final RandomGenerator random = new SplittableRandom(42);
  private final List<Duration> sleeps = new ArrayList<>();
  private final List<String> points = new ArrayList<>();
  private long nanos;

  public List<Duration> sleeps() {
    return sleeps;
  }

  public List<String> points() {
    return points;
  }

  public void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Override
  public InstantSource clock() {
    return () -> Instant.EPOCH.plusNanos(nanos);
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (system.interrupted()) {
      throw new InterruptedException();
    }
    sleeps.add(duration);
    pass(duration);
  }

  @Override
  public Monitor monitor() {
    return system.monitor();
  }

  @Override
  public Task start(String name, ThreadKind kind, Runnable body) {
    return system.start(name, kind, body);
  }

  @Override
  public Task current() {
    return system.current();
  }

  @Override
  public boolean interrupted() {
    return system.interrupted();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void point(String what) {
    points.add(what);
  }
}
