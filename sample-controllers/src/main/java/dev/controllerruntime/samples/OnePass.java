package dev.controllerruntime.samples;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.manager.Quiescence;
import java.time.Duration;

/** Runs a manager until it has nothing left to do now. */
final class OnePass {
  private static final Duration AT_MOST = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /** A key due sooner belongs to the pass, such as a rollout that waits for more changes. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final int TIMES_IN_A_ROW = 4;

  private final Manager manager;
  private final Quiescence quiescence;

  OnePass(Manager manager) {
    this.manager = manager;
    this.quiescence = Quiescence.of(manager);
  }

  /** 0 when the pass was made, else 1. */
  int run() throws InterruptedException {
    Concurrency concurrency = Concurrency.system();
    manager.start();
    long until = concurrency.nanoTime() + AT_MOST.toNanos();
    int quiet = 0;
    while (quiet < TIMES_IN_A_ROW) {
      if (concurrency.nanoTime() > until) {
        System.err.println(
            "samples: the pass was not made within 60 s: "
                + manager.notReady().orElseGet(() -> String.join("; ", quiescence.busy())));
        return 1;
      }
      quiet = done() ? quiet + 1 : 0;
      concurrency.sleep(LOOK_AGAIN);
    }
    return 0;
  }

  private boolean done() {
    return manager.notReady().isEmpty()
        && quiescence.quiet()
        && quiescence.nextReady().filter(due -> due.compareTo(SOON) < 0).isEmpty();
  }
}
