package dev.controllerruntime.leaderelection;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Task;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Clocks that move only when told; for code that is driven in steps and starts no thread. */
final class ManualTime implements Concurrency {
  private long nanos = Long.MAX_VALUE - 1_000;
  private Instant wall = Instant.parse("2026-01-01T00:00:00Z");

  /** Both clocks go on. */
  void pass(Duration duration) {
    nanos += duration.toNanos();
    wall = wall.plus(duration);
  }

  /** Only the wall clock goes on, as after a sleep of the machine. */
  void jumpWall(Duration duration) {
    wall = wall.plus(duration);
  }

  /** Another machine: the same flow of time, another wall clock. */
  Concurrency withWallOff(Duration by) {
    ManualTime here = this;
    return new Delegate(here) {
      @Override
      public InstantSource clock() {
        return () -> here.wall.plus(by);
      }
    };
  }

  @Override
  public InstantSource clock() {
    return () -> wall;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public void sleep(Duration duration) {
    pass(duration);
  }

  @Override
  public Monitor monitor() {
    throw new UnsupportedOperationException("steps need no monitor");
  }

  @Override
  public Task start(String name, ThreadKind kind, Runnable body) {
    throw new UnsupportedOperationException("steps need no thread");
  }

  @Override
  public Task current() {
    throw new UnsupportedOperationException("steps need no thread");
  }

  @Override
  public boolean interrupted() {
    return false;
  }

  @Override
  public RandomGenerator random() {
    return () -> 0;
  }

  @Override
  public void point(String what) {}

  private static class Delegate implements Concurrency {
    private final Concurrency to;

    Delegate(Concurrency to) {
      this.to = to;
    }

    @Override
    public InstantSource clock() {
      return to.clock();
    }

    @Override
    public long nanoTime() {
      return to.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      to.sleep(duration);
    }

    @Override
    public Monitor monitor() {
      return to.monitor();
    }

    @Override
    public Task start(String name, ThreadKind kind, Runnable body) {
      return to.start(name, kind, body);
    }

    @Override
    public Task current() {
      return to.current();
    }

    @Override
    public boolean interrupted() {
      return to.interrupted();
    }

    @Override
    public RandomGenerator random() {
      return to.random();
    }

    @Override
    public void point(String what) {
      to.point(what);
    }
  }
}
