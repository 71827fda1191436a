package dev.controllerruntime.testkit;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;
import static dev.controllerruntime.testkit.ClusterAssertions.assertThatThrownBy;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Desired;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.testkit.concurrent.Simulation;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import org.junit.jupiter.api.Test;

class FakeContextTest {
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Secret> SECRETS = Kind.of(V1Secret.class);
  private static final ObjectKey KEY = ObjectKey.of("shop/a");
  private static final Controller<Request> CONTROLLER =
      Controller.of("copies", CONFIG_MAPS).owns(SECRETS).reconcile(FakeContextTest::copy);

  private final FakeContext context =
      FakeContext.of(
          CONTROLLER,
          Request.of(KEY),
          new V1ConfigMap().metadata(new V1ObjectMeta().namespace("shop").name("a")));

  private static Result copy(Request request, Context context) {
    V1ConfigMap source = context.cache().get(CONFIG_MAPS, request.key()).orElseThrow();
    V1Secret copy = new V1Secret().metadata(new V1ObjectMeta().name("copy"));
    context.children().apply(Desired.none().with(SECRETS, copy));
    context.events().normal(CONFIG_MAPS, source, "Copied", "as " + context.clock().instant());
    return Result.done();
  }

  @Test
  void reconciler_runsAgainstTheRealChildren_andItsEventsAreKept() {
    copy(Request.of(KEY), context);

    assertThat(context.client().get(SECRETS, ObjectKey.of("shop/copy"))).isPresent();
    assertThat(context.recordedEvents())
        .containsExactly(
            new FakeContext.RecordedEvent(
                "Normal", CONFIG_MAPS, KEY, "Copied", "as " + Simulation.DEFAULT_START));
  }

  @Test
  void childThatIsNoLongerWanted_isPruned() {
    copy(Request.of(KEY), context);
    context.children().apply(Desired.none());

    assertThat(context.client().get(SECRETS, ObjectKey.of("shop/copy"))).isEmpty();
  }

  @Test
  void cancelledRun_isRefusedItsWrites() {
    assertThat(context.cancelled()).isFalse();
    context.cancel();

    assertThat(context.cancelled()).isTrue();
    assertThatThrownBy(() -> context.client().delete(CONFIG_MAPS, KEY))
        .isInstanceOf(WriteRefusedException.class)
        .hasMessageContaining("cancelled by the test");
  }

  @Test
  void kinds_arePresentAsTheServerHasThem() {
    assertThat(context.present(SECRETS)).isTrue();
    assertThat(context.present(Kind.of(Widget.class))).isFalse();
  }
}
