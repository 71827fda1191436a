package dev.controllerruntime.samples.configmap;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Holds a rollout back until its reason has not changed for a while, so that changes that come
 * together make one. Only in memory: after a restart the wait begins again, and nothing is lost.
 */
final class Debounce {
  private record Waiting(String reason, Instant first, Instant last) {}

  private final Duration quiet;
  private final Duration atMost;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<WorkloadRequest, Waiting> waiting = new LinkedHashMap<>();

  Debounce(Duration quiet, Duration atMost) {
    this.quiet = quiet;
    this.atMost = atMost;
  }

  /** How long the rollout for this reason must wait from now; zero when it may go. */
  Duration left(WorkloadRequest workload, String reason, Instant now) {
    lock.lock();
    try {
      Waiting known = waiting.get(workload);
      Waiting next =
          known == null
              ? new Waiting(reason, now, now)
              : known.reason().equals(reason) ? known : new Waiting(reason, known.first(), now);
      waiting.put(workload, next);
      Instant still = next.last().plus(quiet);
      Instant latest = next.first().plus(atMost);
      Duration left = Duration.between(now, still.isBefore(latest) ? still : latest);
      return left.isNegative() ? Duration.ZERO : left;
    } finally {
      lock.unlock();
    }
  }

  /** It has rolled, needs not any more, or is gone. */
  void forget(WorkloadRequest workload) {
    lock.lock();
    try {
      waiting.remove(workload);
    } finally {
      lock.unlock();
    }
  }
}
