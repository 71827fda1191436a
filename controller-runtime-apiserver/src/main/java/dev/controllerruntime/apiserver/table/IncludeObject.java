package dev.controllerruntime.apiserver.table;

import dev.controllerruntime.apiserver.schema.StatusFailure;
import org.jspecify.annotations.Nullable;

/**
 * What stands beside the cells of a table row: the query parameter {@code includeObject}.
 *
 * @since 0.1.0
 */
public enum IncludeObject {
  /** Nothing. */
  NONE,
  /** The metadata; the default. */
  METADATA,
  /** The whole object. */
  OBJECT;

  /**
   * Parses the parameter.
   *
   * @param text its text; null or empty for the default
   * @throws StatusFailure 400
   */
  public static IncludeObject parse(@Nullable String text) {
    if (text == null) {
      return METADATA;
    }
    return switch (text) {
      case "", "Metadata" -> METADATA;
      case "None" -> NONE;
      case "Object" -> OBJECT;
      default ->
          throw StatusFailure.badRequest(
              "Unable to convert to Table as requested: includeObject: Invalid value: \""
                  + text
                  + "\": must be 'Metadata', 'Object', 'None', or empty");
    };
  }
}
