package dev.controllerruntime.apiserver.selector;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What label keys and values may look like, with the server's texts for those that do not. */
final class LabelSyntax {
  private static final int MAX_BYTES = 63;
  private static final int MAX_PREFIX_BYTES = 253;
  private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String VALUE = "(" + NAME + ")?";
  private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String DNS_NAME = DNS_LABEL + "(\\." + DNS_LABEL + ")*";
  private static final Pattern NAME_PATTERN = Pattern.compile(NAME);
  private static final Pattern VALUE_PATTERN = Pattern.compile(VALUE);
  private static final Pattern DNS_NAME_PATTERN = Pattern.compile(DNS_NAME);
  private static final String CHARACTERS =
      "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character";
  private static final String NAME_TEXT =
      "must "
          + CHARACTERS
          + " (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
          + NAME
          + "')";
  private static final String VALUE_TEXT =
      "a valid label must be an empty string or "
          + CHARACTERS
          + " (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '"
          + VALUE
          + "')";
  private static final String PREFIX_TEXT =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is '"
          + DNS_NAME
          + "')";

  private LabelSyntax() {}

  static List<String> problemsOfKey(String key) {
    List<String> problems = new ArrayList<>();
    String[] parts = key.split("/", -1);
    if (parts.length > 2) {
      return List.of(
          "a valid label key "
              + NAME_TEXT
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    if (parts.length == 2) {
      addProblemsOfPrefix(parts[0], problems);
    }
    String name = parts[parts.length - 1];
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else if (bytes(name) > MAX_BYTES) {
      problems.add("name part must be no more than " + MAX_BYTES + " bytes");
    }
    if (!NAME_PATTERN.matcher(name).matches()) {
      problems.add("name part " + NAME_TEXT);
    }
    return problems;
  }

  private static void addProblemsOfPrefix(String prefix, List<String> problems) {
    if (prefix.isEmpty()) {
      problems.add("prefix part must be non-empty");
      return;
    }
    if (bytes(prefix) > MAX_PREFIX_BYTES) {
      problems.add("prefix part must be no more than " + MAX_PREFIX_BYTES + " bytes");
    }
    if (!DNS_NAME_PATTERN.matcher(prefix).matches()) {
      problems.add("prefix part " + PREFIX_TEXT);
    }
  }

  static List<String> problemsOfValue(String value) {
    List<String> problems = new ArrayList<>();
    if (bytes(value) > MAX_BYTES) {
      problems.add("must be no more than " + MAX_BYTES + " bytes");
    }
    if (!VALUE_PATTERN.matcher(value).matches()) {
      problems.add(VALUE_TEXT);
    }
    return problems;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
