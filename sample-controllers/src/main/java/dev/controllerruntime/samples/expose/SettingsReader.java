package dev.controllerruntime.samples.expose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads settings and collects every fault before it tells. */
final class SettingsReader {
  /** In the order in which people are told. */
  static final Map<String, String> KNOWN = known();

  /** Keys of strategies and features that this version does not have. */
  private static final List<String> LATER =
      List.of(
          "node-ip",
          "route-host",
          "route-use-path",
          "gateway",
          "apiserver",
          "apiserver-protocol",
          "console-url",
          "authorize-path");

  private static final Pattern UNQUOTED = Pattern.compile("(?m)^\\s*urltemplate:\\s*\\{\\{");
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

  private final Map<String, Object> values = new LinkedHashMap<>();
  private final List<String> faults = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private static Map<String, String> known() {
    Map<String, String> known = new LinkedHashMap<>();
    known.put("domain", "The domain under which hosts are made; needed.");
    known.put("internal-domain", "The domain for Services that ask for the internal one.");
    known.put("exposer", "How Services are exposed: Ingress or Auto, which is Ingress too.");
    known.put("path-mode", "path: Services share the domain as host, each under its own path.");
    known.put("http", "true: plain http is served also where TLS is set up.");
    known.put("tls-acme", "true: certificates come by ACME.");
    known.put("tls-secret-name", "The Secret with the certificate.");
    known.put("tls-use-wildcard", "true: the certificate is for *.domain.");
    known.put("urltemplate", "How a host is made, by default " + ExposeSettings.DEFAULT_TEMPLATE);
    known.put("services", "The only Services to be exposed, comma-separated; by default all.");
    known.put("ingress-class", "The class of the Ingresses; by default the cluster's.");
    known.put("strip-namespace-prefix", "true: leaves <namespace>- out of hosts and paths.");
    known.put("watch-namespaces", "The only namespaces, comma-separated; by default all.");
    known.put("watch-current-namespace", "true: only the controller's own namespace.");
    return Collections.unmodifiableMap(known);
  }

  SettingsReader(Map<String, ?> given) {
    given.forEach(
        (key, value) -> {
          if (value != null) {
            values.put(key, value);
          }
        });
  }

  static Map<String, Object> mapping(String text) {
    Object root;
    try {
      root = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    } catch (YAMLException e) {
      String hint =
          UNQUOTED.matcher(text).find()
              ? "urltemplate: a value that begins with {{ must stand in quotes, as in urltemplate: \""
                  + ExposeSettings.DEFAULT_TEMPLATE
                  + "\""
              : String.valueOf(e.getMessage()).strip();
      throw new IllegalArgumentException("the settings are no YAML: " + hint, e);
    }
    if (root == null) {
      return Map.of();
    }
    if (!(root instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(
          "the settings must be a YAML mapping of keys and values, such as domain: example.com");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    map.forEach((key, value) -> values.put(String.valueOf(key), value));
    return values;
  }

  ExposeSettings read() {
    unknownKeys();
    exposer();
    String domain = domain("domain");
    if (domain.isEmpty()) {
      faults.add("domain: is missing; hosts are made from it, as in domain: apps.example.com");
    }
    boolean pathMode = pathMode();
    ExposeSettings settings =
        new ExposeSettings(
            domain,
            domain("internal-domain"),
            pathMode,
            flag("http"),
            flag("tls-acme"),
            name("tls-secret-name", "a Secret"),
            flag("tls-use-wildcard"),
            template(),
            names("services", "Services"),
            name("ingress-class", "an IngressClass"),
            flag("strip-namespace-prefix"),
            names("watch-namespaces", "namespaces"),
            flag("watch-current-namespace"),
            warnings);
    if (settings.watchCurrentNamespace() && !settings.watchNamespaces().isEmpty()) {
      faults.add(
          "watch-current-namespace: true and watch-namespaces exclude each other; leave one out");
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException("wrong settings: " + String.join("; ", faults));
    }
    return settings;
  }

  private void unknownKeys() {
    for (String key : values.keySet()) {
      if (LATER.contains(key)) {
        warnings.add(key + ": is not supported in this version and has no effect");
      } else if (!KNOWN.containsKey(key)) {
        warnings.add(key + ": is no known setting and has no effect; known: " + KNOWN.keySet());
      }
    }
  }

  private void exposer() {
    String exposer = text("exposer");
    if (!List.of("", "ingress", "auto").contains(exposer.toLowerCase(Locale.ROOT))) {
      faults.add(
          "exposer: \""
              + exposer
              + "\" is not supported in this version; supported: Ingress, and Auto, which is Ingress"
              + " too");
    }
  }

  private boolean pathMode() {
    String mode = text("path-mode");
    if (!mode.isEmpty() && !mode.equals(Names.PATH)) {
      faults.add("path-mode: \"" + mode + "\" is not allowed; allowed: path, or nothing for hosts");
    }
    return mode.equals(Names.PATH);
  }

  private String domain(String key) {
    String domain = text(key).toLowerCase(Locale.ROOT);
    if (!domain.isEmpty()) {
      HostRules.hostFault(domain).ifPresent(fault -> faults.add(key + ": " + fault));
      if (domain.startsWith("*")) {
        faults.add(key + ": \"" + domain + "\" is a wildcard; hosts are made under a domain");
      }
    }
    return domain;
  }

  private String template() {
    String template = text("urltemplate");
    if (template.isEmpty()) {
      return ExposeSettings.DEFAULT_TEMPLATE;
    }
    Matcher found = ExposeSettings.PLACEHOLDER.matcher(template);
    while (found.find()) {
      if (!List.of("Service", "Namespace", "Domain").contains(found.group(1))) {
        faults.add(
            "urltemplate: "
                + found.group()
                + " is not known; known: {{.Service}}, {{.Namespace}}, {{.Domain}}");
      }
    }
    String rest = ExposeSettings.PLACEHOLDER.matcher(template).replaceAll("x");
    HostRules.hostFault(rest)
        .ifPresent(
            fault ->
                faults.add(
                    "urltemplate: \""
                        + template
                        + "\" makes no host; it must read like "
                        + ExposeSettings.DEFAULT_TEMPLATE));
    return template;
  }

  private String name(String key, String of) {
    String name = text(key);
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      faults.add(key + ": \"" + name + "\" is no name of " + of);
    }
    return name;
  }

  private List<String> names(String key, String of) {
    List<String> names = new ArrayList<>();
    Object value = values.getOrDefault(key, "");
    Collection<?> parts =
        value instanceof Collection<?> list ? list : List.of(String.valueOf(value).split(",", -1));
    for (Object part : parts) {
      String name = String.valueOf(part).strip();
      if (!name.isEmpty() && !NAME.matcher(name).matches()) {
        faults.add(key + ": \"" + name + "\" is no name; allowed: names of " + of);
      } else if (!name.isEmpty() && !names.contains(name)) {
        names.add(name);
      }
    }
    return names;
  }

  private boolean flag(String key) {
    String text = text(key).toLowerCase(Locale.ROOT);
    if (!List.of("", "true", "false").contains(text)) {
      faults.add(key + ": \"" + text(key) + "\" is not allowed; allowed: true, false");
    }
    return text.equals("true");
  }

  private String text(String key) {
    Object value = values.getOrDefault(key, "");
    if (value instanceof Map<?, ?> || value instanceof Collection<?>) {
      String hint =
          key.equals("urltemplate") ? "; a value that begins with {{ must stand in quotes" : "";
      faults.add(key + ": must be one value, found a list or mapping" + hint);
      return "";
    }
    return String.valueOf(value).strip();
  }
}
