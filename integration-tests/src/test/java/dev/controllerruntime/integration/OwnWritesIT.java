package dev.controllerruntime.integration;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A cached read never shows an object older than one's own last write to it. */
@ControllerTest
class OwnWritesIT {
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Secret> SECRETS = Kind.of(V1Secret.class);
  private static final int ROUNDS = 25;

  private final AtomicBoolean checked = new AtomicBoolean();

  private void run(TestCluster cluster, Check check) {
    cluster.apply("shop.yaml");
    TestCluster.Run run =
        cluster
            .run(
                Controller.of("own-writes", CONFIG_MAPS)
                    .where(state -> state.metadata().key().name().equals("settings"))
                    .watches(SECRETS, on -> on.map(state -> List.of()))
                    .reconcile(
                        (request, context) -> {
                          // Its own writes wake it again.
                          if (checked.compareAndSet(false, true)) {
                            check.run(request, context);
                          }
                          return Result.done();
                        }))
            .untilQuiet();
    assertThat(run.failures()).isEmpty();
  }

  @FunctionalInterface
  private interface Check {
    void run(Request request, Context context);
  }

  private static V1Secret secret(String name, String value) {
    V1ObjectMeta meta = new V1ObjectMeta().namespace("shop").name(name);
    return new V1Secret().metadata(meta).putDataItem("v", value.getBytes());
  }

  @Test
  void createdObject_isFoundAtOnce_andGoneAtOnceAfterItsDelete(TestCluster cluster) {
    run(
        cluster,
        (request, context) -> {
          for (int i = 0; i < ROUNDS; i++) {
            ObjectKey key = ObjectKey.of("shop/s" + i);
            context.client().create(SECRETS, secret("s" + i, "1"));
            if (context.cache().get(SECRETS, key).isEmpty()) {
              throw new AssertionError(key + " was created and is not found");
            }
            context.client().delete(SECRETS, key);
            if (context.cache().get(SECRETS, key).isPresent()) {
              throw new AssertionError(key + " was deleted and is still found");
            }
          }
        });
  }

  @Test
  void recreatedObject_isTheNewOne(TestCluster cluster) {
    run(
        cluster,
        (request, context) -> {
          ObjectKey key = ObjectKey.of("shop/s");
          for (int i = 0; i < ROUNDS; i++) {
            context.client().delete(SECRETS, key);
            V1Secret created = context.client().create(SECRETS, secret("s", String.valueOf(i)));
            V1Secret seen = context.cache().get(SECRETS, key).orElseThrow();
            if (!seen.getMetadata().getUid().equals(created.getMetadata().getUid())) {
              throw new AssertionError("the old " + key + " is seen after it was made anew");
            }
          }
        });
  }

  @Test
  void edits_areSeenByTheNextRead_andByTheNextEdit(TestCluster cluster) {
    run(
        cluster,
        (request, context) -> {
          Client client = context.client();
          for (int i = 0; i < ROUNDS; i++) {
            String value = String.valueOf(i);
            client.edit(
                CONFIG_MAPS,
                request.key(),
                it -> it.putDataItem("next", value).putDataItem("n" + value, "seen"));
            Map<String, String> data =
                context.cache().get(CONFIG_MAPS, request.key()).orElseThrow().getData();
            if (!value.equals(data.get("next")) || !data.containsKey("n" + value)) {
              throw new AssertionError("round " + i + " is not seen: " + data);
            }
          }
        });
    assertThat(cluster)
        .has(CONFIG_MAPS, "shop/settings")
        .satisfies(it -> assertThat(it.getData()).hasSize(ROUNDS + 3));
  }

  @Test
  void lists_showOwnWritesAsSelectorsSeeThem(TestCluster cluster) {
    run(
        cluster,
        (request, context) -> {
          V1Secret labelled = secret("s", "1");
          labelled.getMetadata().putLabelsItem("app", "web");
          context.client().create(SECRETS, labelled);
          ListOption selector = ListOption.labels("app=web");
          if (context.cache().list(SECRETS, selector).size() != 1) {
            throw new AssertionError("the new secret is not in the list");
          }
          context
              .client()
              .edit(SECRETS, ObjectKey.of("shop/s"), it -> it.getMetadata().setLabels(Map.of()));
          if (context.cache().list(SECRETS, selector).size() != 0) {
            throw new AssertionError("the secret without label is still in the list");
          }
        });
  }
}
