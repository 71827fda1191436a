package dev.controllerruntime.samples.expose;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How one Service is to be reached, read off its own annotations and labels and the settings.
 *
 * @param hosts a rule each, in the order of the annotation; the URL has the first
 * @param path begins with a slash
 * @param urlPath what the URL has after the host; may be empty
 * @param port number of the Service's port
 * @param domain the domain that the hosts were made in
 * @param plain whether it wants no TLS
 * @param annotations for the Ingress
 * @param hostKey the annotation on the Service that receives the host; may be empty
 * @param warnings what is not as asked for, but does not stop it
 * @param refusal why it cannot be exposed; empty when it can
 */
record Wish(
    ServiceView service,
    ExposeRequest request,
    List<String> hosts,
    String path,
    String urlPath,
    int port,
    String domain,
    boolean plain,
    Map<String, String> annotations,
    String hostKey,
    List<Refusal> warnings,
    Optional<Refusal> refusal) {

  /**
   * A host and a path on it: what only one Service can have.
   *
   * @param path without a slash at its end, since the path type Prefix matches both
   */
  record Place(String host, String path) {
    static Place of(String host, String path) {
      boolean slash = path.length() > 1 && path.endsWith("/");
      return new Place(host, slash ? path.substring(0, path.length() - 1) : path);
    }

    @Override
    public String toString() {
      return host + path;
    }
  }

  static Wish of(ServiceView service, ExposeSettings settings) {
    return new Reading(service, settings).read();
  }

  Wish refusedFor(Refusal why) {
    return new Wish(
        service,
        request,
        hosts,
        path,
        urlPath,
        port,
        domain,
        plain,
        annotations,
        hostKey,
        warnings,
        Optional.of(why));
  }

  /** Whether an annotation may receive the host: what says what to do must not be overwritten. */
  static boolean mayHoldHost(String key) {
    return IngressAnnotations.isName(key)
        && !key.startsWith("fabric8.io/")
        && !Names.INPUTS.contains(key);
  }

  /** The host of the URL: nobody can ask for a wildcard. */
  String mainHost() {
    return hosts.stream().filter(host -> !host.startsWith("*")).findFirst().orElse(hosts.get(0));
  }

  List<Place> places() {
    return hosts.stream().map(host -> Place.of(host, path)).toList();
  }

  /** One reading; its lists fill while it goes. */
  private static final class Reading {
    private final ServiceView service;
    private final ExposeSettings settings;
    private final List<Refusal> warnings = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();

    Reading(ServiceView service, ExposeSettings settings) {
      this.service = service;
      this.settings = settings;
    }

    Wish read() {
      boolean pathMode =
          service.annotation(Names.PATH_MODE).isEmpty()
              ? settings.pathMode()
              : service.annotation(Names.PATH_MODE).equals(Names.PATH);
      String domain = domain();
      List<String> hosts = pathMode ? List.of(domain) : hosts(domain);
      String asked = service.annotation(Names.INGRESS_PATH);
      String path = asked.startsWith("/") ? asked : "/" + asked;
      if (pathMode) {
        String ours = "/" + service.key().namespace() + "/" + baseName();
        path = HostRules.join(ours, path);
      }
      kind();
      int port = port();
      hosts.forEach(
          host -> HostRules.hostFault(host).ifPresent(fault -> refuse("InvalidHost", fault)));
      if (hosts.stream().allMatch(host -> host.startsWith("*"))) {
        refuse("InvalidHost", "a wildcard needs a host without one beside it, for the URL");
      }
      HostRules.pathFault(path).ifPresent(fault -> refuse("InvalidPath", fault));
      String api = service.annotation(Names.API_PATH);
      String urlPath = asked.isEmpty() && !pathMode ? "" : HostRules.literal(path);
      return new Wish(
          service,
          OptIn.request(service),
          hosts,
          path,
          api.isEmpty() ? urlPath : HostRules.join(urlPath, api),
          port,
          domain,
          service.annotation(Names.SKIP_TLS).equals("true"),
          annotations(),
          hostKey(),
          List.copyOf(warnings),
          refusals.stream().findFirst());
    }

    private String domain() {
      if (!service.annotation(Names.INTERNAL_DOMAIN).equals("true")) {
        return settings.domain();
      }
      if (settings.internalDomain().isEmpty()) {
        refuse(
            "NoInternalDomain",
            Names.INTERNAL_DOMAIN + " is true, but the setting internal-domain is not set");
      }
      return settings.internalDomain();
    }

    /** The name in host and path. */
    private String baseName() {
      String ingress = service.annotation(Names.INGRESS_NAME);
      String name =
          ingress.isEmpty()
              ? OptIn.withoutRelease(service.key().name(), service.labels())
              : ingress;
      String prefix = service.key().namespace() + "-";
      boolean strip =
          settings.stripNamespacePrefix()
              && name.startsWith(prefix)
              && name.length() > prefix.length();
      return strip ? name.substring(prefix.length()) : name;
    }

    private List<String> hosts(String domain) {
      Set<String> hosts = new LinkedHashSet<>();
      for (String part : service.annotation(Names.HOST_NAME).split(",", -1)) {
        String name = part.strip();
        if (!name.isEmpty()) {
          hosts.add(name.contains(".") ? lower(name) : made(name, domain));
        }
      }
      return hosts.isEmpty() ? List.of(made(baseName(), domain)) : List.copyOf(hosts);
    }

    private String made(String name, String domain) {
      return lower(settings.host(name, service.key().namespace(), domain));
    }

    private static String lower(String host) {
      return host.toLowerCase(Locale.ROOT);
    }

    private void kind() {
      if (service.type().equals("ExternalName")) {
        refuse("ExternalName", "a Service of type ExternalName has no endpoints to route to");
      } else if (service.clusterIp().equals("None")) {
        refuse("Headless", "a headless Service (clusterIP None) cannot be routed to");
      } else if (service.ports().isEmpty()) {
        refuse("NoPort", "the Service has no port; add one to spec.ports");
      }
    }

    private int port() {
      if (service.ports().isEmpty()) {
        return 0;
      }
      int first = service.ports().get(0).number();
      String asked = service.annotation(Names.PORT);
      if (asked.isEmpty()) {
        return first;
      }
      for (ServiceView.Port port : service.ports()) {
        if (asked.equals(port.name()) || asked.equals(Integer.toString(port.number()))) {
          return port.number();
        }
      }
      List<String> known =
          service.ports().stream()
              .map(p -> p.name().isEmpty() ? "" + p.number() : p.name() + " (" + p.number() + ")")
              .toList();
      warnings.add(
          new Refusal(
              "UnknownPort",
              Names.PORT + " \"" + asked + "\" is none of " + known + "; " + first + " is used"));
      return first;
    }

    private Map<String, String> annotations() {
      IngressAnnotations read =
          IngressAnnotations.parse(
              service.annotations().getOrDefault(Names.INGRESS_ANNOTATIONS, ""));
      read.dropped()
          .forEach(
              line ->
                  warnings.add(
                      new Refusal(
                          "InvalidAnnotations",
                          Names.INGRESS_ANNOTATIONS + ": " + line + "; it is left out")));
      return read.values();
    }

    private String hostKey() {
      String key = service.annotation(Names.HOST_KEY);
      if (!key.isEmpty() && !mayHoldHost(key)) {
        warnings.add(
            new Refusal(
                "InvalidHostKey",
                Names.HOST_KEY + ": \"" + key + "\" can be no annotation for the host; left out"));
        return "";
      }
      return key;
    }

    private void refuse(String reason, String message) {
      refusals.add(new Refusal(reason, message));
    }
  }
}
