package dev.controllerruntime.testkit;

import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;

/** Real time: polls. */
final class RealPace implements Pace {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(20);

  private final Concurrency concurrency;
  private final long start;

  RealPace(Concurrency concurrency) {
    this.concurrency = concurrency;
    this.start = concurrency.nanoTime();
  }

  @Override
  public boolean settle() {
    pass(POLL);
    return true;
  }

  @Override
  public void pass(Duration atMost) {
    try {
      concurrency.sleep(atMost.compareTo(POLL) < 0 ? atMost : POLL);
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }

  @Override
  public Duration elapsed() {
    return Duration.ofNanos(concurrency.nanoTime() - start);
  }

  @Override
  public boolean lookAgain(int looks, Duration time) {
    return time.compareTo(PATIENCE) < 0;
  }
}
