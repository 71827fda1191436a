package dev.controllerruntime.samples.expose;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * The annotations for the Ingress that a Service carries in one of its own: a YAML mapping whose
 * scalars keep their text, so that {@code true}, {@code 8080} and {@code 1.10} arrive as written.
 * People also write what is no YAML; that is read line by line.
 *
 * @param values in the order of the text
 * @param dropped what could not be read, one line each
 */
record IngressAnnotations(Map<String, String> values, List<String> dropped) {
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  static IngressAnnotations parse(String text) {
    List<String> dropped = new ArrayList<>();
    Map<String, String> read = mapping(text).orElseGet(() -> lines(text, dropped));
    Map<String, String> values = new LinkedHashMap<>();
    read.forEach(
        (key, value) -> {
          if (key.equals(Names.CLASS) && !HostRules.isSubdomain(value.strip())) {
            dropped.add("\"" + value + "\" is no name of an IngressClass");
          } else if (isName(key)) {
            values.put(key, value);
          } else {
            dropped.add("\"" + key + "\" is no name of an annotation");
          }
        });
    return new IngressAnnotations(values, List.copyOf(dropped));
  }

  /** Whether the server takes it as the name of an annotation. */
  static boolean isName(String key) {
    int slash = key.indexOf('/');
    return (slash < 0 || HostRules.isSubdomain(key.substring(0, slash)))
        && NAME.matcher(key.substring(slash + 1)).matches();
  }

  private static Map<String, String> lines(String text, List<String> dropped) {
    List<String> kept = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String bare = line.strip();
      if (bare.isEmpty() || bare.startsWith("#")) {
        continue;
      }
      if (bare.contains(":")) {
        kept.add(line.stripTrailing());
      } else {
        dropped.add("the line \"" + bare + "\" has no colon");
      }
    }
    return mapping(String.join("\n", kept)).orElseGet(() -> split(kept));
  }

  private static Map<String, String> split(List<String> lines) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      values.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
    }
    return values;
  }

  /** Empty when the text is no YAML mapping of scalars. */
  private static Optional<Map<String, String>> mapping(String text) {
    if (text.isBlank()) {
      return Optional.of(Map.of());
    }
    Node root;
    try {
      root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
    } catch (YAMLException e) {
      // No YAML: what people write by hand is then read line by line.
      return Optional.empty();
    }
    if (!(root instanceof MappingNode mapping)) {
      return Optional.empty();
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (NodeTuple each : mapping.getValue()) {
      if (each.getKeyNode() instanceof ScalarNode key
          && each.getValueNode() instanceof ScalarNode value) {
        values.put(key.getValue(), value.getValue());
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }
}
