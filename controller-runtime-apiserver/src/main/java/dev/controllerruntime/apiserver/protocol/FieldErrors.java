package dev.controllerruntime.apiserver.protocol;

import dev.controllerruntime.apiserver.protocol.Failure.Cause;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with the fields of an object, in the wording of {@code field.ErrorList}.
 *
 * @since 0.1.0
 */
public final class FieldErrors {
  private final List<Cause> causes = new ArrayList<>();

  /** A value that is not allowed; {@code value} as Go prints it, texts in quotes. */
  public FieldErrors invalid(String field, String value, String message) {
    return add("FieldValueInvalid", field, "Invalid value: " + value + ": " + message);
  }

  /** A field that has to be set. */
  public FieldErrors required(String field, String message) {
    return add(
        "FieldValueRequired", field, "Required value" + (message.isEmpty() ? "" : ": " + message));
  }

  /** A value that may not be there in this situation. */
  public FieldErrors forbidden(String field, String message) {
    return add("FieldValueForbidden", field, "Forbidden: " + message);
  }

  /** A value that is not one of these; {@code supported} as Go prints it. */
  public FieldErrors notSupported(String field, String value, String supported) {
    return add(
        "FieldValueNotSupported",
        field,
        "Unsupported value: " + value + ": supported values: " + supported);
  }

  /** A value that is too long. */
  public FieldErrors tooLong(String field, String message) {
    return add("FieldValueTooLong", field, "Too long: " + message);
  }

  private FieldErrors add(String reason, String field, String message) {
    causes.add(new Cause(reason, message, field));
    return this;
  }

  /** Whether nothing is wrong. */
  public boolean isEmpty() {
    return causes.isEmpty();
  }

  /**
   * Throws 422 Invalid when anything is wrong.
   *
   * @param kind the Kind (rule 89), or the resource where the real server has it
   */
  public void throwIfAny(String group, String kind, String name) {
    if (!causes.isEmpty()) {
      throw failure(group, kind, name);
    }
  }

  /** The 422 Invalid. */
  public Failure failure(String group, String kind, String name) {
    List<String> texts = causes.stream().map(c -> c.field() + ": " + c.message()).toList();
    String text = texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]";
    String qualified = group.isEmpty() ? kind : kind + "." + group;
    return Failure.of(422, "Invalid", qualified + " \"" + name + "\" is invalid: " + text)
        .about(name, group, kind)
        .causes(causes)
        .build();
  }

  /** A text in double quotes as Go's {@code %q} prints plain ones. */
  public static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        default -> quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
