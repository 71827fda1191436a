package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.Preview;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of the expose controller. Immutable; read with {@link #parse(Map)} or {@link
 * #parseYaml(String)}.
 *
 * @param domain the domain of the hosts
 * @param internalDomain the domain for Services that ask for the internal one; may be empty
 * @param pathMode whether Services share the domain as host, each under a path of its own
 * @param http plain http, also where TLS is set up
 * @param tlsAcme certificates come by ACME
 * @param tlsSecretName the Secret with the certificate; may be empty
 * @param tlsUseWildcard the certificate is for {@code *.domain}
 * @param urlTemplate how a host is made
 * @param services the only Services to be exposed; empty: all that ask for it
 * @param ingressClass the class of the Ingresses; empty: the cluster's default
 * @param stripNamespacePrefix leaves {@code <namespace>-} out of the name in host and path
 * @param watchNamespaces the only namespaces; empty: all
 * @param watchCurrentNamespace only the controller's own namespace
 * @param warnings what in the given settings has no effect, one line each
 * @since 0.1.0
 */
@Preview
public record ExposeSettings(
    String domain,
    String internalDomain,
    boolean pathMode,
    boolean http,
    boolean tlsAcme,
    String tlsSecretName,
    boolean tlsUseWildcard,
    String urlTemplate,
    List<String> services,
    String ingressClass,
    boolean stripNamespacePrefix,
    List<String> watchNamespaces,
    boolean watchCurrentNamespace,
    List<String> warnings) {
  /** How a host is made unless told otherwise. */
  public static final String DEFAULT_TEMPLATE = "{{.Service}}.{{.Namespace}}.{{.Domain}}";

  /** The keys that {@link #parse} knows, each with what it says. */
  public static final Map<String, String> KEYS = SettingsReader.KNOWN;

  static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*\\.(\\w+)\\s*}}");

  /** The lists are copied. */
  public ExposeSettings {
    services = List.copyOf(services);
    watchNamespaces = List.copyOf(watchNamespaces);
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads settings by their keys, such as {@code domain} and {@code tls-acme}.
   *
   * @param values text, booleans, numbers, or lists of text
   * @throws IllegalArgumentException with all faults in one message, each with its key, what is
   *     wrong and what is allowed
   */
  public static ExposeSettings parse(Map<String, ?> values) {
    return new SettingsReader(values).read();
  }

  /**
   * Reads settings from the text of a {@code config.yml}.
   *
   * @throws IllegalArgumentException when it is no YAML mapping, or as {@link #parse} does
   */
  public static ExposeSettings parseYaml(String text) {
    return parse(SettingsReader.mapping(text));
  }

  /**
   * The namespaces to watch; empty: all.
   *
   * @param current the controller's own namespace
   */
  public List<String> namespaces(String current) {
    return watchCurrentNamespace ? List.of(current) : watchNamespaces;
  }

  /** The host of a Service. */
  String host(String service, String namespace, String domainOfService) {
    return PLACEHOLDER
        .matcher(urlTemplate)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    switch (found.group(1)) {
                      case "Service" -> service;
                      case "Namespace" -> namespace;
                      case "Domain" -> domainOfService;
                      default -> found.group();
                    }));
  }
}
