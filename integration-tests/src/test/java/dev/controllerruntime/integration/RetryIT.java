package dev.controllerruntime.integration;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.reconciler.TerminalException;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.ReconcileFailure;
import dev.controllerruntime.testkit.TestCluster;
import dev.controllerruntime.testkit.VirtualTime;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a key runs again. */
@ControllerTest
class RetryIT {
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final ObjectKey SETTINGS = ObjectKey.of("shop/settings");

  private final List<Instant> runs = new CopyOnWriteArrayList<>();

  @BeforeEach
  void fill(TestCluster cluster) {
    cluster.apply("shop.yaml");
  }

  private TestCluster.Run run(TestCluster cluster, Reconciler<Request> reconciler) {
    return cluster.run(
        Controller.of("retries", CONFIG_MAPS)
            .where(state -> state.metadata().key().equals(SETTINGS))
            .reconcile(
                (request, context) -> {
                  runs.add(context.clock().instant());
                  return reconciler.reconcile(request, context);
                }));
  }

  private List<Duration> gaps() {
    List<Duration> gaps = new ArrayList<>();
    for (int i = 1; i < runs.size(); i++) {
      gaps.add(Duration.between(runs.get(i - 1), runs.get(i)));
    }
    return gaps;
  }

  @Test
  void failure_isRetriedUntilItSucceeds(TestCluster cluster) {
    TestCluster.Run run =
        run(
                cluster,
                (request, context) -> {
                  if (runs.size() < 4) {
                    throw new IllegalStateException("not yet");
                  }
                  return Result.done();
                })
            .untilQuietWithin(Duration.ofSeconds(10));

    assertThat(runs).hasSize(4);
    assertThat(run.failures())
        .hasSize(3)
        .extracting(ReconcileFailure::cause)
        .allMatch(cause -> cause.getMessage().equals("not yet"));
  }

  @Test
  void terminalFailure_waitsForTheNextEvent(TestCluster cluster) {
    TestCluster.Run run =
        run(
                cluster,
                (request, context) -> {
                  if (runs.size() == 1) {
                    throw new TerminalException("cannot be mended");
                  }
                  return Result.done();
                })
            .untilQuietWithin(Duration.ofMillis(500));
    assertThat(runs).hasSize(1);

    cluster.client().edit(CONFIG_MAPS, SETTINGS, it -> it.putDataItem("mended", "yes"));
    run.untilQuiet();
    assertThat(runs).hasSize(2);
  }

  @Test
  void requeueAfter_runsAgainWithoutAnEvent(TestCluster cluster) {
    run(
            cluster,
            (request, context) ->
                runs.size() < 3 ? Result.requeueAfter(Duration.ofMillis(200)) : Result.done())
        .untilQuietWithin(Duration.ofSeconds(10));

    assertThat(gaps())
        .hasSize(2)
        .allSatisfy(gap -> assertThat(gap).isGreaterThanOrEqualTo(Duration.ofMillis(200)));
  }

  @Test
  @VirtualTime("the longest back-off is 1000 s")
  void backOff_doublesUpToItsLimit_andGoesOnForEver(TestCluster cluster) {
    run(
            cluster,
            (request, context) -> {
              throw new IllegalStateException("never");
            })
        .advance(Duration.ofDays(1));

    List<Duration> gaps = gaps();
    assertThat(gaps.get(0)).isLessThanOrEqualTo(Duration.ofMillis(6));
    assertThat(gaps)
        .allSatisfy(gap -> assertThat(gap).isLessThanOrEqualTo(Duration.ofSeconds(1001)));
    assertThat(gaps).last().satisfies(gap -> assertThat(gap).isGreaterThan(Duration.ofMinutes(8)));
    assertThat(runs).hasSizeGreaterThan(100);
  }

  @Test
  @VirtualTime("a requeue in an hour")
  void event_comesBeforeARequeue_andReplacesIt(TestCluster cluster) {
    TestCluster.Run run =
        run(
                cluster,
                (request, context) ->
                    runs.size() == 1 ? Result.requeueAfter(Duration.ofHours(1)) : Result.done())
            .untilQuiet();
    run.advance(Duration.ofMinutes(30));
    cluster.client().edit(CONFIG_MAPS, SETTINGS, it -> it.putDataItem("event", "yes"));
    run.untilQuiet();
    assertThat(runs).hasSize(2);

    run.advance(Duration.ofHours(2));
    assertThat(runs).as("done() has cleared the requeue").hasSize(2);
  }
}
