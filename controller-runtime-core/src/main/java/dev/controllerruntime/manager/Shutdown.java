package dev.controllerruntime.manager;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Task;
import dev.controllerruntime.leaderelection.LeaderElection;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ordered stop: controllers drain together, what is left is cancelled, Events go out, the lease
 * is released, caches end. The lease goes before the caches: they do nothing that is elected, and a
 * watch that hangs must not delay the next leader.
 */
final class Shutdown {
  private static final Logger LOG = LoggerFactory.getLogger(Manager.class);
  private static final String STOPPING = "manager stops";

  private final ManagerOptions options;
  private final Parts parts;
  private final Duration beyondDrain;
  private final Concurrency concurrency;

  Shutdown(ManagerOptions options, Parts parts, Duration beyondDrain) {
    this.options = options;
    this.parts = parts;
    this.beyondDrain = beyondDrain;
    this.concurrency = options.concurrency();
  }

  void stop(List<ControllerRuntime<?>> controllers, boolean started) throws InterruptedException {
    LOG.info("Stopping: running reconciles may finish for {} s", grace().toSeconds());
    // Until they are known to have returned, the lease must not be given back.
    boolean allReturned = false;
    try {
      controllers.forEach(each -> each.loop().pause(STOPPING));
      long drained = deadline(grace());
      for (ControllerRuntime<?> each : controllers) {
        each.loop().awaitIdle(left(drained));
      }
      controllers.forEach(each -> each.loop().cancelRuns(STOPPING));
      long cancelled = deadline(beyondDrain.multipliedBy(2).dividedBy(5));
      int left = 0;
      for (ControllerRuntime<?> each : controllers) {
        left += each.stop(Duration.ZERO, left(cancelled));
      }
      allReturned = left == 0;
      if (started) {
        parts.events().stop(beyondDrain.dividedBy(5));
      }
    } finally {
      release(allReturned);
      endCaches(controllers);
      parts.timers().close();
      if (options.ownsTransport()) {
        parts.transport().close();
      }
      parts.metering().close();
      LOG.info("Stopped");
    }
  }

  private Duration grace() {
    return options.gracefulTimeout();
  }

  private void release(boolean allReturned) throws InterruptedException {
    LeaderElection election = parts.election();
    if (election != null) {
      election.stop(allReturned, beyondDrain.dividedBy(5));
    }
  }

  private void endCaches(List<ControllerRuntime<?>> controllers) throws InterruptedException {
    Task ending =
        concurrency.start(
            "caches-stop",
            ThreadKind.PLATFORM,
            () -> {
              controllers.forEach(ControllerRuntime::close);
              parts.caches().stop();
            });
    if (!ending.join(beyondDrain.dividedBy(5))) {
      LOG.warn("The watch loops have not ended yet; they end in the background");
    }
  }

  private long deadline(Duration after) {
    return concurrency.nanoTime() + after.toNanos();
  }

  private Duration left(long deadline) {
    long nanos = deadline - concurrency.nanoTime();
    return nanos <= 0 ? Duration.ZERO : Duration.ofNanos(nanos);
  }
}
