package dev.controllerruntime.samples.configmap;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The names in an {@code update-on-change} annotation.
 *
 * @param valid in order, each once
 * @param wrong what can be no name, as it was written
 */
record SourceNames(SortedSet<String> valid, List<String> wrong) {
  /** RFC 1123 subdomain, as the API server demands of ConfigMaps and Secrets. */
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private static final int LONGEST = 253;

  static SourceNames parse(String annotation) {
    SortedSet<String> valid = new TreeSet<>();
    List<String> wrong = new ArrayList<>();
    for (String part : annotation.split(",", -1)) {
      String name = part.strip();
      if (name.isEmpty()) {
        continue;
      }
      if (name.length() <= LONGEST && NAME.matcher(name).matches()) {
        valid.add(name);
      } else {
        wrong.add(name);
      }
    }
    return new SourceNames(valid, wrong);
  }
}
