package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import io.kubernetes.client.openapi.models.V1Condition;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import io.kubernetes.client.openapi.models.V1ServiceSpec;
import io.kubernetes.client.openapi.models.V1ServiceStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the analysis needs of a Service.
 *
 * @param type ClusterIP, NodePort, LoadBalancer or ExternalName
 * @param clusterIp "None" for a headless one; empty where there is none
 * @param condition what the controller said last
 */
record ServiceView(
    ObjectKey key,
    String uid,
    Instant created,
    boolean deleting,
    Map<String, String> labels,
    Map<String, String> annotations,
    String type,
    String clusterIp,
    List<Port> ports,
    Optional<V1Condition> condition) {

  /** The older first: who came first keeps host and path. */
  static final Comparator<ServiceView> BY_AGE =
      Comparator.comparing(ServiceView::created)
          .thenComparing(view -> view.key().name())
          .thenComparing(view -> view.key().namespace());

  /** One port; the name is empty where it has none. */
  record Port(String name, int number) {}

  static ServiceView of(ObjectMetadata metadata, V1Service service) {
    V1ServiceSpec spec = Objects.requireNonNullElseGet(service.getSpec(), V1ServiceSpec::new);
    List<V1ServicePort> ports = Objects.requireNonNullElse(spec.getPorts(), List.of());
    return new ServiceView(
        metadata.key(),
        metadata.uid(),
        metadata.created().orElse(Instant.EPOCH),
        metadata.deleting(),
        metadata.labels(),
        metadata.annotations(),
        Objects.requireNonNullElse(spec.getType(), "ClusterIP"),
        Objects.requireNonNullElse(spec.getClusterIP(), ""),
        ports.stream()
            .map(port -> new Port(Objects.requireNonNullElse(port.getName(), ""), port.getPort()))
            .toList(),
        condition(service));
  }

  private static Optional<V1Condition> condition(V1Service service) {
    V1ServiceStatus status = service.getStatus();
    if (status == null || status.getConditions() == null) {
      return Optional.empty();
    }
    return status.getConditions().stream()
        .filter(each -> Names.CONDITION.equals(each.getType()))
        .findFirst();
  }

  /** The text of an annotation without blanks around it; empty when it is absent. */
  String annotation(String name) {
    return annotations.getOrDefault(name, "").strip();
  }

  /** Whether the controller left something that is to go when the Service is not exposed. */
  boolean marked() {
    return annotations.containsKey(Names.URL)
        || annotations.containsKey(Names.HOST_WRITTEN)
        || condition.isPresent();
  }
}
