package dev.controllerruntime.apiserver.selector;

import dev.controllerruntime.apiserver.schema.GoText;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import dev.controllerruntime.apiserver.selector.LabelSelector.Operator;
import dev.controllerruntime.apiserver.selector.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Parses one label selector; the texts of its failures are the real server's. */
final class LabelSelectorParser {
  private static final String SPECIAL = "=!(),><";
  private static final List<String> SYMBOLS =
      List.of("==", "!=", "=", "!", "(", ")", ",", ">", "<");
  private static final String END = "";

  private final List<String> tokens = new ArrayList<>();
  private int position;

  LabelSelectorParser(String text) {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (isBlank(c)) {
        i++;
        continue;
      }
      int start = i;
      if (SPECIAL.indexOf(c) >= 0) {
        String rest = text.substring(i);
        i += SYMBOLS.stream().filter(rest::startsWith).findFirst().orElseThrow().length();
      } else {
        while (i < text.length()
            && !isBlank(text.charAt(i))
            && SPECIAL.indexOf(text.charAt(i)) < 0) {
          i++;
        }
      }
      tokens.add(text.substring(start, i));
    }
    tokens.add(END);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  List<Requirement> parse() {
    List<Requirement> requirements = new ArrayList<>();
    while (!peek().equals(END)) {
      if (!isIdentifier(peek()) && !peek().equals("!")) {
        throw expected("!, identifier, or 'end of string'");
      }
      try {
        requirements.add(requirement());
      } catch (StatusFailure e) {
        throw StatusFailure.badRequest("unable to parse requirement: " + e.message());
      }
      if (peek().equals(END)) {
        return requirements;
      }
      if (!peek().equals(",")) {
        throw expected("',' or 'end of string'");
      }
      position++;
      if (!isIdentifier(peek()) && !peek().equals("!")) {
        throw expected("identifier after ','");
      }
    }
    return requirements;
  }

  private Requirement requirement() {
    boolean negated = peek().equals("!");
    if (negated) {
      position++;
    }
    if (!isIdentifier(peek())) {
      throw expected("identifier");
    }
    String key = next();
    List<String> problems = LabelSyntax.problemsOfKey(key);
    if (!problems.isEmpty()) {
      throw StatusFailure.badRequest(invalid("<nil>", key, String.join("; ", problems)));
    }
    if (negated) {
      return new Requirement(key, Operator.DOES_NOT_EXIST, List.of());
    }
    if (peek().equals(END) || peek().equals(",")) {
      return new Requirement(key, Operator.EXISTS, List.of());
    }
    Requirement requirement =
        switch (peek()) {
          case "in" -> new Requirement(key, skip(Operator.IN), values());
          case "notin" -> new Requirement(key, skip(Operator.NOT_IN), values());
          case "=", "==" -> new Requirement(key, skip(Operator.IN), value());
          case "!=" -> new Requirement(key, skip(Operator.NOT_IN), value());
          case ">" -> new Requirement(key, skip(Operator.GREATER), value());
          case "<" -> new Requirement(key, skip(Operator.LESS), value());
          default -> throw expected("in, notin, =, ==, !=, gt, lt");
        };
    checkValues(requirement);
    return requirement;
  }

  private Operator skip(Operator operator) {
    position++;
    return operator;
  }

  private List<String> value() {
    if (peek().equals(END) || peek().equals(",")) {
      return List.of("");
    }
    if (!isIdentifier(peek())) {
      throw expected("identifier");
    }
    return List.of(next());
  }

  /** A list in parentheses; what is left out between commas is the empty value. */
  private List<String> values() {
    if (!peek().equals("(")) {
      throw StatusFailure.badRequest("found '" + peek() + "' expected: '('");
    }
    position++;
    TreeSet<String> values = new TreeSet<>();
    if (peek().equals(")")) {
      position++;
      return List.of("");
    }
    if (!isIdentifier(peek()) && !peek().equals(",")) {
      throw expected("',', ')' or identifier");
    }
    while (true) {
      if (isIdentifier(peek())) {
        values.add(next());
        if (peek().equals(")")) {
          break;
        }
        if (!peek().equals(",")) {
          throw expected("',' or ')'");
        }
      } else if (peek().equals(",")) {
        position++;
        if (values.isEmpty() || peek().equals(",")) {
          values.add("");
        }
        if (peek().equals(")")) {
          values.add("");
          break;
        }
      } else {
        throw expected("',', or identifier");
      }
    }
    position++;
    return List.copyOf(values);
  }

  private static void checkValues(Requirement requirement) {
    List<String> problems = new ArrayList<>();
    List<String> values = requirement.values();
    if (requirement.operator() == Operator.GREATER || requirement.operator() == Operator.LESS) {
      if (number(values.get(0)).isEmpty()) {
        problems.add(
            invalid(
                "values[0]",
                values.get(0),
                "for 'Gt', 'Lt' operators, the value must be an integer"));
      }
    }
    for (int i = 0; i < values.size(); i++) {
      List<String> texts = LabelSyntax.problemsOfValue(values.get(i));
      if (!texts.isEmpty()) {
        String path = "values[" + i + "][" + requirement.key() + "]";
        problems.add(invalid(path, values.get(i), String.join("; ", texts)));
      }
    }
    if (!problems.isEmpty()) {
      throw StatusFailure.badRequest(
          problems.size() == 1 ? problems.get(0) : "[" + String.join(", ", problems) + "]");
    }
  }

  static Optional<Long> number(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String invalid(String path, String value, String problem) {
    return path + ": Invalid value: " + GoText.quote(value) + ": " + problem;
  }

  /** The keywords are identifiers wherever no operator can stand. */
  private static boolean isIdentifier(String token) {
    return !token.equals(END) && SPECIAL.indexOf(token.charAt(0)) < 0;
  }

  private String peek() {
    return tokens.get(position);
  }

  private String next() {
    return tokens.get(position++);
  }

  private StatusFailure expected(String what) {
    return StatusFailure.badRequest("found '" + peek() + "', expected: " + what);
  }
}
