package dev.controllerruntime.queue;

import dev.controllerruntime.api.Internal;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a key waits after a failure: doubling from {@code first} to {@code longest}, jittered so
 * that keys which failed together do not come back together.
 *
 * @param first the delay after the first failure, before jitter; positive
 * @param longest no delay is longer; at least {@code first}
 * @since 0.1.0
 */
@Internal
public record BackOff(Duration first, Duration longest) {
  /** 5 ms doubling to 1000 s, as client-go's default rate limiter has it. */
  public static final BackOff DEFAULT = new BackOff(Duration.ofMillis(5), Duration.ofSeconds(1000));

  /** Checks the range. */
  public BackOff {
    if (first.compareTo(Duration.ZERO) <= 0 || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "back-off needs 0 < first <= longest, found first " + first + ", longest " + longest);
    }
  }

  /**
   * The delay after this failure in a row: the doubled value, of which the upper half is jittered.
   *
   * @param failures in a row, this one included; at least 1, no upper limit
   */
  public Duration delay(int failures, RandomGenerator random) {
    if (failures < 1) {
      throw new IllegalArgumentException("back-off follows a failure, found " + failures);
    }
    long whole = longest.toNanos();
    long grown = first.toNanos();
    for (int i = 1; i < failures && grown < whole; i++) {
      // Compared before it doubles: a limit of centuries would overflow.
      grown = grown > whole / 2 ? whole : grown * 2;
    }
    long delay = Math.min(grown, whole);
    long fixed = delay / 2;
    return Duration.ofNanos(fixed + random.nextLong(delay - fixed + 1));
  }
}
