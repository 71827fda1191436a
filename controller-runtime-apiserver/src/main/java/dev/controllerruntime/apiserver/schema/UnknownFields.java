package dev.controllerruntime.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Fields that the schema of a built-in kind does not have. The real server drops them and, by
 * {@code fieldValidation}, warns or refuses. Duplicate keys are the parser's matter.
 *
 * @since 0.1.0
 */
public final class UnknownFields {
  private UnknownFields() {}

  /**
   * Paths of the unknown fields in the form of the server's messages ({@code
   * spec.template.spec.containers[0].foo}), in the order of the object. They are not removed.
   */
  public static List<String> find(Schema schema, JsonNode value) {
    List<String> paths = new ArrayList<>();
    walk(schema, value, new StringBuilder(), paths, false);
    return paths;
  }

  /** Like {@link #find}, and removes them from the object. */
  public static List<String> prune(Schema schema, ObjectNode object) {
    List<String> paths = new ArrayList<>();
    walk(schema, object, new StringBuilder(), paths, true);
    return paths;
  }

  /** The text of a warning or of one part of an error: {@code unknown field "spec.foo"}. */
  public static String message(String path) {
    return "unknown field \"" + path + "\"";
  }

  private static void walk(
      Schema schema, JsonNode value, StringBuilder path, List<String> found, boolean remove) {
    MapSchema map = schema.map();
    ListSchema list = schema.list();
    if (value instanceof ObjectNode object && map != null) {
      walkObject(map, object, path, found, remove);
    } else if (value.isArray() && list != null) {
      int length = path.length();
      for (int i = 0; i < value.size(); i++) {
        path.append('[').append(i).append(']');
        walk(list.elements(), value.get(i), path, found, remove);
        path.setLength(length);
      }
    }
  }

  private static void walkObject(
      MapSchema map, ObjectNode object, StringBuilder path, List<String> found, boolean remove) {
    int length = path.length();
    Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> field = fields.next();
      Schema schema = map.valueOf(field.getKey());
      if (length > 0) {
        path.append('.');
      }
      path.append(field.getKey());
      if (schema != null) {
        walk(schema, field.getValue(), path, found, remove);
      } else {
        found.add(path.toString());
        if (remove) {
          fields.remove();
        }
      }
      path.setLength(length);
    }
  }
}
