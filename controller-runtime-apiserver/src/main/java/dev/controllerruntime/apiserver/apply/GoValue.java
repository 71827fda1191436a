package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.Schema.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Values as Go's {@code fmt} puts them into the real server's messages. */
final class GoValue {
  private GoValue() {}

  /** What stands for a value where this scalar was expected. */
  static String of(JsonNode value, Scalar expected) {
    return switch (expected) {
      case NUMERIC -> type(value);
      case STRING -> "&value.valueUnstructured{Value:" + source(value) + "}";
      case BOOLEAN, UNTYPED -> of(value);
    };
  }

  /** What stands for a value where a list or a map was expected. */
  static String of(JsonNode value) {
    return "&{" + plain(value) + "}";
  }

  /** The verb {@code %v}. */
  private static String plain(JsonNode value) {
    if (value.isObject()) {
      TreeMap<String, JsonNode> fields = new TreeMap<>();
      value.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
      List<String> texts = new ArrayList<>();
      fields.forEach((name, field) -> texts.add(name + ":" + plain(field)));
      return "map[" + String.join(" ", texts) + "]";
    }
    if (value.isArray()) {
      List<String> texts = new ArrayList<>();
      value.forEach(element -> texts.add(plain(element)));
      return "[" + String.join(" ", texts) + "]";
    }
    return value.isNull() ? "<nil>" : value.asText();
  }

  /** The verb {@code %#v}. */
  private static String source(JsonNode value) {
    if (value.isObject()) {
      TreeMap<String, JsonNode> fields = new TreeMap<>();
      value.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
      List<String> texts = new ArrayList<>();
      fields.forEach((name, field) -> texts.add("\"" + name + "\":" + source(field)));
      return "map[string]interface {}{" + String.join(", ", texts) + "}";
    }
    if (value.isArray()) {
      List<String> texts = new ArrayList<>();
      value.forEach(element -> texts.add(source(element)));
      return "[]interface {}{" + String.join(", ", texts) + "}";
    }
    return value.isNull() ? "interface {}(nil)" : value.toString();
  }

  /** The verb {@code %T}. */
  private static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case ARRAY -> "[]interface {}";
      case OBJECT -> "map[string]interface {}";
      default -> value.isIntegralNumber() ? "int64" : "float64";
    };
  }
}
