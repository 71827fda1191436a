package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One step of a path into an object: a field by name, an element of a list-map by its keys, an
 * element of a set by its value, or an element by its index.
 *
 * <p>Encoded as in {@code FieldsV1}: {@code f:spec}, {@code k:{"name":"web"}}, {@code v:"a"},
 * {@code i:0}. Ordered as the real server writes them: fields, keys, values, indexes.
 *
 * @since 0.1.0
 */
public final class PathElement implements Comparable<PathElement> {
  private enum Type {
    FIELD,
    KEY,
    VALUE,
    INDEX
  }

  private static final JsonMapper JSON = new JsonMapper();

  private final Type type;
  private final String name;
  private final String[] keyNames;
  private final JsonNode[] values;
  private final int index;
  // Written by whoever needs it first; two threads would write equal texts.
  private @Nullable String encoded;

  private PathElement(
      Type type,
      String name,
      String[] keyNames,
      JsonNode[] values,
      int index,
      @Nullable String encoded) {
    this.type = type;
    this.name = name;
    this.keyNames = keyNames;
    this.values = values;
    this.index = index;
    this.encoded = encoded;
  }

  private static final String[] NO_NAMES = {};
  private static final JsonNode[] NO_VALUES = {};

  /** The field of this name. */
  public static PathElement field(String name) {
    return new PathElement(Type.FIELD, name, NO_NAMES, NO_VALUES, 0, null);
  }

  /** The element of a list-map whose key fields have these values. */
  public static PathElement key(Map<String, JsonNode> keys) {
    TreeMap<String, JsonNode> sorted = new TreeMap<>(PathElement::compareText);
    sorted.putAll(keys);
    return sortedKey(sorted.keySet().toArray(NO_NAMES), sorted.values().toArray(NO_VALUES), null);
  }

  /** Takes the arrays over; the names are sorted. */
  static PathElement sortedKey(String[] names, JsonNode[] values, @Nullable String encoded) {
    return new PathElement(Type.KEY, "", names, values, 0, encoded);
  }

  /** The element of a set that has this value. */
  public static PathElement value(JsonNode value) {
    return new PathElement(Type.VALUE, "", NO_NAMES, new JsonNode[] {value}, 0, null);
  }

  /** The element of a list at this index, from 0. */
  public static PathElement index(int index) {
    return new PathElement(Type.INDEX, "", NO_NAMES, NO_VALUES, index, null);
  }

  /**
   * Decodes one key of a {@code FieldsV1} object.
   *
   * @throws IllegalArgumentException for a text that is no path element
   */
  public static PathElement decode(String text) {
    if (text.length() < 2 || text.charAt(1) != ':') {
      throw new IllegalArgumentException("missing colon: " + text);
    }
    String rest = text.substring(2);
    return switch (text.charAt(0)) {
      case 'f' -> new PathElement(Type.FIELD, rest, NO_NAMES, NO_VALUES, 0, text);
      case 'k' -> decodeKey(rest);
      case 'v' -> value(json(rest));
      case 'i' -> index(Integer.parseInt(rest));
      default -> throw new IllegalArgumentException("unknown path element type: " + text);
    };
  }

  private static PathElement decodeKey(String text) {
    JsonNode object = json(text);
    if (!object.isObject()) {
      throw new IllegalArgumentException("not a JSON object: " + text);
    }
    Map<String, JsonNode> keys = new TreeMap<>();
    object.properties().forEach(field -> keys.put(field.getKey(), field.getValue()));
    return key(keys);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + text, e);
    }
  }

  /** Whether this is a field. */
  public boolean isField() {
    return type == Type.FIELD;
  }

  /** Whether this is an element of a list-map. */
  public boolean isKey() {
    return type == Type.KEY;
  }

  /** Name of the field; empty when this is no field. */
  public String name() {
    return name;
  }

  /** The form in {@code FieldsV1}. */
  public String encode() {
    String known = encoded;
    if (known == null) {
      known = encodeNew();
      encoded = known;
    }
    return known;
  }

  private String encodeNew() {
    return switch (type) {
      case FIELD -> "f:".concat(name);
      case INDEX -> "i:" + index;
      case VALUE -> "v:" + jsonText(values[0]);
      case KEY -> {
        StringBuilder text = new StringBuilder("k:{");
        for (int i = 0; i < keyNames.length; i++) {
          text.append(i == 0 ? "\"" : ",\"").append(keyNames[i]).append("\":");
          text.append(jsonText(values[i]));
        }
        yield text.append('}').toString();
      }
    };
  }

  /** JSON as Go writes it: the characters that HTML treats specially are escaped. */
  private static String jsonText(JsonNode value) {
    String text = value.toString();
    if (!value.isTextual()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
        String hex = Integer.toHexString(c);
        escaped.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** The form in messages: {@code .spec}, {@code [name="web"]}, {@code [="a"]}, {@code [0]}. */
  void describe(StringBuilder path) {
    switch (type) {
      case FIELD -> path.append('.').append(name);
      case INDEX -> path.append('[').append(index).append(']');
      case VALUE -> path.append("[=").append(values[0]).append(']');
      case KEY -> {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < keyNames.length; i++) {
          keys.add(keyNames[i] + "=" + values[i]);
        }
        path.append('[').append(String.join(",", keys)).append(']');
      }
    }
  }

  @Override
  public int compareTo(PathElement other) {
    if (type != other.type) {
      return type.compareTo(other.type);
    }
    return switch (type) {
      case FIELD -> compareText(name, other.name);
      case INDEX -> Integer.compare(index, other.index);
      case VALUE -> JsonValues.compare(values[0], other.values[0]);
      case KEY -> compareKeys(other);
    };
  }

  private int compareKeys(PathElement other) {
    int shared = Math.min(values.length, other.values.length);
    for (int i = 0; i < shared; i++) {
      int result = compareText(keyNames[i], other.keyNames[i]);
      if (result == 0) {
        result = JsonValues.compare(values[i], other.values[i]);
      }
      if (result != 0) {
        return result;
      }
    }
    return Integer.compare(values.length, other.values.length);
  }

  /** By Unicode code point, which is the order of Go's byte-wise comparison of UTF-8. */
  static int compareText(String left, String right) {
    int shared = Math.min(left.length(), right.length());
    for (int i = 0; i < shared; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        boolean highPlane = Character.isSurrogate(l) != Character.isSurrogate(r);
        return highPlane ? (Character.isSurrogate(l) ? 1 : -1) : Character.compare(l, r);
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PathElement element && compareTo(element) == 0;
  }

  @Override
  public int hashCode() {
    int hash = type.ordinal() * 31 + name.hashCode() + index;
    for (JsonNode value : values) {
      hash = hash * 31 + JsonValues.hash(value);
    }
    return hash;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    describe(text);
    return text.toString();
  }
}
