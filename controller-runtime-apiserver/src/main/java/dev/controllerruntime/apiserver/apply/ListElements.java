package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.ListType;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Path elements of the elements of sets and list-maps. */
final class ListElements {
  private ListElements() {}

  /**
   * The path element of a list element; null when it has none (see {@link #problem}).
   *
   * @param list schema of a list that is not atomic
   */
  static @Nullable PathElement of(ListSchema list, JsonNode element) {
    if (list.type() == ListType.SET) {
      return JsonValues.isScalar(element) ? PathElement.value(element) : null;
    }
    return element.isObject() ? byKeys(list, element) : null;
  }

  private static @Nullable PathElement byKeys(ListSchema list, JsonNode element) {
    List<String> keys = list.sortedKeys();
    String[] names = new String[keys.size()];
    JsonNode[] values = new JsonNode[keys.size()];
    int found = 0;
    for (int i = 0; i < keys.size(); i++) {
      JsonNode value = element.get(keys.get(i));
      if (value == null) {
        value = defaultOf(list.elements(), keys.get(i));
      }
      if (value != null) {
        names[found] = keys.get(i);
        values[found++] = value;
      }
    }
    if (found == 0) {
      return null;
    }
    return found == names.length
        ? PathElement.sortedKey(names, values, null)
        : PathElement.sortedKey(Arrays.copyOf(names, found), Arrays.copyOf(values, found), null);
  }

  private static @Nullable JsonNode defaultOf(Schema elements, String key) {
    MapSchema map = elements.map();
    Schema.Field field = map == null ? null : map.field(key);
    return field == null ? null : field.defaultValue();
  }

  /** Why {@link #of} found no path element, in the words of the real server. */
  static String problem(ListSchema list, JsonNode element) {
    if (list.type() == ListType.SET) {
      if (element.isObject()) {
        return "associative list without keys has an element that's a map type";
      }
      return element.isArray()
          ? "not supported: associative list with lists as elements"
          : "associative list without keys has an element that's an explicit null";
    }
    if (element.isNull()) {
      return "associative list with keys may not have a null element";
    }
    if (!element.isObject()) {
      return "associative list with keys may not have non-map elements";
    }
    StringBuilder keys = new StringBuilder();
    list.keys().forEach(key -> keys.append(keys.isEmpty() ? "\"" : " \"").append(key).append('"'));
    return "associative list with keys has an element that omits all key fields ["
        + keys
        + "] (and doesn't have default values for any key fields)";
  }
}
