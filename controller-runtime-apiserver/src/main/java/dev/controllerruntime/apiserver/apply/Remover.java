package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.ListType;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Removes the members of a set from an object. The result may share parts with the object. */
final class Remover {
  private Remover() {}

  /**
   * Removes the fields; a container that loses its whole content becomes null, which still counts
   * as present in further sets.
   */
  static JsonNode remove(Schema schema, JsonNode value, FieldSet fields) {
    if (fields.isEmpty()) {
      return value;
    }
    JsonNode rest = removeBelow(schema, value, fields);
    return rest == null ? NullNode.getInstance() : rest;
  }

  private static @Nullable JsonNode removeBelow(Schema schema, JsonNode value, FieldSet fields) {
    switch (Shape.decide(Shape.of(schema, value))) {
      case Shape.MAP -> {
        MapSchema map = Objects.requireNonNull(schema.map());
        return !value.isObject() || value.isEmpty() || map.atomic()
            ? null
            : removeFields(map, value, fields);
      }
      case Shape.LIST -> {
        ListSchema list = Objects.requireNonNull(schema.list());
        return !value.isArray() || value.isEmpty() || list.type() == ListType.ATOMIC
            ? null
            : removeElements(list, value, fields);
      }
      default -> {
        return value;
      }
    }
  }

  private static @Nullable JsonNode removeFields(MapSchema map, JsonNode value, FieldSet fields) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      PathElement path = PathElement.field(field.getKey());
      if (!fields.has(path)) {
        Schema schema = map.valueOf(field.getKey());
        out.set(
            field.getKey(),
            remove(
                schema == null ? Schema.anyAtomic() : schema,
                field.getValue(),
                fields.below(path)));
      }
    }
    return out.isEmpty() ? null : out;
  }

  private static @Nullable JsonNode removeElements(
      ListSchema list, JsonNode value, FieldSet fields) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (JsonNode element : value) {
      PathElement path = ListElements.of(list, element);
      if (path == null) {
        out.add(element);
      } else if (!fields.has(path)) {
        out.add(remove(list.elements(), element, fields.below(path)));
      }
    }
    return out.isEmpty() ? null : out;
  }
}
