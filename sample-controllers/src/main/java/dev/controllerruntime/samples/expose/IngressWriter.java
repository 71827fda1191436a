package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.OwnerReference;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Patch;
import dev.controllerruntime.client.WriteOption;
import io.kubernetes.client.openapi.models.V1HTTPIngressPath;
import io.kubernetes.client.openapi.models.V1HTTPIngressRuleValue;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1IngressBackend;
import io.kubernetes.client.openapi.models.V1IngressRule;
import io.kubernetes.client.openapi.models.V1IngressServiceBackend;
import io.kubernetes.client.openapi.models.V1IngressSpec;
import io.kubernetes.client.openapi.models.V1IngressTLS;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1ServiceBackendPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Makes an Ingress what it should be. Writes nothing when it is, also after a restart. */
final class IngressWriter {
  static final Kind<V1Ingress> INGRESSES = Kind.of(V1Ingress.class);

  private IngressWriter() {}

  /**
   * Whether the object was made by us: it carries our mark, or, where somebody took that away, is
   * owned by one of the Services.
   *
   * @param services their uids
   */
  static boolean ours(ObjectMetadata ingress, Set<String> services) {
    return Names.MARK_VALUE.equals(ingress.annotations().get(Names.MARK))
        || ingress.owners().stream().anyMatch(owner -> services.contains(owner.uid()));
  }

  /**
   * Brings the Ingress to its desired state.
   *
   * @param standing the one that is there, which is ours
   * @param observed how it looks; empty when that is not known
   * @return whether something was sent
   */
  static boolean apply(
      Client client,
      DesiredIngress desired,
      Optional<ObjectMetadata> standing,
      Optional<V1Ingress> observed) {
    V1Ingress body = model(desired);
    if (standing.isPresent() && observed.filter(now -> agrees(now, body)).isPresent()) {
      return false;
    }
    List<WriteOption> options = new ArrayList<>();
    if (standing.isPresent()) {
      // Ours, so edits by others are overruled; the uid keeps a deleted one from coming back half.
      options.add(WriteOption.force());
      options.add(WriteOption.uid(standing.get().uid()));
    }
    V1Ingress stored = client.apply(INGRESSES, body, options.toArray(new WriteOption[0]));
    if (hasStrays(stored, body)) {
      // What others added beside our fields stays after an apply, and changes what is served.
      boolean tls = tls(body).isEmpty();
      client.patch(
          INGRESSES,
          desired.key(),
          Patch.merge("{\"spec\":{\"defaultBackend\":null" + (tls ? ",\"tls\":null}}" : "}}")),
          WriteOption.uid(INGRESSES.metadata(stored).uid()));
    }
    return true;
  }

  /** Whether nothing of ours is missing, changed, or left from before. */
  static boolean agrees(V1Ingress now, V1Ingress body) {
    ObjectMetadata is = INGRESSES.metadata(now);
    ObjectMetadata should = INGRESSES.metadata(body);
    V1IngressSpec spec = now.getSpec();
    V1IngressSpec wanted = body.getSpec();
    return spec != null
        && wanted != null
        && is.annotations().entrySet().containsAll(should.annotations().entrySet())
        && services(is).equals(services(should))
        && Objects.equals(spec.getRules(), wanted.getRules())
        && tls(now).equals(tls(body))
        // Without a class of ours, the server may have filled in its default.
        && (wanted.getIngressClassName() == null
            || wanted.getIngressClassName().equals(spec.getIngressClassName()))
        && !hasStrays(now, body);
  }

  private static boolean hasStrays(V1Ingress now, V1Ingress body) {
    V1IngressSpec spec = now.getSpec();
    return spec != null && spec.getDefaultBackend() != null
        || tls(body).isEmpty() && !tls(now).isEmpty();
  }

  private static List<V1IngressTLS> tls(V1Ingress ingress) {
    V1IngressSpec spec = ingress.getSpec();
    return spec == null || spec.getTls() == null ? List.of() : spec.getTls();
  }

  /** Owners of other kinds were added by others, and stay. */
  private static Set<String> services(ObjectMetadata ingress) {
    return ingress.owners().stream()
        .filter(owner -> owner.group().isEmpty() && owner.kind().equals("Service"))
        .map(OwnerReference::uid)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Deletes exactly the object that was looked at. */
  static void delete(Client client, ObjectMetadata standing) {
    client.delete(
        INGRESSES,
        standing.key(),
        WriteOption.uid(standing.uid()),
        WriteOption.resourceVersion(standing.resourceVersion()));
  }

  static V1Ingress model(DesiredIngress desired) {
    V1IngressSpec spec = new V1IngressSpec().rules(rules(desired));
    if (!desired.ingressClass().isEmpty()) {
      spec.ingressClassName(desired.ingressClass());
    }
    for (DesiredIngress.Tls tls : desired.tls()) {
      V1IngressTLS entry = new V1IngressTLS().hosts(tls.hosts());
      spec.addTlsItem(tls.secret().isEmpty() ? entry : entry.secretName(tls.secret()));
    }
    Map<String, String> annotations = new TreeMap<>(desired.annotations());
    annotations.put(Names.WRITTEN, String.join(",", written(desired)));
    V1ObjectMeta metadata =
        new V1ObjectMeta()
            .namespace(desired.key().namespace())
            .name(desired.key().name())
            .annotations(annotations);
    for (DesiredIngress.Owner owner : desired.owners()) {
      // Without controller: the server refuses two, and the Ingress is to go with the last owner.
      metadata.addOwnerReferencesItem(
          new V1OwnerReference()
              .apiVersion("v1")
              .kind("Service")
              .name(owner.name())
              .uid(owner.uid()));
    }
    return new V1Ingress()
        .apiVersion("networking.k8s.io/v1")
        .kind("Ingress")
        .metadata(metadata)
        .spec(spec);
  }

  /** The names of what may go again later, which could not be told from what others set. */
  private static Set<String> written(DesiredIngress desired) {
    Set<String> names = new TreeSet<>(desired.annotations().keySet());
    names.remove(Names.MARK);
    if (!desired.ingressClass().isEmpty()) {
      names.add(Names.CLASS);
    }
    return names;
  }

  private static List<V1IngressRule> rules(DesiredIngress desired) {
    Map<String, V1HTTPIngressRuleValue> byHost = new LinkedHashMap<>();
    for (DesiredIngress.Rule rule : desired.rules()) {
      byHost
          .computeIfAbsent(rule.host(), host -> new V1HTTPIngressRuleValue())
          .addPathsItem(
              new V1HTTPIngressPath()
                  .path(rule.path())
                  .pathType(HostRules.pathType(rule.path()))
                  .backend(
                      new V1IngressBackend()
                          .service(
                              new V1IngressServiceBackend()
                                  .name(rule.service())
                                  .port(new V1ServiceBackendPort().number(rule.port())))));
    }
    List<V1IngressRule> rules = new ArrayList<>();
    byHost.forEach((host, http) -> rules.add(new V1IngressRule().host(host).http(http)));
    return rules;
  }
}
