package dev.controllerruntime.samples.expose;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the API server and DNS take for a host and a path. */
final class HostRules {
  private static final int LABEL = 63;
  private static final int WHOLE = 253;
  private static final Pattern LABEL_TEXT = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}");
  private static final Pattern REGEX_CHARACTER = Pattern.compile("[*+?()\\[\\]{}|^$\\\\]");

  private HostRules() {}

  /** What is wrong with a host; a first label {@code *} is a wildcard. */
  static Optional<String> hostFault(String host) {
    if (host.length() > WHOLE) {
      return Optional.of(
          "host \"" + host + "\" has " + host.length() + " characters, at most 253 are allowed");
    }
    if (ADDRESS.matcher(host).matches()) {
      return Optional.of("host \"" + host + "\" is an address, an Ingress needs a DNS name");
    }
    String[] labels = host.split("\\.", -1);
    for (int i = 0; i < labels.length; i++) {
      String label = labels[i];
      if (label.length() > LABEL) {
        return Optional.of(
            "the part \""
                + label
                + "\" of host \""
                + host
                + "\" has "
                + label.length()
                + " characters, at most 63 are allowed");
      }
      boolean wildcard = i == 0 && labels.length > 1 && label.equals("*");
      if (!wildcard && !LABEL_TEXT.matcher(label).matches()) {
        return Optional.of(
            "host \""
                + host
                + "\" is no DNS name: its part \""
                + label
                + "\" must be of a-z, 0-9 and '-', beginning and ending with a letter or digit");
      }
    }
    return Optional.empty();
  }

  /** What is wrong with a path, as the validation of the Ingress has it. */
  static Optional<String> pathFault(String path) {
    for (String part : new String[] {"//", "/./", "/../", "%2f", "%2F"}) {
      if (path.contains(part)) {
        return Optional.of("path \"" + path + "\" must not contain \"" + part + "\"");
      }
    }
    if (path.endsWith("/.") || path.endsWith("/..")) {
      return Optional.of("path \"" + path + "\" must not end with \"/.\" or \"/..\"");
    }
    return path.chars().anyMatch(c -> c <= ' ' || c > '~')
        ? Optional.of("path \"" + path + "\" must be of printable ASCII without blanks")
        : Optional.empty();
  }

  /** The part of a path before a regular expression: what a client can ask for as it stands. */
  static String literal(String path) {
    Matcher expression = REGEX_CHARACTER.matcher(path);
    return expression.find() ? path.substring(0, expression.start()) : path;
  }

  /** Whether the text is an RFC 1123 subdomain, as most names of objects must be. */
  static boolean isSubdomain(String text) {
    return text.length() <= WHOLE
        && Arrays.stream(text.split("\\.", -1))
            .allMatch(each -> LABEL_TEXT.matcher(each).matches());
  }

  /** A prefix, unless it is a regular expression, which only the ingress controller understands. */
  static String pathType(String path) {
    return REGEX_CHARACTER.matcher(path).find() ? "ImplementationSpecific" : "Prefix";
  }

  /** Two pieces of a URL with exactly one slash between them. */
  static String join(String left, String right) {
    String a = left.endsWith("/") ? left.substring(0, left.length() - 1) : left;
    return a + (right.startsWith("/") ? right : "/" + right);
  }
}
