package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.ListType;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields that an object has, by its schema: what an apply request claims. */
final class FieldSets {
  private FieldSets() {}

  static FieldSet of(Schema schema, JsonNode value) {
    FieldSet.Builder fields = new FieldSet.Builder();
    visit(schema, value, fields);
    return fields.build();
  }

  /** Adds what is below the value and answers whether the value itself is a member. */
  private static boolean visit(Schema schema, JsonNode value, FieldSet.Builder below) {
    switch (Shape.decide(Shape.of(schema, value))) {
      case Shape.MAP -> {
        MapSchema map = Objects.requireNonNull(schema.map());
        if (map.atomic()) {
          return true;
        }
        if (value.isObject()) {
          visitFields(map, value, below);
        }
        return false;
      }
      case Shape.LIST -> {
        ListSchema list = schema.list();
        if (list == null || list.type() == ListType.ATOMIC) {
          return true;
        }
        if (value.isArray()) {
          visitElements(list, value, below);
        }
        return false;
      }
      default -> {
        return true;
      }
    }
  }

  private static void visitFields(MapSchema map, JsonNode object, FieldSet.Builder out) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      JsonNode value = field.getValue();
      Schema.Field named = map.field(field.getKey());
      Schema schema = named != null ? named.schema() : map.elements();
      FieldSet.Builder below = new FieldSet.Builder();
      boolean member = schema == null || visit(schema, value, below);
      // Nothing is below these, so without the entry they would not be in the set at all; and an
      // entry of a map, unlike a field of a struct, is there because somebody put it there.
      member |= value.isNull() || (value.isObject() && value.isEmpty()) || named == null;
      out.add(PathElement.field(field.getKey()), member, below.build());
    }
  }

  private static void visitElements(ListSchema list, JsonNode array, FieldSet.Builder out) {
    Set<PathElement> seen = new HashSet<>();
    Set<PathElement> duplicates = new HashSet<>();
    for (JsonNode element : array) {
      @Nullable PathElement path = ListElements.of(list, element);
      if (path != null && !seen.add(path)) {
        duplicates.add(path);
      }
    }
    for (JsonNode element : array) {
      @Nullable PathElement path = ListElements.of(list, element);
      if (path == null) {
        continue;
      }
      FieldSet.Builder below = new FieldSet.Builder();
      if (!duplicates.contains(path)) {
        visit(list.elements(), element, below);
      }
      out.add(path, true, below.build());
    }
  }
}
