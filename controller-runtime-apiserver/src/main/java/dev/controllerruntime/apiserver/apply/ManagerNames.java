package dev.controllerruntime.apiserver.apply;

import dev.controllerruntime.apiserver.schema.GoText;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import dev.controllerruntime.apiserver.schema.StatusFailure.Cause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names of field managers: the default and the checks on the {@code fieldManager} and {@code force}
 * parameters.
 *
 * @since 0.1.0
 */
public final class ManagerNames {
  /** Longest name, in characters. */
  public static final int MAX_LENGTH = 128;

  private ManagerNames() {}

  /**
   * The manager of a request: the parameter, or what stands before the first {@code /} of the
   * User-Agent.
   *
   * @param fieldManager the query parameter; null or empty when it is not there
   * @param userAgent the header; null or empty when it is not there
   */
  public static String orUserAgent(@Nullable String fieldManager, @Nullable String userAgent) {
    if (fieldManager != null && !fieldManager.isEmpty()) {
      return fieldManager;
    }
    String agent = userAgent == null ? "" : userAgent;
    int slash = agent.indexOf('/');
    return shorten(slash < 0 ? agent : agent.substring(0, slash));
  }

  /** A User-Agent may be longer than a manager's name, and hold what is not printable. */
  private static String shorten(String name) {
    StringBuilder out = new StringBuilder();
    int bytes = 0;
    for (int i = 0; i < name.length(); ) {
      int point = name.codePointAt(i);
      i += Character.charCount(point);
      bytes += utf8Length(point);
      if (bytes > MAX_LENGTH) {
        break;
      }
      if (GoText.isPrintable(point)) {
        out.appendCodePoint(point);
      }
    }
    return out.toString();
  }

  private static int utf8Length(int point) {
    if (point < 0x80) {
      return 1;
    }
    return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }

  /**
   * Checks the parameters of a write.
   *
   * @param optionsKind {@code CreateOptions}, {@code UpdateOptions} or {@code PatchOptions}, for
   *     the message
   * @param apply whether this is an apply patch
   * @param fieldManager the query parameter; null when it is not there
   * @param force the query parameter; null when it is not there
   * @throws StatusFailure 422
   */
  public static void check(
      String optionsKind, boolean apply, @Nullable String fieldManager, @Nullable Boolean force) {
    List<Cause> causes = new ArrayList<>();
    String manager = fieldManager == null ? "" : fieldManager;
    if (apply && manager.isEmpty()) {
      causes.add(
          new Cause(
              "FieldValueRequired", "Required value: is required for apply patch", "fieldManager"));
    } else if (!apply && force != null) {
      causes.add(
          new Cause(
              "FieldValueForbidden",
              "Forbidden: may not be specified for non-apply patch",
              "force"));
    }
    checkName(manager, causes);
    if (!causes.isEmpty()) {
      List<String> texts = causes.stream().map(c -> c.field() + ": " + c.message()).toList();
      String all = texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]";
      throw StatusFailure.invalid(optionsKind + ".meta.k8s.io \"\" is invalid: " + all, causes);
    }
  }

  private static void checkName(String manager, List<Cause> causes) {
    int bytes = manager.codePoints().map(ManagerNames::utf8Length).sum();
    if (bytes > MAX_LENGTH) {
      causes.add(
          new Cause(
              "FieldValueTooLong",
              "Too long: may not be more than " + MAX_LENGTH + " bytes",
              "fieldManager"));
    }
    int index = 0;
    for (int i = 0; i < manager.length(); ) {
      int point = manager.codePointAt(i);
      if (!GoText.isPrintable(point)) {
        causes.add(
            new Cause(
                "FieldValueInvalid",
                "Invalid value: "
                    + GoText.quote(manager)
                    + ": invalid character "
                    + String.format("U+%04X", point)
                    + " (at position "
                    + index
                    + ")",
                "fieldManager"));
      }
      index += utf8Length(point);
      i += Character.charCount(point);
    }
  }
}
