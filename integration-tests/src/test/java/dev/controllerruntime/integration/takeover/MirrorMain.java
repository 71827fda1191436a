package dev.controllerruntime.integration.takeover;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Desired;
import dev.controllerruntime.reconciler.Result;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Service;
import java.nio.file.Path;
import java.util.Map;

/**
 * A manager as a process, for {@code bin/check-takeover}: each Service has a ConfigMap of its name
 * with the value of its annotation {@code edit}. Arguments: kubeconfig, identity.
 */
final class MirrorMain {
  private static final Kind<V1Service> SERVICES = Kind.of(V1Service.class);
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);

  private MirrorMain() {}

  public static void main(String[] args) {
    try (Manager manager =
        Manager.builder()
            .kubeconfig(Path.of(args[0]))
            .identity(args[1])
            .leaderElection("mirror")
            .build()) {
      manager.add(
          Controller.of("mirror", SERVICES).owns(CONFIG_MAPS).reconcile(MirrorMain::mirror));
      manager.run();
    }
  }

  private static Result mirror(Request request, Context context) {
    context
        .cache()
        .metadata(SERVICES, request.key())
        .filter(service -> service.annotations().containsKey("edit"))
        .ifPresent(
            service ->
                context
                    .children()
                    .apply(
                        Desired.none()
                            .with(
                                CONFIG_MAPS,
                                new V1ConfigMap()
                                    .metadata(
                                        new V1ObjectMeta()
                                            .namespace(request.key().namespace())
                                            .name(request.key().name()))
                                    .data(Map.of("edit", service.annotations().get("edit"))))));
    return Result.done();
  }
}
