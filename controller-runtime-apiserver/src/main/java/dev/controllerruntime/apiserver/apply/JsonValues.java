package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Equality and order of JSON values as structured merge and diff sees them: numbers by their value
 * whatever the Java type, maps without an order. Jackson's own {@code equals} tells an IntNode from
 * a LongNode.
 */
final class JsonValues {
  private JsonValues() {}

  static boolean isScalar(JsonNode value) {
    return value.isTextual() || value.isNumber() || value.isBoolean();
  }

  static boolean equal(JsonNode left, JsonNode right) {
    if (left == right) {
      return true;
    }
    if (left.isObject()) {
      return right.isObject() && equalObjects((ObjectNode) left, (ObjectNode) right);
    }
    if (left.isArray()) {
      if (!right.isArray() || left.size() != right.size()) {
        return false;
      }
      for (int i = 0; i < left.size(); i++) {
        if (!equal(left.get(i), right.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (left.isNumber()) {
      return right.isNumber() && compareNumbers(left, right) == 0;
    }
    return left.equals(right);
  }

  private static boolean equalObjects(ObjectNode left, ObjectNode right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (Map.Entry<String, JsonNode> field : left.properties()) {
      JsonNode other = right.get(field.getKey());
      if (other == null || !equal(field.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  /** Numbers before texts, booleans, lists, maps and null. */
  static int compare(JsonNode left, JsonNode right) {
    int rank = Integer.compare(rank(left), rank(right));
    if (rank != 0) {
      return rank;
    }
    if (left.isNumber()) {
      return compareNumbers(left, right);
    }
    if (left.isTextual()) {
      return PathElement.compareText(left.textValue(), right.textValue());
    }
    if (left.isBoolean()) {
      return Boolean.compare(left.booleanValue(), right.booleanValue());
    }
    if (left.isArray()) {
      return compareLists(left, right);
    }
    return left.isObject() ? compareMaps(left, right) : 0;
  }

  static int hash(JsonNode value) {
    if (value.isNumber()) {
      return Double.hashCode(value.doubleValue());
    }
    return value.isContainerNode() ? value.size() : value.hashCode();
  }

  private static int rank(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> 0;
      case STRING -> 1;
      case BOOLEAN -> 2;
      case ARRAY -> 3;
      case OBJECT -> 4;
      default -> 5;
    };
  }

  private static int compareNumbers(JsonNode left, JsonNode right) {
    if (left.isIntegralNumber()
        && right.isIntegralNumber()
        && left.canConvertToLong()
        && right.canConvertToLong()) {
      return Long.compare(left.longValue(), right.longValue());
    }
    return Double.compare(left.doubleValue(), right.doubleValue());
  }

  private static int compareLists(JsonNode left, JsonNode right) {
    int shared = Math.min(left.size(), right.size());
    for (int i = 0; i < shared; i++) {
      int result = compare(left.get(i), right.get(i));
      if (result != 0) {
        return result;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int compareMaps(JsonNode left, JsonNode right) {
    List<Map.Entry<String, JsonNode>> leftFields = sorted(left);
    List<Map.Entry<String, JsonNode>> rightFields = sorted(right);
    int shared = Math.min(leftFields.size(), rightFields.size());
    for (int i = 0; i < shared; i++) {
      int result = PathElement.compareText(leftFields.get(i).getKey(), rightFields.get(i).getKey());
      if (result == 0) {
        result = compare(leftFields.get(i).getValue(), rightFields.get(i).getValue());
      }
      if (result != 0) {
        return result;
      }
    }
    return Integer.compare(leftFields.size(), rightFields.size());
  }

  private static List<Map.Entry<String, JsonNode>> sorted(JsonNode object) {
    TreeMap<String, JsonNode> fields = new TreeMap<>(PathElement::compareText);
    object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return new ArrayList<>(fields.entrySet());
  }
}
