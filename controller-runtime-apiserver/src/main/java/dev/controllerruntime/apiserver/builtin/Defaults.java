package dev.controllerruntime.apiserver.builtin;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Applies lists of rules from {@code behaviours.json} to an object. A rule may have
 *
 * <ul>
 *   <li>{@code when}: each pointer's value is in its list (null: absent);
 *   <li>{@code whenMatches}: each pointer's text matches its regular expression as a whole;
 *   <li>{@code set}: values for pointers where nothing is; parents are made;
 *   <li>{@code copy}, {@code lowerCase}, {@code append}: the same, from another pointer's value;
 *   <li>{@code each}: the type whose rules apply to what is at the pointer, or to each element of
 *       the array at a pointer that ends in {@code []}.
 * </ul>
 *
 * @since 0.1.0
 */
final class Defaults {
  private final JsonNode types;

  Defaults(JsonNode types) {
    this.types = types;
  }

  void apply(JsonNode rules, ObjectNode object) {
    for (JsonNode rule : rules) {
      if (holds(rule, object)) {
        rule.path("set").properties().forEach(e -> set(object, e.getKey(), e.getValue()));
        rule.path("copy")
            .properties()
            .forEach(e -> set(object, e.getKey(), object.at(e.getValue().asText())));
        rule.path("lowerCase")
            .properties()
            .forEach(e -> set(object, e.getKey(), lower(object.at(e.getValue().asText()))));
        rule.path("append")
            .properties()
            .forEach(
                e -> {
                  JsonNode base = object.at(e.getValue().path(0).asText());
                  set(
                      object,
                      e.getKey(),
                      base.isTextual()
                          ? TextNode.valueOf(base.asText() + e.getValue().path(1).asText())
                          : base);
                });
        rule.path("each")
            .properties()
            .forEach(e -> each(object, e.getKey(), e.getValue().asText()));
      }
    }
  }

  private static JsonNode lower(JsonNode text) {
    return text.isTextual() ? TextNode.valueOf(text.asText().toLowerCase(Locale.ROOT)) : text;
  }

  private static boolean holds(JsonNode rule, ObjectNode object) {
    for (var condition : rule.path("when").properties()) {
      JsonNode actual = object.at(condition.getKey());
      boolean found = false;
      for (JsonNode wanted : condition.getValue()) {
        found |=
            wanted.isNull() ? actual.isMissingNode() || actual.isNull() : wanted.equals(actual);
      }
      if (!found) {
        return false;
      }
    }
    for (var condition : rule.path("whenMatches").properties()) {
      JsonNode actual = object.at(condition.getKey());
      if (!actual.isTextual() || !Pattern.matches(condition.getValue().asText(), actual.asText())) {
        return false;
      }
    }
    return true;
  }

  private void each(ObjectNode object, String pointer, String type) {
    boolean elements = pointer.endsWith("[]");
    JsonNode target = object.at(elements ? pointer.substring(0, pointer.length() - 2) : pointer);
    if (!elements) {
      applyType(type, target);
    } else if (target.isArray()) {
      target.forEach(element -> applyType(type, element));
    }
  }

  private void applyType(String type, JsonNode target) {
    if (target instanceof ObjectNode object) {
      apply(types.path(type), object);
    }
  }

  private static void set(ObjectNode object, String pointer, JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return;
    }
    ObjectNode parent = object;
    JsonPointer rest = JsonPointer.compile(pointer);
    while (!rest.tail().matches()) {
      JsonNode child = parent.get(rest.getMatchingProperty());
      if (child == null || child.isNull()) {
        child = parent.putObject(rest.getMatchingProperty());
      }
      if (!(child instanceof ObjectNode next)) {
        return;
      }
      parent = next;
      rest = rest.tail();
    }
    JsonNode there = parent.get(rest.getMatchingProperty());
    if (there == null || there.isNull()) {
      parent.set(rest.getMatchingProperty(), value.deepCopy());
    }
  }
}
