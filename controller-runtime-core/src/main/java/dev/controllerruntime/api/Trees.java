package dev.controllerruntime.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Trees of maps and lists, and the pointers (RFC 6901) into them. */
final class Trees {
  private Trees() {}

  /** A mutable deep copy; the pointer says where the value stands, for messages. */
  static @Nullable Object copy(@Nullable Object value, String pointer) {
    if (value instanceof Map<?, ?> map) {
      return copyMap(map, pointer);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>(list.size());
      for (int i = 0; i < list.size(); i++) {
        copy.add(copy(list.get(i), pointer + "/" + i));
      }
      return copy;
    }
    if (value instanceof Instant instant) {
      return instant.toString();
    }
    if (value == null
        || value instanceof String
        || value instanceof Number
        || value instanceof Boolean) {
      return value;
    }
    throw new IllegalArgumentException(
        "no JSON value at \"" + pointer + "\": " + value.getClass().getName());
  }

  /** Keeps the order of maps that have one; others (hash maps, {@code Map.of}) go by key. */
  static Map<String, @Nullable Object> copyMap(Map<?, ?> map, String pointer) {
    Map<String, @Nullable Object> copy =
        map instanceof LinkedHashMap<?, ?> ? new LinkedHashMap<>() : new TreeMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw new IllegalArgumentException(
            "a key that is no text at \"" + pointer + "\": " + entry.getKey());
      }
      copy.put(key, copy(entry.getValue(), pointer + "/" + escape(key)));
    }
    return copy instanceof LinkedHashMap ? copy : new LinkedHashMap<>(copy);
  }

  /** The parts of a pointer; empty for the whole. */
  static List<String> parts(String pointer) {
    if (pointer.isEmpty()) {
      return List.of();
    }
    if (pointer.charAt(0) != '/') {
      throw malformed(pointer, "it must be empty or start with a slash");
    }
    List<String> parts = new ArrayList<>();
    int from = 1;
    while (from <= pointer.length()) {
      int slash = pointer.indexOf('/', from);
      int to = slash < 0 ? pointer.length() : slash;
      parts.add(unescape(pointer.substring(from, to), pointer));
      from = to + 1;
    }
    return parts;
  }

  private static String unescape(String part, String pointer) {
    for (int i = part.indexOf('~'); i >= 0; i = part.indexOf('~', i + 1)) {
      if (i + 1 == part.length() || (part.charAt(i + 1) != '0' && part.charAt(i + 1) != '1')) {
        throw malformed(pointer, "a tilde must be followed by 0 or 1");
      }
    }
    return part.replace("~1", "/").replace("~0", "~");
  }

  private static String escape(String part) {
    return part.replace("~", "~0").replace("/", "~1");
  }

  /** The index that a part names; -1 when it names none (RFC 6901: no sign, no leading zero). */
  static int index(String part) {
    if (part.isEmpty() || part.length() > 9 || (part.length() > 1 && part.charAt(0) == '0')) {
      return -1;
    }
    int index = 0;
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      index = index * 10 + (c - '0');
    }
    return index;
  }

  static IllegalArgumentException malformed(String pointer, String why) {
    return new IllegalArgumentException("bad JSON pointer \"" + pointer + "\": " + why);
  }
}
