package dev.controllerruntime.apiserver.selector;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A field selector: {@code field=value}, {@code field==value} or {@code field!=value}, separated by
 * commas; all must hold. In a value, {@code \}, {@code ,} and {@code =} are written with a
 * backslash before them. A field that an object lacks has the empty value.
 *
 * @since 0.1.0
 */
public final class FieldSelector {
  private record Requirement(String label, boolean equal, String value) {}

  /** Fields whose empty value is not the empty text. */
  private static final Map<String, String> EMPTY_VALUES =
      Map.of(
          "spec.hostNetwork", "false",
          "spec.unschedulable", "false",
          "status.replicas", "0",
          "status.successful", "0");

  private static final Map<String, String> PATHS =
      Map.of("spec.host", "spec.nodeName", "status.successful", "status.succeeded");

  private static final FieldSelector EVERYTHING = new FieldSelector(List.of());

  private final List<Requirement> requirements;

  private FieldSelector(List<Requirement> requirements) {
    this.requirements = List.copyOf(requirements);
  }

  /** The selector that everything matches. */
  public static FieldSelector everything() {
    return EVERYTHING;
  }

  /**
   * Parses a selector; an empty text selects everything.
   *
   * @param text the query parameter
   * @param labels the fields that the resource knows
   * @throws StatusFailure 400, also for an unknown field
   */
  public static FieldSelector parse(String text, FieldLabels labels) {
    List<String> terms = terms(text);
    // The server sorts them, which decides of which fault it tells.
    Collections.sort(terms);
    List<Requirement> requirements = new ArrayList<>();
    for (String term : terms) {
      if (!term.isEmpty()) {
        requirements.add(requirement(term, text));
      }
    }
    for (Requirement requirement : requirements) {
      if (!labels.labels().contains(requirement.label())) {
        throw StatusFailure.badRequest(labels.refusal(requirement.label()));
      }
    }
    return requirements.isEmpty() ? EVERYTHING : new FieldSelector(requirements);
  }

  private static List<String> terms(String text) {
    List<String> terms = new ArrayList<>();
    int start = 0;
    boolean escaped = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (escaped) {
        escaped = false;
      } else if (c == '\\') {
        escaped = true;
      } else if (c == ',') {
        terms.add(text.substring(start, i));
        start = i + 1;
      }
    }
    terms.add(text.substring(start));
    return terms;
  }

  private static Requirement requirement(String term, String text) {
    for (int i = 0; i < term.length(); i++) {
      for (String operator : List.of("!=", "==", "=")) {
        if (term.startsWith(operator, i)) {
          String value = unescape(term.substring(i + operator.length()));
          return new Requirement(term.substring(0, i), !operator.equals("!="), value);
        }
      }
    }
    throw StatusFailure.badRequest(
        "invalid selector: '" + text + "'; can't understand '" + term + "'");
  }

  private static String unescape(String value) {
    StringBuilder out = new StringBuilder();
    boolean escaped = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean special = c == '\\' || c == ',' || c == '=';
      if (escaped && !special) {
        throw invalidEscape("\\" + c);
      }
      if (escaped || !special) {
        out.append(c);
        escaped = false;
      } else if (c == '\\') {
        escaped = true;
      } else {
        throw StatusFailure.badRequest(
            "invalid field selector: unescaped character in value: " + (int) c);
      }
    }
    if (escaped) {
      throw invalidEscape("\\");
    }
    return out.toString();
  }

  private static StatusFailure invalidEscape(String sequence) {
    return StatusFailure.badRequest("invalid field selector: invalid escape sequence: " + sequence);
  }

  /** Whether everything matches. */
  public boolean isEverything() {
    return requirements.isEmpty();
  }

  /** The name that an object must have to match, when one is demanded: such a list is a look-up. */
  public Optional<String> exactName() {
    return exact("metadata.name");
  }

  /** The namespace that an object must have to match, when one is demanded. */
  public Optional<String> exactNamespace() {
    return exact("metadata.namespace");
  }

  private Optional<String> exact(String label) {
    return requirements.stream()
        .filter(requirement -> requirement.equal() && requirement.label().equals(label))
        .map(Requirement::value)
        .findFirst();
  }

  /** Whether an object matches; it must be in the version of the request. */
  public boolean matches(JsonNode object) {
    for (Requirement requirement : requirements) {
      boolean same = valueOf(object, requirement.label()).equals(requirement.value());
      if (same != requirement.equal()) {
        return false;
      }
    }
    return true;
  }

  private static String valueOf(JsonNode object, String label) {
    if (label.equals("source")) {
      // Of an Event: the component that wrote it, wherever it stands.
      String component = object.path("source").path("component").asText("");
      return component.isEmpty() ? object.path("reportingComponent").asText("") : component;
    }
    JsonNode value = object;
    for (String field : PATHS.getOrDefault(label, label).split("\\.", -1)) {
      value = value.path(field);
    }
    String text = value.isValueNode() && !value.isNull() ? value.asText() : "";
    return text.isEmpty() ? EMPTY_VALUES.getOrDefault(label, "") : text;
  }

  @Override
  public String toString() {
    return requirements.toString();
  }
}
