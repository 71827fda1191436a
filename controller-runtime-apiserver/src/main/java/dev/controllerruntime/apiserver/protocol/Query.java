package dev.controllerruntime.apiserver.protocol;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of a URL.
 *
 * @since 0.1.0
 */
public final class Query {
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  private Query() {}

  /** Parses a raw query; a part that is badly escaped is taken as it is. */
  public static Query parse(String raw) {
    Query query = new Query();
    for (String pair : raw.split("&")) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
        query.values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
      }
    }
    return query;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** Whether the parameter is there, also without a value. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The first value, or an empty text. */
  public String get(String name) {
    List<String> all = values.get(name);
    return all == null ? "" : all.get(0);
  }

  /** All values, in order. */
  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /**
   * Whether a boolean is on: there, and neither {@code false} nor {@code 0} (as Go's codec reads
   * it).
   */
  public boolean isOn(String name) {
    if (!has(name)) {
      return false;
    }
    String value = get(name);
    return !value.equalsIgnoreCase("false") && !value.equals("0");
  }

  /**
   * A number; 0 when it is absent.
   *
   * @throws Failure 400 when it is no number
   */
  public long number(String name) {
    String value = get(name);
    if (value.isEmpty()) {
      return 0;
    }
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw Failure.badRequest(
          "strconv.ParseInt: parsing " + FieldErrors.quote(value) + ": invalid syntax");
    }
  }
}
