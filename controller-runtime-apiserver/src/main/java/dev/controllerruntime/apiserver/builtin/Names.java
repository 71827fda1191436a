package dev.controllerruntime.apiserver.builtin;

import dev.controllerruntime.apiserver.protocol.FieldErrors;
import java.util.regex.Pattern;

/**
 * Valid names, in the wording of {@code apimachinery/pkg/util/validation} (rule 44).
 *
 * @since 0.1.0
 */
public final class Names {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
  private static final Pattern DNS_LABEL = Pattern.compile(LABEL);
  private static final Pattern DNS_1035 = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern QUALIFIED =
      Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern LABEL_VALUE =
      Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");

  private Names() {}

  /** Checks a name in a format of {@link Behaviours#nameFormat}. */
  public static void check(String format, String field, String name, FieldErrors errors) {
    switch (format) {
      case "path" -> {
        if (name.equals(".") || name.equals("..")) {
          errors.invalid(field, FieldErrors.quote(name), "may not be '" + name + "'");
        }
        for (String part : new String[] {"/", "%"}) {
          if (name.contains(part)) {
            errors.invalid(field, FieldErrors.quote(name), "may not contain '" + part + "'");
          }
        }
      }
      case "label" ->
          match(
              DNS_LABEL,
              63,
              field,
              name,
              errors,
              "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-',"
                  + " and must start and end with an alphanumeric character (e.g. 'my-name',  or"
                  + " '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')");
      case "dns1035" ->
          match(
              DNS_1035,
              63,
              field,
              name,
              errors,
              "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start"
                  + " with an alphabetic character, and end with an alphanumeric character (e.g."
                  + " 'my-name',  or 'abc-123', regex used for validation is"
                  + " '[a-z]([-a-z0-9]*[a-z0-9])?')");
      default ->
          match(
              SUBDOMAIN,
              253,
              field,
              name,
              errors,
              "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
                  + " '-' or '.', and must start and end with an alphanumeric character (e.g."
                  + " 'example.com', regex used for validation is"
                  + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
    }
  }

  /** Checks a label or annotation key. */
  public static void checkKey(String field, String key, FieldErrors errors) {
    int slash = key.lastIndexOf('/');
    String prefix = slash < 0 ? "" : key.substring(0, slash);
    String name = key.substring(slash + 1);
    if (slash >= 0) {
      if (prefix.isEmpty()) {
        errors.invalid(field, FieldErrors.quote(key), "prefix part must be non-empty");
      } else if (!SUBDOMAIN.matcher(prefix).matches()) {
        errors.invalid(
            field,
            FieldErrors.quote(key),
            "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                + " characters, '-' or '.', and must start and end with an alphanumeric character"
                + " (e.g. 'example.com', regex used for validation is"
                + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
      }
    }
    if (name.isEmpty()) {
      errors.invalid(field, FieldErrors.quote(key), "name part must be non-empty");
    } else if (name.length() > 63) {
      errors.invalid(field, FieldErrors.quote(key), "name part must be no more than 63 bytes");
    }
    if (!QUALIFIED.matcher(name).matches()) {
      errors.invalid(
          field,
          FieldErrors.quote(key),
          "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and"
              + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc',"
              + " regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')");
    }
  }

  /** Checks the value of a label. */
  public static void checkLabelValue(String field, String value, FieldErrors errors) {
    if (value.length() > 63) {
      errors.invalid(field, FieldErrors.quote(value), "must be no more than 63 bytes");
    }
    if (!LABEL_VALUE.matcher(value).matches()) {
      errors.invalid(
          field,
          FieldErrors.quote(value),
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
              + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
              + " 'my_value',  or '12345', regex used for validation is"
              + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }
  }

  /** Whether a finalizer is a standard one or has a domain. */
  public static boolean isFinalizer(String name) {
    return name.contains("/")
        || name.equals("orphan")
        || name.equals("foregroundDeletion")
        || name.equals("kubernetes");
  }

  private static void match(
      Pattern pattern, int length, String field, String name, FieldErrors errors, String message) {
    if (name.length() > length) {
      errors.invalid(field, FieldErrors.quote(name), "must be no more than " + length + " bytes");
    }
    if (!pattern.matcher(name).matches()) {
      errors.invalid(field, FieldErrors.quote(name), message);
    }
  }
}
