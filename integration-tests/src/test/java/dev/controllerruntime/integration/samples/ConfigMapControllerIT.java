package dev.controllerruntime.integration.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.samples.configmap.ConfigMapController;
import dev.controllerruntime.samples.configmap.ConfigMapSettings;
import dev.controllerruntime.samples.configmap.WorkloadRequest;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@ControllerTest
class ConfigMapControllerIT {
  private static final Kind<V1Deployment> DEPLOYMENTS = Kind.of(V1Deployment.class);
  private static final Kind<V1StatefulSet> STATEFUL_SETS = Kind.of(V1StatefulSet.class);
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Secret> SECRETS = Kind.of(V1Secret.class);
  private static final ObjectKey WEB = ObjectKey.of("shop/web");
  private static final ObjectKey LEDGER = ObjectKey.of("shop/ledger");
  private static final String MARKER = "configmap.fabric8.io/rolled-for";
  private static final String SEEN = "configmap.fabric8.io/seen";
  private static final Duration SETTLED = Duration.ofSeconds(3);

  private static Controller<WorkloadRequest> controller() {
    return ConfigMapController.controller(
        ConfigMapSettings.in("default")
            .parse(Map.of("debounce", "200ms"), new java.util.ArrayList<>()),
        new SplittableRandom(1),
        (controller, about, line) -> {});
  }

  private static String marker(TestCluster cluster) {
    return marker(deployment(cluster).getSpec().getTemplate().getMetadata());
  }

  private static String marker(V1ObjectMeta metadata) {
    return metadata.getAnnotations() == null
        ? ""
        : metadata.getAnnotations().getOrDefault(MARKER, "");
  }

  private static V1Deployment deployment(TestCluster cluster) {
    return cluster.client().get(DEPLOYMENTS, WEB).orElseThrow();
  }

  private static void theme(TestCluster cluster, String theme) {
    cluster.client().edit(CONFIG_MAPS, WEB, it -> it.getData().put("theme", theme));
  }

  @Test
  void firstSight_rollsNothing_aChangeRollsOnce(TestCluster cluster) {
    cluster.apply("shop.yaml");
    TestCluster.Run run = cluster.run(controller()).untilQuietWithin(SETTLED);
    assertThat(deployment(cluster).getMetadata().getAnnotations()).containsKey(SEEN);
    assertThat(marker(cluster)).isEmpty();

    theme(cluster, "dark");
    run.untilQuietWithin(SETTLED);
    String rolled = marker(cluster);
    assertThat(rolled).isNotEmpty();

    long generation = deployment(cluster).getMetadata().getGeneration();
    run.untilQuietWithin(SETTLED);
    assertThat(deployment(cluster).getMetadata().getGeneration()).isEqualTo(generation);
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void aKeyThatNobodyUses_rollsNothing(TestCluster cluster) {
    cluster.apply("shop.yaml");
    TestCluster.Run run = cluster.run(controller()).untilQuietWithin(SETTLED);
    cluster.client().edit(CONFIG_MAPS, WEB, it -> it.getData().put("unused", "changed"));
    run.untilQuietWithin(SETTLED);
    assertThat(marker(cluster)).isEmpty();
  }

  @Test
  void aSecret_rollsWhoNamesIt_andNoOneElse(TestCluster cluster) {
    cluster.apply("shop.yaml");
    TestCluster.Run run = cluster.run(controller()).untilQuietWithin(SETTLED);
    cluster
        .client()
        .edit(
            SECRETS,
            LEDGER,
            it -> it.getData().put("password", "new".getBytes(StandardCharsets.UTF_8)));
    run.untilQuietWithin(SETTLED);
    V1StatefulSet ledger = cluster.client().get(STATEFUL_SETS, LEDGER).orElseThrow();
    assertThat(marker(ledger.getSpec().getTemplate().getMetadata())).isNotEmpty();
    assertThat(marker(cluster)).isEmpty();
  }

  @Test
  void aRestart_rollsNothing_aChangeMeanwhileRollsOnce(TestCluster cluster) {
    cluster.apply("shop.yaml");
    TestCluster.Run run = cluster.run(controller()).untilQuietWithin(SETTLED);
    theme(cluster, "dark");
    run.untilQuietWithin(SETTLED);
    String first = marker(cluster);
    run.stop();

    TestCluster.Run again = cluster.run(controller()).untilQuietWithin(SETTLED);
    assertThat(marker(cluster)).isEqualTo(first);
    again.stop();

    theme(cluster, "light");
    TestCluster.Run third = cluster.run(controller()).untilQuietWithin(SETTLED);
    String second = marker(cluster);
    assertThat(second).isNotEqualTo(first);
    third.untilQuietWithin(SETTLED);
    assertThat(marker(cluster)).isEqualTo(second);
  }

  @Test
  void aDeletedSource_rollsNothing_madeAgainWithOtherDataRollsOnce(TestCluster cluster) {
    cluster.apply("shop.yaml");
    TestCluster.Run run = cluster.run(controller()).untilQuietWithin(SETTLED);
    V1ConfigMap before = cluster.client().get(CONFIG_MAPS, WEB).orElseThrow();
    cluster.client().delete(CONFIG_MAPS, WEB);
    run.untilQuietWithin(SETTLED);
    assertThat(marker(cluster)).isEmpty();

    V1ConfigMap same =
        new V1ConfigMap()
            .metadata(new V1ObjectMeta().namespace("shop").name("web"))
            .data(before.getData());
    cluster.client().create(CONFIG_MAPS, same);
    run.untilQuietWithin(SETTLED);
    assertThat(marker(cluster)).isEmpty();

    theme(cluster, "dark");
    run.untilQuietWithin(SETTLED);
    assertThat(marker(cluster)).isNotEmpty();
  }

  @Test
  void optingOut_removesAllMarkers(TestCluster cluster) {
    cluster.apply("shop.yaml");
    TestCluster.Run run = cluster.run(controller()).untilQuietWithin(SETTLED);
    theme(cluster, "dark");
    run.untilQuietWithin(SETTLED);
    cluster
        .client()
        .edit(
            DEPLOYMENTS,
            WEB,
            it ->
                it.getMetadata().getAnnotations().remove("configmap.fabric8.io/update-on-change"));
    run.untilQuietWithin(SETTLED);
    assertThat(marker(cluster)).isEmpty();
    assertThat(deployment(cluster).getMetadata().getAnnotations()).doesNotContainKey(SEEN);
  }
}
