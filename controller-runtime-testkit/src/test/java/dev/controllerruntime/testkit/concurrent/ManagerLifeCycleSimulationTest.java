package dev.controllerruntime.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.testkit.concurrent.SwitchedTransport.Mode;
import dev.controllerruntime.testkit.concurrent.SwitchedTransport.Write;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1LeaseSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ManagerLifeCycleSimulationTest extends ManagerFixture {
  private static final Kind<V1Lease> LEASES = Kind.of(V1Lease.class);
  private static final String LEASE = "/leases/elected";

  private static boolean onLease(Write write) {
    return write.path().contains("/leases");
  }

  private String holder() {
    return outside()
        .get(LEASES, key("elected"))
        .map(V1Lease::getSpec)
        .map(V1LeaseSpec::getHolderIdentity)
        .orElse("");
  }

  @Test
  void gracefulStop_letsRunsWrite_renewsTheLeaseMeanwhile_andReleasesItLast()
      throws InterruptedException {
    create("a");
    Manager manager = built(builder().leaderElection("elected"));
    manager.add(
        controller(
            "slow",
            (request, context) -> {
              simulation.sleep(Duration.ofSeconds(15));
              context.client().create(CONFIG_MAPS, configMap("made-while-draining"));
              return Result.done();
            }));
    manager.start();
    simulation.advance(Duration.ofSeconds(2));
    assertThat(manager.leading()).isTrue();
    Duration stopped = simulation.elapsed();
    manager.stop();

    assertThat(simulation.elapsed().minus(stopped)).isLessThan(Duration.ofSeconds(14));
    List<Write> during =
        transport.writes().stream().filter(write -> write.at().compareTo(stopped) > 0).toList();
    Write written =
        during.stream()
            .filter(write -> write.path().endsWith("/configmaps"))
            .findFirst()
            .orElseThrow();
    assertThat(during.subList(0, during.indexOf(written)))
        .as("renewals through the drain")
        .hasSizeGreaterThanOrEqualTo(4)
        .allMatch(ManagerLifeCycleSimulationTest::onLease);
    Write last = during.get(during.size() - 1);
    assertThat(last.path()).endsWith(LEASE);
    assertThat(last.body()).contains("\"holderIdentity\":null");
    assertThat(holder()).isEmpty();

    simulation.advance(Duration.ofMinutes(1));
    assertThat(transport.writes()).as("nothing after the release").endsWith(last);
  }

  @Test
  void runThatOutlivesTheStop_keepsTheLeaseFromBeingReleased_andCannotWrite()
      throws InterruptedException {
    create("a");
    Manager manager = built(builder().leaderElection("elected"));
    manager.add(
        controller(
            "hangs",
            (request, context) -> {
              ignoreInterruptsFor(Duration.ofMinutes(1));
              try {
                context.client().create(CONFIG_MAPS, configMap("made-too-late"));
              } catch (WriteRefusedException e) {
                seen.add("refused");
              }
              return Result.done();
            }));
    manager.start();
    simulation.advance(Duration.ofSeconds(2));
    Duration stopped = simulation.elapsed();
    manager.stop();

    assertThat(simulation.elapsed().minus(stopped))
        .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(25));
    assertThat(holder()).as("left to expire").isNotEmpty();
    simulation.advance(Duration.ofMinutes(1));
    assertThat(seen).contains("interrupt ignored", "refused");
    assertThat(outside().get(CONFIG_MAPS, key("made-too-late"))).isEmpty();
  }

  @Test
  void lostLease_holdsTheIntakeAndEndsRuns_untilTheProcessIsElectedAgain()
      throws InterruptedException {
    create("a");
    Manager manager = built(builder().leaderElection("elected"));
    manager.add(
        controller(
            "elected",
            (request, context) -> {
              if (seen.isEmpty()) {
                seen.add("begins");
                try {
                  simulation.sleep(Duration.ofMinutes(1));
                } catch (InterruptedException e) {
                  seen.add("interrupted, leading " + manager.leading());
                  try {
                    context.client().create(CONFIG_MAPS, configMap("made-after-the-loss"));
                  } catch (WriteRefusedException refused) {
                    seen.add("refused");
                  }
                }
                return Result.done();
              }
              seen.add("runs again, leading " + manager.leading());
              return Result.done();
            }));
    manager.start();
    simulation.advance(Duration.ofSeconds(2));
    transport.turn(Mode.REFUSES);
    Duration down = simulation.elapsed();
    while (manager.leading()) {
      simulation.advance(Duration.ofMillis(100));
    }
    assertThat(simulation.elapsed().minus(down)).isLessThan(Duration.ofSeconds(11));
    simulation.settle();
    assertThat(seen).containsExactly("begins", "interrupted, leading false", "refused");
    create("b");
    simulation.advance(Duration.ofSeconds(20));
    assertThat(seen).as("nothing is taken by a standby").hasSize(3);

    transport.turn(Mode.UP);
    simulation.advance(Duration.ofSeconds(60));
    assertThat(manager.leading()).isTrue();
    assertThat(seen).contains("runs again, leading true");
  }

  @Test
  void keysWaitWhilePaused_andWorkersChange_beforeAndAfterTheStart() throws InterruptedException {
    int[] atOnce = {0};
    TreeSet<Integer> levels = new TreeSet<>();
    for (int i = 0; i < 9; i++) {
      create("a" + i);
    }
    Manager manager = built(builder());
    Manager.Running handle =
        manager.add(
            controller(
                "counted",
                (request, context) -> {
                  levels.add(++atOnce[0]);
                  simulation.sleep(Duration.ofSeconds(1));
                  atOnce[0]--;
                  return Result.requeueAfter(Duration.ofSeconds(1));
                }));
    handle.pause();
    handle.workers(3);
    manager.start();
    simulation.advance(Duration.ofSeconds(30));
    assertThat(levels).isEmpty();

    handle.resume();
    simulation.advance(Duration.ofSeconds(30));
    assertThat(levels.last()).isEqualTo(3);
    handle.workers(1);
    simulation.advance(Duration.ofSeconds(5));
    levels.clear();
    simulation.advance(Duration.ofSeconds(30));
    assertThat(levels).containsExactly(1);
    handle.pause();
    simulation.advance(Duration.ofSeconds(5));
    levels.clear();
    simulation.advance(Duration.ofSeconds(30));
    assertThat(levels).isEmpty();
    assertThatThrownBy(() -> handle.workers(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void closedHandle_drainsItsController_andTheNameIsFree() throws InterruptedException {
    create("a");
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Manager manager = built(builder().meterRegistry(registry));
    Manager.Running first =
        manager.add(
            controller(
                "same",
                (request, context) -> {
                  simulation.sleep(Duration.ofSeconds(3));
                  seen.add("first has finished");
                  return Result.done();
                }));
    manager.start();
    simulation.advance(Duration.ofSeconds(1));
    first.close();
    assertThat(seen).containsExactly("first has finished");

    manager.add(
        controller(
            "same",
            (request, context) -> {
              seen.add("second runs");
              return Result.done();
            }));
    simulation.advance(Duration.ofSeconds(1));
    first.close();
    assertThat(seen).containsExactly("first has finished", "second runs");
    assertThat(
            registry
                .get("controller_runtime_reconcile_total")
                .tags("controller", "same", "result", "success")
                .counter()
                .count())
        .as("the second close leaves the meters of the successor alone")
        .isEqualTo(1);
  }

  @Test
  void lifeCycle_isGoneThroughOnce() {
    Manager manager = built(builder());
    manager.add(controller("one", (request, context) -> Result.done()));
    assertThatThrownBy(() -> manager.add(controller("one", (request, context) -> Result.done())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one");
    manager.start();
    assertThatThrownBy(manager::start).isInstanceOf(IllegalStateException.class);
    manager.stop();
    Duration stopped = simulation.elapsed();
    manager.stop();
    manager.close();

    assertThat(simulation.elapsed()).as("a second stop does nothing").isEqualTo(stopped);
    assertThat(manager.notReady()).isPresent();
    assertThat(manager.leading()).isFalse();
    assertThatThrownBy(manager::start).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> manager.add(controller("two", (request, context) -> Result.done())))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void stopBeforeTheStart_sendsNothing_andRefusesALaterStart() {
    Manager manager = built(builder().leaderElection("elected"));
    manager.add(controller("one", (request, context) -> Result.done()));
    manager.stop();

    assertThatThrownBy(manager::start).isInstanceOf(IllegalStateException.class);
    assertThat(transport.writes()).isEmpty();
  }

  @Test
  void hangingWorkers_failReadiness_onceAllPermitsAreStuck() throws InterruptedException {
    create("a");
    create("b");
    Manager manager = built(builder());
    manager.add(
        Controller.of("hangs", CONFIG_MAPS)
            .workers(2)
            .timeout(Duration.ofSeconds(10))
            .reconcile(
                (request, context) -> {
                  boolean first = request.key().name().equals("a");
                  ignoreInterruptsFor(Duration.ofSeconds(first ? 60 : 90));
                  return Result.done();
                }));
    manager.start();
    simulation.advance(Duration.ofSeconds(15));
    assertThat(manager.notReady()).as("interrupted, but may return yet").isEmpty();
    simulation.advance(Duration.ofSeconds(10));
    assertThat(manager.notReady())
        .hasValueSatisfying(
            why -> assertThat(why).contains("all workers hang", "default/a", "default/b"));
    simulation.advance(Duration.ofSeconds(45));
    assertThat(manager.notReady()).as("one permit is free again").isEmpty();
  }
}
