package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.api.Kind;
import io.kubernetes.client.openapi.models.V1DaemonSet;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of workload, and where its pod template is.
 *
 * @param template null where an object has none
 */
record WorkloadKind<T>(Kind<T> kind, Function<T, @Nullable V1PodTemplateSpec> template) {
  static final WorkloadKind<V1Deployment> DEPLOYMENTS =
      new WorkloadKind<>(
          Kind.of(V1Deployment.class),
          it -> it.getSpec() == null ? null : it.getSpec().getTemplate());
  static final WorkloadKind<V1StatefulSet> STATEFUL_SETS =
      new WorkloadKind<>(
          Kind.of(V1StatefulSet.class),
          it -> it.getSpec() == null ? null : it.getSpec().getTemplate());
  static final WorkloadKind<V1DaemonSet> DAEMON_SETS =
      new WorkloadKind<>(
          Kind.of(V1DaemonSet.class),
          it -> it.getSpec() == null ? null : it.getSpec().getTemplate());

  static final List<WorkloadKind<?>> ALL = List.of(DEPLOYMENTS, STATEFUL_SETS, DAEMON_SETS);
}
