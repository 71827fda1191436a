package example;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Desired;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1ResourceQuota;
import io.kubernetes.client.openapi.models.V1ResourceQuotaSpec;

/** Limits the pods of each namespace that asks for it by an annotation. */
final class QuotaReconciler implements Reconciler<Request> {
  static final Kind<V1Namespace> NAMESPACES = Kind.of(V1Namespace.class);
  static final Kind<V1ResourceQuota> QUOTAS = Kind.of(V1ResourceQuota.class);
  static final String PODS = "quota.example.com/pods";

  static Controller<Request> controller() {
    return Controller.of("quota", NAMESPACES).owns(QUOTAS).reconcile(new QuotaReconciler());
  }

  @Override
  public Result reconcile(Request request, Context context) {
    context
        .cache()
        .metadata(NAMESPACES, request.key())
        .filter(namespace -> !namespace.deleting())
        .ifPresent(namespace -> context.children().apply(desired(namespace)));
    return Result.done();
  }

  private static Desired desired(ObjectMetadata namespace) {
    String pods = namespace.annotations().get(PODS);
    if (pods == null) {
      return Desired.none();
    }
    return Desired.none()
        .with(
            QUOTAS,
            new V1ResourceQuota()
                .metadata(new V1ObjectMeta().namespace(namespace.key().name()).name("pods"))
                .spec(new V1ResourceQuotaSpec().putHardItem("pods", new Quantity(pods))));
  }
}
