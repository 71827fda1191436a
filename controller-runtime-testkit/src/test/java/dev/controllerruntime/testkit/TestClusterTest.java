package dev.controllerruntime.testkit;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;
import static dev.controllerruntime.testkit.ClusterAssertions.assertThatThrownBy;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentStatus;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Service;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cluster on the ground in the JVM; the other grounds run the classes of integration-tests. */
class TestClusterTest {
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Namespace> NAMESPACES = Kind.of(V1Namespace.class);

  private final InJvmBackend backend = InJvmBackend.start(7);
  private final LiveTestCluster cluster = new LiveTestCluster(backend, TestClusterTest.class);
  private final List<String> runs = new ArrayList<>();

  @AfterEach
  void close() {
    cluster.close();
  }

  private Controller<Request> controller(Reconciler<Request> reconciler) {
    return Controller.of("test", CONFIG_MAPS).reconcile(reconciler);
  }

  private void create(String name) {
    cluster
        .client()
        .create(
            CONFIG_MAPS,
            new V1ConfigMap().metadata(new V1ObjectMeta().namespace("default").name(name)));
  }

  private Instant now() {
    return backend.concurrency().clock().instant();
  }

  @Test
  void yaml_isAppliedDocumentByDocument_withNamespacesAndStatus() {
    cluster.apply("shop.yaml");

    assertThat(cluster).has(NAMESPACES, "shop");
    assertThat(cluster).has(Kind.of(V1Service.class), "shop/web").hasLabel("app", "web");
    assertThat(cluster)
        .has(Kind.of(V1Deployment.class), "shop/web")
        .extracting(V1Deployment::getStatus)
        .extracting(V1DeploymentStatus::getReadyReplicas)
        .isEqualTo(2);
    assertThat(cluster).has(CONFIG_MAPS, "default/in-a-list");
    assertThat(cluster).has(Kind.dynamic("test.example.com/v1", "Gadget"), "shop/first");
    cluster.apply("/dev/controllerruntime/testkit/shop.yaml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bad-syntax.yaml | bad-syntax.yaml, document 2, line 8: no valid YAML",
        "bad-kind.yaml | bad-kind.yaml, document 1: kind is missing or no text",
        "bad-name.yaml | bad-name.yaml, document 1: the ConfigMap has no metadata.name",
        "bad-text.yaml | bad-text.yaml, document 1: no object, but \"just a text\"",
        "bad-type.yaml | bad-type.yaml, document 1 (Gizmo g): the server has no kind Gizmo",
        "bad-field.yaml | bad-field.yaml, document 1 (ConfigMap c): ",
        "absent.yaml | no such file on the class path: absent.yaml"
      })
  void badYaml_isOneLineThatSaysWhere(String file, String message) {
    assertThatThrownBy(() -> cluster.apply(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void untilQuiet_runsWhatIsReady_andLeavesWhatIsDueLater() {
    create("a");
    TestCluster.Run run =
        cluster.run(
            controller(
                (request, context) -> {
                  runs.add(request + " at " + now());
                  return request.key().name().equals("a")
                      ? Result.requeueAfter(Duration.ofHours(1))
                      : Result.done();
                }));
    run.untilQuiet();
    assertThat(runs).containsExactly("default/a at 2026-01-01T00:00:00Z");

    create("b");
    run.untilQuiet();
    assertThat(runs).hasSize(2);

    run.advance(Duration.ofMinutes(59)).untilQuiet();
    assertThat(runs).hasSize(2);
    run.advance(Duration.ofMinutes(2));
    assertThat(runs).last().isEqualTo("default/a at 2026-01-01T01:00:00Z");
  }

  @Test
  void untilQuietWithin_goesFromTimerToTimer() {
    create("a");
    cluster
        .run(
            controller(
                (request, context) -> {
                  runs.add("run at " + now());
                  if (runs.size() < 3) {
                    throw new IllegalStateException("not yet");
                  }
                  return runs.size() < 5
                      ? Result.requeueAfter(Duration.ofMinutes(1))
                      : Result.done();
                }))
        .untilQuietWithin(Duration.ofHours(1));

    assertThat(runs).hasSize(5);
    assertThat(backend.pace().elapsed()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
  }

  @Test
  void untilQuietWithin_ofAKeyThatComesAgainAndAgain_endsWithItsTime() {
    create("a");
    cluster
        .run(
            controller(
                (request, context) -> {
                  runs.add("run");
                  return Result.requeueAfter(Duration.ofSeconds(10));
                }))
        .untilQuietWithin(Duration.ofMinutes(1));

    assertThat(runs).hasSize(7);
    assertThat(backend.pace().elapsed()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void failedReconcile_isSeen_alsoWhenItsRetryWentWell() {
    create("a");
    TestCluster.Run run =
        cluster.run(
            controller(
                (request, context) -> {
                  runs.add("run");
                  if (runs.size() == 1) {
                    throw new IllegalStateException("not yet");
                  }
                  return Result.done();
                }));
    run.untilQuiet();
    assertThat(run.failures())
        .singleElement()
        .hasToString("test default/a: java.lang.IllegalStateException: not yet");

    run.untilQuietWithin(Duration.ofSeconds(1));
    assertThat(runs).hasSize(2);
    assertThat(run.failures()).hasSize(1);
  }

  @Test
  void reconcileThatWaitsForTime_isNotQuiet_andTheMessageSaysWhatIsBusy() {
    create("a");
    TestCluster.Run run =
        cluster.run(
            controller(
                (request, context) -> {
                  backend.concurrency().sleep(Duration.ofSeconds(5));
                  return Result.done();
                }));

    assertThatThrownBy(run::untilQuiet)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("controller test runs 1 reconciles");
    run.untilQuietWithin(Duration.ofSeconds(6));
    assertThat(backend.pace().elapsed()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void reconcilerThatAlwaysWrites_isToldAsSuch() {
    create("a");
    TestCluster.Run run =
        cluster.run(
            controller(
                (request, context) -> {
                  runs.add("run");
                  context
                      .client()
                      .edit(
                          CONFIG_MAPS,
                          request.key(),
                          it -> it.putDataItem("runs", String.valueOf(runs.size())));
                  return Result.done();
                }));

    assertThatThrownBy(run::untilQuiet)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("makes new work all the time");
  }

  @Test
  void handlerThatChangesWhatItIsShown_failsTheTest() {
    create("a");
    Controller<Request> mutating =
        Controller.of("test", CONFIG_MAPS)
            .where(
                state -> {
                  ((V1ConfigMap) state.get()).putDataItem("mine", "now");
                  return true;
                })
            .reconcile((request, context) -> Result.done());
    TestCluster.Run run = cluster.run(mutating);

    assertThatThrownBy(run::untilQuiet)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("changed the ConfigMap default/a that it was shown");
  }

  @Test
  void severalManagers_areWaitedForTogether() {
    create("a");
    Controller<Request> annotates =
        Controller.of("annotates", CONFIG_MAPS)
            .reconcile(
                (request, context) -> {
                  context
                      .client()
                      .edit(CONFIG_MAPS, request.key(), it -> it.putDataItem("first", "yes"));
                  return Result.done();
                });
    cluster.run(
        controller(
            (request, context) -> {
              context
                  .cache()
                  .get(CONFIG_MAPS, request.key())
                  .filter(it -> it.getData() != null && it.getData().containsKey("first"))
                  .ifPresent(it -> runs.add("seen"));
              return Result.done();
            }));
    cluster.run(annotates).untilQuiet();

    assertThat(runs).contains("seen");
  }

  @Test
  void crashedManager_writesNoMore_andLeavesItsLease() {
    TestCluster.Run first =
        cluster.run(
            options -> options.leaderElection("test"),
            controller((request, context) -> Result.done()));
    first.untilQuiet();
    assertThat(first.manager().leading()).isTrue();
    first.crash();
    TestCluster.Run second =
        cluster.run(
            options -> options.leaderElection("test"),
            controller((request, context) -> Result.done()));
    second.untilQuiet();
    assertThat(second.manager().leading()).isFalse();

    cluster.eventually(
        Duration.ofSeconds(30), () -> assertThat(second.manager().leading()).isTrue());
  }

  @Test
  void define_makesAKindOfAnAnnotatedRecord_once() {
    cluster.define(Widget.class);
    cluster.define(Widget.class);
    Kind<Widget> widgets = Kind.of(Widget.class);
    V1ObjectMeta meta = new V1ObjectMeta().namespace("default").name("w");
    cluster.client().create(widgets, new Widget(meta, new Widget.Spec(3), null));

    assertThat(cluster).has(widgets, "default/w").isNotNull();
    cluster
        .client()
        .status()
        .editValue(
            widgets,
            ObjectKey.of("default/w"),
            it -> new Widget(it.metadata(), it.spec(), new Widget.Status(3)));
    assertThat(cluster)
        .has(widgets, "default/w")
        .satisfies(it -> assertThat(it.status()).isEqualTo(new Widget.Status(3)));
  }

  @Test
  void assertions_sayWhatThereIsInstead() {
    create("a");

    assertThatThrownBy(() -> assertThat(cluster).has(CONFIG_MAPS, "default/b"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ConfigMap default/b")
        .hasMessageContaining("default/a");
    assertThatThrownBy(() -> assertThat(cluster).hasNo(CONFIG_MAPS, "default/a"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no ConfigMap default/a");
    assertThatThrownBy(
            () -> assertThat(cluster).has(CONFIG_MAPS, "default/a").hasLabel("app", "web"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("label app=web");
  }

  @Test
  void kubeconfig_needsAnAddress() {
    assertThatThrownBy(cluster::kubeconfig)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("-Dcontrollerruntime.ground=in-jvm-http");
  }

  @Test
  void sameSeed_isTheSameRun() {
    String first = tracedRun(1);
    assertThat(tracedRun(1)).isEqualTo(first);
    assertThat(tracedRun(2)).isNotEqualTo(first);
  }

  private static String tracedRun(long seed) {
    InJvmBackend own = InJvmBackend.start(seed);
    try (LiveTestCluster traced = new LiveTestCluster(own, TestClusterTest.class)) {
      traced.apply("shop.yaml");
      traced
          .run(
              Controller.of("test", CONFIG_MAPS)
                  .workers(3)
                  .reconcile(
                      (request, context) -> {
                        context
                            .client()
                            .edit(CONFIG_MAPS, request.key(), it -> it.putDataItem("k", "v"));
                        return Result.done();
                      }))
          .untilQuiet();
      return own.trace();
    }
  }
}
