package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * As what a value is walked where its schema leaves several forms open. A value of an allowed form
 * narrows the schema to that form; null, an absent value or one of a wrong form leaves all open.
 */
final class Shape {
  static final int SCALAR = 1;
  static final int LIST = 2;
  static final int MAP = 4;

  private Shape() {}

  /** The forms that remain open, as bits. */
  static int of(Schema schema, @Nullable JsonNode value) {
    int all =
        (schema.scalar() != null ? SCALAR : 0)
            | (schema.list() != null ? LIST : 0)
            | (schema.map() != null ? MAP : 0);
    int form = value == null ? 0 : form(value);
    return (all & form) != 0 ? form : all;
  }

  /** The form that decides among those open: map before scalar before list. */
  static int decide(int forms) {
    if ((forms & MAP) != 0) {
      return MAP;
    }
    return (forms & SCALAR) != 0 ? SCALAR : LIST;
  }

  private static int form(JsonNode value) {
    if (value.isObject()) {
      return MAP;
    }
    if (value.isArray()) {
      return LIST;
    }
    return JsonValues.isScalar(value) ? SCALAR : 0;
  }

  /** Whether there is no map here, or an empty one. */
  static boolean lacksFields(@Nullable JsonNode value) {
    return value == null || !value.isObject() || value.isEmpty();
  }

  /** Whether there is no list here, or an empty one. */
  static boolean lacksElements(@Nullable JsonNode value) {
    return value == null || !value.isArray() || value.isEmpty();
  }
}
