package dev.controllerruntime.concurrent;

import java.time.Duration;

/** Durations as the JDK's waits want them. */
final class Durations {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Durations() {}

  /** Nanoseconds; what does not fit (292 years) becomes the longest that does. */
  static long nanos(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    return duration.compareTo(LONGEST) >= 0 ? Long.MAX_VALUE : duration.toNanos();
  }
}
