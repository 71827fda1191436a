package dev.controllerruntime.reflector;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waits between attempts: 100 ms doubling to 10 s, each between half and one and a half of that, so
 * that clients of a server that comes back do not come all at once. The cap is low, because a
 * controller without its watch is blind, and one list per kind in 10 s is little.
 */
final class BackOff {
  static final Duration FIRST = Duration.ofMillis(100);
  static final Duration CAP = Duration.ofSeconds(10);

  /** The longest wait that a Retry-After is given. */
  static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

  private final RandomGenerator random;
  private int attempts;

  BackOff(RandomGenerator random) {
    this.random = random;
  }

  /** The next wait. */
  Duration next() {
    int doublings = Math.min(attempts, 20);
    attempts++;
    long full = Math.min(CAP.toMillis(), FIRST.toMillis() << doublings);
    return Duration.ofMillis(jittered(full, 0.5, 1.5));
  }

  /** The next wait, but not before the server wants to be asked again. */
  Duration next(Duration retryAfter) {
    Duration own = next();
    Duration asked =
        retryAfter.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : retryAfter;
    // Later by up to a tenth: everybody was told the same.
    Duration wait = Duration.ofMillis(jittered(asked.toMillis(), 1.0, 1.1));
    return wait.compareTo(own) > 0 ? wait : own;
  }

  /** Unsuccessful attempts since the last success. */
  int attempts() {
    return attempts;
  }

  void reset() {
    attempts = 0;
  }

  private long jittered(long millis, double least, double most) {
    return (long) (millis * (least + (most - least) * random.nextDouble()));
  }
}
