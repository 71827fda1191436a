package dev.controllerruntime.apiserver.table;

import java.time.Duration;

/**
 * Ages as the server prints them in tables: two or three significant figures, {@code 5m30s}, {@code
 * 3h}, {@code 12d}.
 *
 * @since 0.1.0
 */
public final class HumanDuration {
  private static final long DAYS_OF_YEAR = 365;

  private HumanDuration() {}

  /** The text of a duration; {@code <invalid>} for one that is more than a second below zero. */
  public static String format(Duration duration) {
    // Towards zero, as Go truncates; Duration.toSeconds() rounds down.
    long seconds = duration.toMillis() / 1000;
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 0) {
      return "0s";
    }
    if (seconds < 120) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    }
    if (minutes < 180) {
      return minutes + "m";
    }
    long hours = minutes / 60;
    if (hours < 8) {
      return two(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    long days = hours / 24;
    if (days < 8) {
      return two(days, "d", hours % 24, "h");
    }
    if (days < 2 * DAYS_OF_YEAR) {
      return days + "d";
    }
    long years = days / DAYS_OF_YEAR;
    return years < 8 ? two(years, "y", days % DAYS_OF_YEAR, "d") : years + "y";
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
  }
}
