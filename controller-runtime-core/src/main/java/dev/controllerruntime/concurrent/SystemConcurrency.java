package dev.controllerruntime.concurrent;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thin shell over the JDK. */
final class SystemConcurrency implements Concurrency {
  private static final Logger LOG = LoggerFactory.getLogger(Concurrency.class);

  private final ThreadFactories workers;

  SystemConcurrency(VirtualWorkers virtualWorkers) {
    this.workers = ThreadFactories.choose(virtualWorkers);
  }

  @Override
  public InstantSource clock() {
    return InstantSource.system();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (duration.isNegative() || duration.isZero()) {
      return;
    }
    TimeUnit.NANOSECONDS.sleep(Durations.nanos(duration));
  }

  @Override
  public Monitor monitor() {
    return new SystemMonitor();
  }

  @Override
  public Task start(String name, ThreadKind kind, Runnable body) {
    Runnable logged =
        () -> {
          try {
            body.run();
          } catch (Throwable e) {
            // Nobody joins these threads for their result: what is not logged here is lost.
            LOG.error("Thread {} ended by an uncaught throwable", name, e);
          }
        };
    ThreadFactories factory = kind == ThreadKind.WORKER ? workers : ThreadFactories.PLATFORM;
    Thread thread = factory.unstarted(name, logged);
    thread.start();
    return new SystemTask(thread);
  }

  @Override
  public Task current() {
    return new SystemTask(Thread.currentThread());
  }

  @Override
  public boolean interrupted() {
    return Thread.interrupted();
  }

  @Override
  public RandomGenerator random() {
    return Chance.INSTANCE;
  }

  @Override
  public void point(String what) {}

  /** One generator for all threads: each call goes to the calling thread's own. */
  private enum Chance implements RandomGenerator {
    INSTANCE;

    @Override
    public long nextLong() {
      return ThreadLocalRandom.current().nextLong();
    }
  }
}
