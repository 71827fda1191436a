package dev.controllerruntime.integration;

import static dev.controllerruntime.api.Predicates.hasLabel;
import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Desired;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What wakes a controller, and what it then does to the cluster. */
@ControllerTest
class ControllerIT {
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Secret> SECRETS = Kind.of(V1Secret.class);

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private Client client;

  @BeforeEach
  void fill(TestCluster cluster) {
    cluster.apply("shop.yaml");
    client = cluster.client();
  }

  private Result record(Request request, Context context) {
    requests.add(request.toString());
    return Result.done();
  }

  private static V1ConfigMap configMap(String name, Map<String, String> labels) {
    return new V1ConfigMap()
        .metadata(new V1ObjectMeta().namespace("shop").name(name).labels(labels));
  }

  private static V1Secret secret(String name) {
    return new V1Secret().metadata(new V1ObjectMeta().namespace("shop").name(name));
  }

  @Test
  void where_passesObjectsThatMatchBeforeOrAfterAChange(TestCluster cluster) {
    client.create(CONFIG_MAPS, configMap("other", Map.of()));
    TestCluster.Run run =
        cluster
            .run(
                Controller.of("where", CONFIG_MAPS)
                    .where(hasLabel("app", "web"))
                    .reconcile(this::record))
            .untilQuiet();
    assertThat(requests).containsExactly("shop/settings");

    client.edit(
        CONFIG_MAPS, ObjectKey.of("shop/settings"), it -> it.getMetadata().setLabels(Map.of()));
    run.untilQuiet();
    assertThat(requests).as("it matched before").hasSize(2);

    client.edit(CONFIG_MAPS, ObjectKey.of("shop/settings"), it -> it.putDataItem("a", "b"));
    run.untilQuiet();
    assertThat(requests).as("it matched neither before nor after").hasSize(2);
  }

  @Test
  void owns_repairsChildren_andPrunesThem(TestCluster cluster) {
    Controller<Request> copies =
        Controller.of("copies", CONFIG_MAPS)
            .where(hasLabel("app", "web"))
            .owns(SECRETS)
            .reconcile(ControllerIT::copy);
    TestCluster.Run run = cluster.run(copies).untilQuiet();
    assertThat(cluster)
        .has(SECRETS, "shop/settings-copy")
        .isOwnedBy(CONFIG_MAPS, "settings")
        .satisfies(it -> assertThat(it.getData()).containsOnlyKeys("colour"));

    client.edit(
        SECRETS, ObjectKey.of("shop/settings-copy"), it -> it.getData().put("colour", new byte[1]));
    run.untilQuiet();
    assertThat(cluster)
        .has(SECRETS, "shop/settings-copy")
        .satisfies(it -> assertThat(it.getData().get("colour")).asString().isEqualTo("blue"));

    client.delete(SECRETS, ObjectKey.of("shop/settings-copy"));
    run.untilQuiet();
    assertThat(cluster).has(SECRETS, "shop/settings-copy");

    client.edit(CONFIG_MAPS, ObjectKey.of("shop/settings"), it -> it.getData().remove("colour"));
    run.untilQuiet();
    assertThat(cluster).hasNo(SECRETS, "shop/settings-copy");
    assertThat(run.failures()).isEmpty();
  }

  private static Result copy(Request request, Context context) {
    Optional<V1ConfigMap> source = context.cache().get(CONFIG_MAPS, request.key());
    if (source.isEmpty()) {
      return Result.done();
    }
    Desired desired = Desired.none();
    String colour = source.get().getData().get("colour");
    if (colour != null) {
      V1ObjectMeta meta = new V1ObjectMeta().name(request.key().name() + "-copy");
      desired =
          desired.with(
              SECRETS, new V1Secret().metadata(meta).putDataItem("colour", colour.getBytes()));
    }
    context.children().apply(desired);
    return Result.done();
  }

  @Test
  void children_goWithTheirOwner(TestCluster cluster) {
    cluster
        .run(
            Controller.of("copies", CONFIG_MAPS)
                .where(hasLabel("app", "web"))
                .owns(SECRETS)
                .reconcile(ControllerIT::copy))
        .untilQuiet();
    client.delete(CONFIG_MAPS, ObjectKey.of("shop/settings"));

    cluster.eventually(
        Duration.ofSeconds(30), () -> assertThat(cluster).hasNo(SECRETS, "shop/settings-copy"));
  }

  @Test
  void watches_mapsTheStatesBeforeAndAfter(TestCluster cluster) {
    TestCluster.Run run =
        cluster
            .run(
                Controller.of("watches", CONFIG_MAPS)
                    .where(hasLabel("app", "web"))
                    .watches(
                        SECRETS,
                        on ->
                            on.map(
                                state ->
                                    state.metadata().annotations().values().stream()
                                        .map(ObjectKey::of)
                                        .map(Request::of)
                                        .toList()))
                    .reconcile(this::record))
            .untilQuiet();
    requests.clear();

    V1Secret secret = secret("s");
    secret.getMetadata().putAnnotationsItem("for", "shop/a");
    client.create(SECRETS, secret);
    run.untilQuiet();
    assertThat(requests).containsExactly("shop/a");

    client.edit(
        SECRETS,
        ObjectKey.of("shop/s"),
        it -> it.getMetadata().putAnnotationsItem("for", "shop/b"));
    run.untilQuiet();
    assertThat(requests).containsExactlyInAnyOrder("shop/a", "shop/a", "shop/b");
  }

  @Test
  void finalize_cleansUpBeforeTheObjectGoes(TestCluster cluster) {
    TestCluster.Run run =
        cluster
            .run(
                Controller.of("finalizes", CONFIG_MAPS)
                    .where(hasLabel("app", "web"))
                    .finalize(
                        "example.com/clean-up",
                        (object, context) -> {
                          requests.add("cleans up " + object.getMetadata().getName());
                          context.client().delete(SECRETS, ObjectKey.of("shop/outside"));
                          return Result.done();
                        })
                    .reconcile(this::record))
            .untilQuiet();
    assertThat(cluster).has(CONFIG_MAPS, "shop/settings").hasFinalizer("example.com/clean-up");
    client.create(SECRETS, secret("outside"));

    client.delete(CONFIG_MAPS, ObjectKey.of("shop/settings"));
    run.untilQuiet();
    assertThat(requests).contains("cleans up settings");
    assertThat(cluster).hasNo(CONFIG_MAPS, "shop/settings").hasNo(SECRETS, "shop/outside");
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void missedWhileDown_isCaughtUpAtTheStart(TestCluster cluster) {
    Controller<Request> copies =
        Controller.of("copies", CONFIG_MAPS)
            .where(hasLabel("app", "web"))
            .owns(SECRETS)
            .reconcile(ControllerIT::copy);
    cluster.run(copies).untilQuiet().close();
    client.delete(SECRETS, ObjectKey.of("shop/settings-copy"));
    client.create(CONFIG_MAPS, configMap("new", Map.of("app", "web")).putDataItem("colour", "red"));

    cluster.run(copies).untilQuiet();
    assertThat(cluster).has(SECRETS, "shop/settings-copy");
    assertThat(cluster).has(SECRETS, "shop/new-copy");
  }
}
