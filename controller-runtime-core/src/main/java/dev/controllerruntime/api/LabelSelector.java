package dev.controllerruntime.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A label selector in the text form of the API: requirements joined by commas, all of which must
 * hold. {@code a=b}, {@code a==b}, {@code a!=b}, {@code a in (b,c)}, {@code a notin (b,c)}, {@code
 * a} (exists), {@code !a}, {@code a>1}, {@code a<1}. As on the server, {@code !=} and {@code notin}
 * also hold where the label is absent. Source: the Kubernetes documentation "Labels and Selectors".
 * Immutable; equal when parsed to the same requirements.
 *
 * @since 0.1.0
 */
@Stable
public final class LabelSelector {
  private static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  private final List<Requirement> requirements;

  private LabelSelector(List<Requirement> requirements) {
    this.requirements = List.copyOf(requirements);
  }

  /** The selector that holds for every object; its text is empty. */
  public static LabelSelector everything() {
    return EVERYTHING;
  }

  /**
   * Reads the text form; the empty text selects everything.
   *
   * @throws IllegalArgumentException when the text is malformed; says where
   */
  public static LabelSelector parse(String text) {
    return new LabelSelector(new SelectorParser(text).labels());
  }

  /** Whether these labels fulfil every requirement. */
  public boolean matches(Map<String, String> labels) {
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the object's labels fulfil every requirement. */
  public boolean matches(ObjectMetadata metadata) {
    return matches(metadata.labels());
  }

  /** Whether it holds for every object. */
  public boolean isEverything() {
    return requirements.isEmpty();
  }

  /** Both must hold. */
  public LabelSelector and(LabelSelector other) {
    List<Requirement> both = new ArrayList<>(requirements);
    both.addAll(other.requirements);
    return new LabelSelector(both);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LabelSelector that && requirements.equals(that.requirements);
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** The text form, as it can be sent and parsed again. */
  @Override
  public String toString() {
    return String.join(",", requirements.stream().map(Requirement::toString).toList());
  }

  enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    ABSENT,
    GREATER,
    LESS
  }

  /** One requirement; EXISTS and ABSENT have no values, GREATER and LESS one integer. */
  record Requirement(String key, Operator operator, List<String> values) {
    boolean matches(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case ABSENT -> value == null;
        case GREATER -> value != null && compare(value) > 0;
        case LESS -> value != null && compare(value) < 0;
      };
    }

    /** 0, which is neither greater nor less, where the label is no integer: it does not match. */
    private int compare(String label) {
      return SelectorParser.isInteger(label)
          ? Long.compare(Long.parseLong(label), Long.parseLong(values.get(0)))
          : 0;
    }

    @Override
    public String toString() {
      return switch (operator) {
        case IN -> values.size() == 1 ? key + "=" + values.get(0) : key + " in " + set();
        case NOT_IN -> values.size() == 1 ? key + "!=" + values.get(0) : key + " notin " + set();
        case EXISTS -> key;
        case ABSENT -> "!" + key;
        case GREATER -> key + ">" + values.get(0);
        case LESS -> key + "<" + values.get(0);
      };
    }

    private String set() {
      return "(" + String.join(",", values) + ")";
    }
  }
}
