package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.ListType;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import dev.controllerruntime.apiserver.schema.Schema.Scalar;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What the real server refuses in the body of an apply patch, with its answers. */
final class ApplyChecks {
  private ApplyChecks() {}

  static void check(Schema schema, String apiVersion, String kind, ObjectNode config) {
    String sentVersion = config.path("apiVersion").asText("");
    String sentKind = config.path("kind").asText("");
    if (!sentVersion.equals(apiVersion) || !sentKind.equals(kind)) {
      throw StatusFailure.badRequest(
          "invalid object type: " + describe(sentVersion) + ", Kind=" + sentKind);
    }
    JsonNode metadata = config.path("metadata");
    if (metadata.hasNonNull("managedFields")) {
      throw StatusFailure.badRequest("metadata.managedFields must be nil");
    }
    List<String> problems = new ArrayList<>();
    walk(schema, config, new StringBuilder(), problems);
    if (!problems.isEmpty()) {
      throw StatusFailure.internal(
          "failed to create typed patch object ("
              + metadata.path("namespace").asText("")
              + "/"
              + metadata.path("name").asText("")
              + "; "
              + describe(apiVersion)
              + ", Kind="
              + kind
              + "): "
              + (problems.size() == 1
                  ? problems.get(0)
                  : "errors:\n  " + String.join("\n  ", problems)));
    }
  }

  /** Go writes the core group's version with a leading slash. */
  private static String describe(String apiVersion) {
    return apiVersion.contains("/") ? apiVersion : "/" + apiVersion;
  }

  private static void walk(
      Schema schema, JsonNode value, StringBuilder path, List<String> problems) {
    switch (Shape.decide(Shape.of(schema, value))) {
      case Shape.MAP -> walkMap(Objects.requireNonNull(schema.map()), value, path, problems);
      case Shape.LIST -> walkList(Objects.requireNonNull(schema.list()), value, path, problems);
      default -> {
        Scalar scalar = Objects.requireNonNull(schema.scalar());
        if (!value.isNull() && !fits(scalar, value)) {
          problems.add(
              path + ": expected " + expected(scalar) + ", got " + GoValue.of(value, scalar));
        }
      }
    }
  }

  private static boolean fits(Scalar scalar, JsonNode value) {
    return switch (scalar) {
      case NUMERIC -> value.isNumber();
      case STRING -> value.isTextual();
      case BOOLEAN -> value.isBoolean();
      case UNTYPED -> JsonValues.isScalar(value);
    };
  }

  private static String expected(Scalar scalar) {
    return switch (scalar) {
      case NUMERIC -> "numeric (int or float)";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case UNTYPED -> "any scalar";
    };
  }

  private static void walkMap(
      MapSchema map, JsonNode value, StringBuilder path, List<String> problems) {
    if (value.isNull()) {
      return;
    }
    if (!value.isObject()) {
      problems.add(path + ": expected map, got " + GoValue.of(value));
      return;
    }
    int length = path.length();
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      PathElement.field(field.getKey()).describe(path);
      Schema schema = map.valueOf(field.getKey());
      if (schema == null) {
        problems.add(path + ": field not declared in schema");
        path.setLength(length);
        // The real server looks no further in this object.
        return;
      }
      walk(schema, field.getValue(), path, problems);
      path.setLength(length);
    }
  }

  private static void walkList(
      ListSchema list, JsonNode value, StringBuilder path, List<String> problems) {
    if (value.isNull()) {
      return;
    }
    if (!value.isArray()) {
      problems.add(path + ": expected list, got " + GoValue.of(value));
      return;
    }
    int length = path.length();
    Set<PathElement> seen = new HashSet<>();
    for (int i = 0; i < value.size(); i++) {
      JsonNode element = value.get(i);
      PathElement step = PathElement.index(i);
      if (list.type() != ListType.ATOMIC) {
        PathElement key = ListElements.of(list, element);
        if (key == null) {
          problems.add(path + ": element " + i + ": " + ListElements.problem(list, element));
          return;
        }
        if (!seen.add(key)) {
          problems.add(path + ": duplicate entries for key " + key);
        }
        step = key;
      }
      step.describe(path);
      walk(list.elements(), element, path, problems);
      path.setLength(length);
    }
  }
}
