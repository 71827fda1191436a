package dev.controllerruntime.integration;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Desired;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An operator: the same loop over a custom resource. */
@ControllerTest
class CustomResourceIT {
  private static final Kind<Widget> WIDGETS = Kind.of(Widget.class);
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final ObjectKey KEY = ObjectKey.of("default/w");

  private static final Controller<Request> OPERATOR =
      Controller.of("widgets", WIDGETS).owns(CONFIG_MAPS).reconcile(CustomResourceIT::reconcile);

  private static Result reconcile(Request request, Context context) {
    Widget widget = context.cache().get(WIDGETS, request.key()).orElse(null);
    if (widget == null) {
      return Result.done();
    }
    int size = widget.spec().size();
    Desired parts =
        Desired.none()
            .withAll(
                CONFIG_MAPS,
                IntStream.range(0, size)
                    .mapToObj(i -> new V1ObjectMeta().name(request.key().name() + "-" + i))
                    .map(meta -> new V1ConfigMap().metadata(meta))
                    .toList());
    context.children().apply(parts);
    context
        .client()
        .status()
        .editValue(WIDGETS, request.key(), it -> it.withStatus(new Widget.Status(size)));
    return Result.done();
  }

  private static void create(TestCluster cluster, int size) {
    V1ObjectMeta meta = new V1ObjectMeta().namespace("default").name("w");
    cluster.client().create(WIDGETS, new Widget(meta, new Widget.Spec(size), null));
  }

  @Test
  void operator_followsTheSpec_andTellsItInTheStatus(TestCluster cluster) {
    cluster.define(Widget.class);
    create(cluster, 2);
    TestCluster.Run run = cluster.run(OPERATOR).untilQuiet();
    assertThat(cluster).has(CONFIG_MAPS, "default/w-0").isOwnedBy(WIDGETS, "w");
    assertThat(cluster).has(CONFIG_MAPS, "default/w-1");
    assertThat(cluster)
        .has(WIDGETS, "default/w")
        .satisfies(it -> assertThat(it.status()).isEqualTo(new Widget.Status(2)));

    cluster.client().editValue(WIDGETS, KEY, it -> it.withSpec(new Widget.Spec(1)));
    run.untilQuiet();
    assertThat(cluster).has(CONFIG_MAPS, "default/w-0");
    assertThat(cluster).hasNo(CONFIG_MAPS, "default/w-1");
    assertThat(cluster)
        .has(WIDGETS, "default/w")
        .satisfies(it -> assertThat(it.status()).isEqualTo(new Widget.Status(1)));
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void parts_goWithTheirWidget(TestCluster cluster) {
    cluster.define(Widget.class);
    create(cluster, 1);
    cluster.run(OPERATOR).untilQuiet();
    cluster.client().delete(WIDGETS, KEY);

    // The garbage collector of the real control plane looks for new kinds every 30 s.
    cluster.eventually(
        Duration.ofSeconds(90), () -> assertThat(cluster).hasNo(CONFIG_MAPS, "default/w-0"));
  }

  @Test
  void controllerOfAMissingKind_waits_andStartsWhenTheKindAppears(TestCluster cluster) {
    cluster.run(OPERATOR).untilQuiet();
    cluster.define(Widget.class);
    create(cluster, 1);

    cluster.eventually(
        Duration.ofSeconds(60), () -> assertThat(cluster).has(CONFIG_MAPS, "default/w-0"));
  }
}
