package dev.controllerruntime.api;

import dev.controllerruntime.api.LabelSelector.Operator;
import dev.controllerruntime.api.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the text form of a label selector, left to right. */
final class SelectorParser {
  // The rules of qualified names and label values in the API: 63 characters, letters, digits and
  // "-_." between alphanumeric ends; a key may have a DNS subdomain and a slash in front.
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
  private static final Pattern PREFIX =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final int LONGEST_PREFIX = 253;
  private static final int LONGEST_INTEGER = 18; // any of that many digits fits a long
  private static final String BREAKS = " \t\r\n,()=!<>";

  private final String text;
  private int at;

  SelectorParser(String text) {
    this.text = text;
  }

  List<Requirement> labels() {
    List<Requirement> requirements = new ArrayList<>();
    skipSpace();
    while (at < text.length()) {
      requirements.add(requirement());
      skipSpace();
      if (at < text.length()) {
        expect(',');
        skipSpace();
        if (at == text.length()) {
          throw malformed("a requirement is missing after the comma");
        }
      }
    }
    return requirements;
  }

  private Requirement requirement() {
    if (accept("!")) {
      return new Requirement(key(), Operator.ABSENT, List.of());
    }
    String key = key();
    skipSpace();
    if (at == text.length() || text.charAt(at) == ',') {
      return new Requirement(key, Operator.EXISTS, List.of());
    }
    if (accept("!=")) {
      return new Requirement(key, Operator.NOT_IN, List.of(value()));
    }
    if (accept("==") || accept("=")) {
      return new Requirement(key, Operator.IN, List.of(value()));
    }
    if (accept(">")) {
      return new Requirement(key, Operator.GREATER, List.of(integer()));
    }
    if (accept("<")) {
      return new Requirement(key, Operator.LESS, List.of(integer()));
    }
    String word = word();
    return switch (word) {
      case "in" -> new Requirement(key, Operator.IN, set());
      case "notin" -> new Requirement(key, Operator.NOT_IN, set());
      default -> throw malformed("expected an operator, found \"" + word + "\"");
    };
  }

  private String key() {
    skipSpace();
    String key = word();
    int slash = key.indexOf('/');
    String prefix = slash < 0 ? "" : key.substring(0, slash);
    boolean prefixFits =
        slash < 0 || (prefix.length() <= LONGEST_PREFIX && PREFIX.matcher(prefix).matches());
    if (!prefixFits || !NAME.matcher(key.substring(slash + 1)).matches()) {
      throw malformed("\"" + key + "\" is no label key");
    }
    return key;
  }

  private String value() {
    skipSpace();
    String value = word();
    if (!value.isEmpty() && !NAME.matcher(value).matches()) {
      throw malformed("\"" + value + "\" is no label value");
    }
    return value;
  }

  private String integer() {
    String value = value();
    if (!isInteger(value)) {
      throw malformed("\"" + value + "\" is no integer");
    }
    return value;
  }

  static boolean isInteger(String text) {
    int digits = text.startsWith("-") ? 1 : 0;
    if (text.length() == digits || text.length() - digits > LONGEST_INTEGER) {
      return false;
    }
    return text.substring(digits).chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private List<String> set() {
    skipSpace();
    expect('(');
    List<String> values = new ArrayList<>();
    do {
      values.add(value());
      skipSpace();
    } while (accept(","));
    expect(')');
    return values;
  }

  private String word() {
    int from = at;
    while (at < text.length() && BREAKS.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean accept(String token) {
    if (!text.startsWith(token, at)) {
      return false;
    }
    at += token.length();
    return true;
  }

  private void expect(char token) {
    if (!accept(String.valueOf(token))) {
      throw malformed("expected \"" + token + "\"");
    }
  }

  private IllegalArgumentException malformed(String why) {
    return new IllegalArgumentException(
        "bad label selector \"" + text + "\": " + why + " (at character " + at + ")");
  }
}
