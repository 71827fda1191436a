package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
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
import java.util.Optional;
import java.util.Set;

/**
 * Applies Ingresses. Remembers what it applied last and in which version that left the object:
 * while that version stands, applying the same again would change nothing, and no request is sent.
 * Bounded; what is forgotten costs one needless request.
 */
final class IngressWriter {
  static final Kind<V1Ingress> INGRESSES = Kind.of(V1Ingress.class);
  private static final int REMEMBERED = 10_000;

  private record Left(DesiredIngress applied, String uid, String version) {}

  private final Map<ObjectKey, Left> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, Left> eldest) {
          return size() > REMEMBERED;
        }
      };

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
   * @return whether something was sent
   */
  boolean apply(Client client, DesiredIngress desired, Optional<ObjectMetadata> standing) {
    if (standing.isPresent() && current(desired, standing.get())) {
      return false;
    }
    List<WriteOption> options = new ArrayList<>();
    if (standing.isPresent()) {
      // Ours, so edits by others are overruled; the uid keeps a deleted one from coming back half.
      options.add(WriteOption.force());
      options.add(WriteOption.uid(standing.get().uid()));
    }
    V1Ingress stored = client.apply(INGRESSES, model(desired), options.toArray(new WriteOption[0]));
    ObjectMetadata answer = INGRESSES.metadata(withoutStrays(client, desired, stored));
    synchronized (last) {
      last.put(desired.key(), new Left(desired, answer.uid(), answer.resourceVersion()));
    }
    return true;
  }

  /** What others added beside our fields stays after an apply, and would change what is served. */
  private static V1Ingress withoutStrays(Client client, DesiredIngress desired, V1Ingress stored) {
    V1IngressSpec spec = stored.getSpec();
    if (spec == null) {
      return stored;
    }
    boolean tls = desired.tls().isEmpty() && spec.getTls() != null && !spec.getTls().isEmpty();
    if (!tls && spec.getDefaultBackend() == null) {
      return stored;
    }
    String strays = tls ? "\"defaultBackend\":null,\"tls\":null" : "\"defaultBackend\":null";
    return client.patch(
        INGRESSES,
        desired.key(),
        Patch.merge("{\"spec\":{" + strays + "}}"),
        WriteOption.uid(INGRESSES.metadata(stored).uid()));
  }

  /** Deletes exactly the object that was looked at. */
  void delete(Client client, ObjectMetadata standing) {
    synchronized (last) {
      last.remove(standing.key());
    }
    client.delete(
        INGRESSES,
        standing.key(),
        WriteOption.uid(standing.uid()),
        WriteOption.resourceVersion(standing.resourceVersion()));
  }

  private boolean current(DesiredIngress desired, ObjectMetadata standing) {
    Left left;
    synchronized (last) {
      left = last.get(desired.key());
    }
    return left != null
        && left.applied().equals(desired)
        && left.uid().equals(standing.uid())
        && left.version().equals(standing.resourceVersion());
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
    V1ObjectMeta metadata =
        new V1ObjectMeta()
            .namespace(desired.key().namespace())
            .name(desired.key().name())
            .annotations(new LinkedHashMap<>(desired.annotations()));
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
