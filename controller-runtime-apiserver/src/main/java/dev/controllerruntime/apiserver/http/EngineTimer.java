package dev.controllerruntime.apiserver.http;

import dev.controllerruntime.apiserver.ApiServer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that wakes the engine when something is due. */
final class EngineTimer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineTimer.class);

  private final ApiServer engine;
  private final InstantSource clock;
  private final RandomGenerator random;
  final Thread thread = new Thread(this::run, "apiserver-timer");
  final Object lock = new Object();
  private @Nullable Instant waitingFor;
  private boolean closed;

  EngineTimer(ApiServer engine, InstantSource clock, RandomGenerator random) {
    this.engine = engine;
    this.clock = clock;
    this.random = random;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** A call of the engine may have made something due earlier than the thread waits for. */
  void recheck() {
    Optional<Instant> next = engine.nextWakeUp();
    if (next.isEmpty()) {
      return;
    }
    synchronized (lock) {
      if (waitingFor == null || next.get().isBefore(waitingFor)) {
        waitingFor = next.get();
        lock.notifyAll();
      }
    }
  }

  private void run() {
    try {
      while (awaitDue()) {
        try {
          engine.wakeUp(clock.instant(), random);
        } catch (RuntimeException e) {
          LOG.error("the API server's timer failed; it goes on", e);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("timer interrupted");
    }
  }

  /** Waits until something is due; false once closed. */
  private boolean awaitDue() throws InterruptedException {
    synchronized (lock) {
      // Asked inside: a recheck between the question and the wait would be overwritten and lost.
      waitingFor = engine.nextWakeUp().orElse(null);
      while (!closed) {
        if (waitingFor == null) {
          lock.wait();
          continue;
        }
        Duration left = Duration.between(clock.instant(), waitingFor);
        if (left.isZero() || left.isNegative()) {
          return true;
        }
        lock.wait(Math.max(1, Math.min(left.toMillis(), 60_000)));
      }
      return false;
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }
}
