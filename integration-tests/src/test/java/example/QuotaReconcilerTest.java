package example;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;
import static example.QuotaReconciler.NAMESPACES;
import static example.QuotaReconciler.PODS;
import static example.QuotaReconciler.QUOTAS;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import org.junit.jupiter.api.Test;

@ControllerTest
class QuotaReconcilerTest {
  private static final ObjectKey SHOP = ObjectKey.of("shop");

  @Test
  void quota_followsTheAnnotation(TestCluster cluster) {
    V1ObjectMeta shop = new V1ObjectMeta().name("shop").putAnnotationsItem(PODS, "20");
    cluster.client().create(NAMESPACES, new V1Namespace().metadata(shop));
    TestCluster.Run run = cluster.run(QuotaReconciler.controller()).untilQuiet();
    assertThat(cluster)
        .has(QUOTAS, "shop/pods")
        .satisfies(
            quota ->
                assertThat(quota.getSpec().getHard()).containsEntry("pods", new Quantity("20")));

    cluster.client().delete(QUOTAS, ObjectKey.of("shop/pods"));
    run.untilQuiet();
    assertThat(cluster).has(QUOTAS, "shop/pods");

    cluster.client().edit(NAMESPACES, SHOP, it -> it.getMetadata().getAnnotations().remove(PODS));
    run.untilQuiet();
    assertThat(cluster).hasNo(QUOTAS, "shop/pods");
  }
}
