package dev.controllerruntime.apiserver.selector;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A label selector: all of its requirements must hold. The syntax is that of {@code labelSelector}
 * in a query: {@code a=b}, {@code a==b}, {@code a!=b}, {@code a in (b,c)}, {@code a notin (b)},
 * {@code a}, {@code !a}, {@code a>1}, {@code a<1}, separated by commas.
 *
 * @since 0.1.0
 */
public final class LabelSelector {
  enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST,
    GREATER,
    LESS
  }

  record Requirement(String key, Operator operator, List<String> values) {
    boolean matches(JsonNode labels) {
      JsonNode label = labels.get(key);
      String value = label == null ? null : label.asText();
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
        case GREATER -> compares(value, 1);
        case LESS -> compares(value, -1);
      };
    }

    private boolean compares(@Nullable String value, int sign) {
      Optional<Long> number = value == null ? Optional.empty() : LabelSelectorParser.number(value);
      Optional<Long> bound = LabelSelectorParser.number(values.get(0));
      return number.isPresent()
          && bound.isPresent()
          && Long.signum(number.get().compareTo(bound.get())) == sign;
    }
  }

  private static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  private final List<Requirement> requirements;

  private LabelSelector(List<Requirement> requirements) {
    this.requirements = List.copyOf(requirements);
  }

  /** The selector that everything matches. */
  public static LabelSelector everything() {
    return EVERYTHING;
  }

  /**
   * Parses a selector; an empty text selects everything.
   *
   * @throws StatusFailure 400
   */
  public static LabelSelector parse(String text) {
    List<Requirement> requirements = new LabelSelectorParser(text).parse();
    return requirements.isEmpty() ? EVERYTHING : new LabelSelector(requirements);
  }

  /** Whether everything matches. */
  public boolean isEverything() {
    return requirements.isEmpty();
  }

  /** Whether an object matches, by its {@code metadata.labels}. */
  public boolean matches(JsonNode object) {
    return requirements.isEmpty() || matchesLabels(object.path("metadata").path("labels"));
  }

  /** Whether labels match: an object of texts, or a missing node for none. */
  public boolean matchesLabels(JsonNode labels) {
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return requirements.toString();
  }
}
