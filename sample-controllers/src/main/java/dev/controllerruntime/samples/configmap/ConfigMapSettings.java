package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Preview;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings of the configmap controller.
 *
 * @param debounce how long the sources of a workload must be quiet before it rolls; default 1 s
 * @param maxWait how long changes that do not end may hold it back; default 5 s, not under debounce
 * @param keySecret the Secret that holds the key of the fingerprints
 * @since 0.1.0
 */
@Preview
public record ConfigMapSettings(Duration debounce, Duration maxWait, ObjectKey keySecret) {
  /** The keys that {@link #parse} knows. */
  public static final List<String> KEYS = List.of("debounce", "max-wait");

  private static final Pattern SECONDS = Pattern.compile("(\\d+)(ms|s|m)");

  /** The defaults, for a controller that lives in this namespace. */
  public static ConfigMapSettings in(String namespace) {
    return new ConfigMapSettings(
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        new ObjectKey(namespace, "samples-configmap-key"));
  }

  /**
   * The settings with these values instead of the defaults.
   *
   * @param values by key, as read from a file or flags
   * @param warnings takes a line for each unknown key
   * @throws IllegalArgumentException with every wrong value: the key, what is wrong, what is
   *     allowed
   */
  public ConfigMapSettings parse(Map<String, String> values, List<String> warnings) {
    List<String> faults = new ArrayList<>();
    values.keySet().stream()
        .filter(key -> !KEYS.contains(key))
        .forEach(key -> warnings.add("unknown setting '" + key + "'; known are " + KEYS));
    Duration quiet = duration("debounce", values, debounce, faults);
    Duration most = duration("max-wait", values, maxWait, faults);
    if (faults.isEmpty() && most.compareTo(quiet) < 0) {
      faults.add("max-wait " + most + " is shorter than debounce " + quiet);
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
    return new ConfigMapSettings(quiet, most, keySecret);
  }

  private static Duration duration(
      String key, Map<String, String> values, Duration byDefault, List<String> faults) {
    String text = values.get(key);
    if (text == null) {
      return byDefault;
    }
    Matcher simple = SECONDS.matcher(text.strip().toLowerCase(Locale.ROOT));
    try {
      if (simple.matches()) {
        long amount = Long.parseLong(simple.group(1));
        return switch (simple.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          default -> Duration.ofMinutes(amount);
        };
      }
      Duration parsed = Duration.parse(text.strip());
      if (!parsed.isNegative()) {
        return parsed;
      }
    } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
      // Told below, with what is allowed.
    }
    faults.add(key + ": '" + text + "' is no duration such as 500ms, 1s, 2m or 0s");
    return byDefault;
  }
}
