package dev.controllerruntime.samples.expose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one Ingress and its Services should be. A pure function: the same wishes in any order give
 * the same plan.
 *
 * @param ingress empty when no Service wants it
 * @param exposed what each accepted Service should say, by uid
 */
record Plan(Optional<DesiredIngress> ingress, Map<String, Exposed> exposed) {
  /** What an exposed Service says. */
  record Exposed(String url, String host) {}

  /**
   * Plans from all Services of one Ingress that were accepted.
   *
   * @param accepted of one request
   */
  static Plan of(ExposeRequest request, List<Wish> accepted, ExposeSettings settings) {
    if (accepted.isEmpty()) {
      return new Plan(Optional.empty(), Map.of());
    }
    List<Wish> byAge =
        accepted.stream().sorted(Comparator.comparing(Wish::service, ServiceView.BY_AGE)).toList();
    Set<String> secured = securedHosts(byAge, settings);
    DesiredIngress ingress =
        new DesiredIngress(
            request.key(),
            ingressClass(byAge, settings),
            annotations(byAge, settings, !secured.isEmpty()),
            rules(byAge),
            tls(request, byAge, settings, secured),
            byAge.stream()
                .map(w -> new DesiredIngress.Owner(w.service().key().name(), w.service().uid()))
                .toList());
    Map<String, Exposed> exposed = new LinkedHashMap<>();
    for (Wish wish : byAge) {
      String host = wish.mainHost();
      String protocol = secured.contains(host) ? "https://" : "http://";
      exposed.put(wish.service().uid(), new Exposed(protocol + host + wish.urlPath(), host));
    }
    return new Plan(Optional.of(ingress), exposed);
  }

  private static List<DesiredIngress.Rule> rules(List<Wish> wishes) {
    List<DesiredIngress.Rule> rules = new ArrayList<>();
    for (Wish wish : wishes) {
      for (String host : wish.hosts()) {
        rules.add(
            new DesiredIngress.Rule(host, wish.path(), wish.service().key().name(), wish.port()));
      }
    }
    return rules;
  }

  private static Set<String> securedHosts(List<Wish> wishes, ExposeSettings settings) {
    Set<String> hosts = new LinkedHashSet<>();
    boolean secure = settings.tlsAcme() || !settings.tlsSecretName().isEmpty();
    if (secure) {
      wishes.stream().filter(wish -> !wish.plain()).forEach(wish -> hosts.addAll(wish.hosts()));
    }
    return hosts;
  }

  private static List<DesiredIngress.Tls> tls(
      ExposeRequest request, List<Wish> wishes, ExposeSettings settings, Set<String> secured) {
    if (secured.isEmpty()) {
      return List.of();
    }
    Set<String> names = new LinkedHashSet<>();
    for (Wish wish : wishes) {
      for (String host : wish.hosts()) {
        if (secured.contains(host)) {
          names.add(settings.tlsUseWildcard() ? wildcard(host, wish.domain()) : host);
        }
      }
    }
    String secret =
        settings.tlsSecretName().isEmpty() ? "tls-" + request.ingress() : settings.tlsSecretName();
    return List.of(new DesiredIngress.Tls(List.copyOf(names), secret));
  }

  /** A wildcard covers exactly one label: other hosts are named themselves. */
  private static String wildcard(String host, String domain) {
    int dot = host.indexOf('.');
    return dot > 0 && host.substring(dot + 1).equals(domain) ? "*." + domain : host;
  }

  private static String ingressClass(List<Wish> wishes, ExposeSettings settings) {
    return wishes.stream()
        .map(wish -> wish.annotations().getOrDefault(Names.CLASS, "").strip())
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse(settings.ingressClass());
  }

  /** Where two Services say different things about one Ingress, the older one's word counts. */
  private static Map<String, String> annotations(
      List<Wish> wishes, ExposeSettings settings, boolean secured) {
    Map<String, String> all = new TreeMap<>();
    if (secured && settings.http()) {
      all.put(Names.ALLOW_HTTP, "true");
      all.put(Names.SSL_REDIRECT, "false");
    }
    if (secured && settings.tlsAcme()) {
      all.put(Names.TLS_ACME, "true");
    }
    Map<String, String> own = new TreeMap<>();
    wishes.forEach(wish -> wish.annotations().forEach(own::putIfAbsent));
    all.putAll(own);
    all.remove(Names.CLASS);
    all.put(Names.MARK, Names.MARK_VALUE);
    return all;
  }
}
