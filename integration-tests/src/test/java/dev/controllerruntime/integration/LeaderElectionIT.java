package dev.controllerruntime.integration;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;
import static dev.controllerruntime.testkit.ClusterAssertions.assertThatThrownBy;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.leaderelection.LeaderElectionOptions;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import dev.controllerruntime.testkit.VirtualTime;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of several managers one acts. */
@ControllerTest
class LeaderElectionIT {
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Lease> LEASES = Kind.of(V1Lease.class);

  /** Short, so that a take-over after a crash takes little of real time. */
  private static final LeaderElectionOptions SHORT =
      LeaderElectionOptions.builder("shop", "it", "candidate")
          .leaseDuration(Duration.ofSeconds(3))
          .renewDeadline(Duration.ofSeconds(2))
          .retryPeriod(Duration.ofMillis(500))
          .build();

  private final List<String> runs = new CopyOnWriteArrayList<>();

  @BeforeEach
  void fill(TestCluster cluster) {
    cluster.apply("shop.yaml");
  }

  private TestCluster.Run candidate(TestCluster cluster, String name) {
    return candidate(cluster, name, SHORT);
  }

  private TestCluster.Run candidate(
      TestCluster cluster, String name, LeaderElectionOptions options) {
    Controller<Request> controller =
        Controller.of("elected", CONFIG_MAPS)
            .where(state -> state.metadata().key().namespace().equals("shop"))
            .reconcile(
                (request, context) -> {
                  runs.add(name + " " + request);
                  return Result.done();
                });
    return cluster.run(builder -> builder.leaderElection(options), controller);
  }

  private static void create(TestCluster cluster, String name) {
    cluster
        .client()
        .create(
            CONFIG_MAPS,
            new V1ConfigMap().metadata(new V1ObjectMeta().namespace("shop").name(name)));
  }

  private void awaitRun(TestCluster cluster, String run) {
    cluster.eventually(Duration.ofSeconds(30), () -> assertThat(runs).contains(run));
  }

  @Test
  void standby_doesNotAct_andItsWritesAreRefused(TestCluster cluster) {
    candidate(cluster, "first");
    awaitRun(cluster, "first shop/settings");
    TestCluster.Run second = candidate(cluster, "second").untilQuiet();
    create(cluster, "new");
    second.untilQuiet();

    assertThat(runs).containsExactly("first shop/settings", "first shop/new");
    assertThat(second.manager().leading()).isFalse();
    assertThatThrownBy(
            () -> second.manager().client().delete(CONFIG_MAPS, ObjectKey.of("shop/settings")))
        .isInstanceOf(WriteRefusedException.class);
  }

  @Test
  void stoppedLeader_releasesItsLease_andTheStandbyTakesOver(TestCluster cluster) {
    TestCluster.Run first = candidate(cluster, "first");
    awaitRun(cluster, "first shop/settings");
    candidate(cluster, "second").untilQuiet();
    first.stop();

    awaitRun(cluster, "second shop/settings");
    assertThat(cluster)
        .has(LEASES, "shop/it")
        .satisfies(lease -> assertThat(lease.getSpec().getLeaseTransitions()).isPositive());
  }

  @Test
  void crashedLeader_isReplacedWhenItsLeaseHasExpired(TestCluster cluster) {
    TestCluster.Run first = candidate(cluster, "first");
    awaitRun(cluster, "first shop/settings");
    TestCluster.Run second = candidate(cluster, "second").untilQuiet();
    first.crash();
    create(cluster, "new");
    second.untilQuiet();
    assertThat(runs).as("the lease is still held").doesNotContain("second shop/new");

    awaitRun(cluster, "second shop/new");
    assertThat(runs).doesNotContain("first shop/new");
  }

  @Test
  @VirtualTime("the default lease is held for 15 s after a crash")
  void defaultLease_isTakenOverNoEarlierThanItExpires(TestCluster cluster) {
    LeaderElectionOptions defaults =
        LeaderElectionOptions.builder("shop", "it", "candidate").build();
    TestCluster.Run first = candidate(cluster, "first", defaults).untilQuiet();
    TestCluster.Run second = candidate(cluster, "second", defaults).untilQuiet();
    first.crash();

    second.advance(Duration.ofSeconds(12)).untilQuiet();
    assertThat(second.manager().leading()).isFalse();
    second.advance(Duration.ofSeconds(5)).untilQuiet();
    assertThat(second.manager().leading()).isTrue();
  }
}
