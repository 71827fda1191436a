package dev.controllerruntime.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Promise;
import dev.controllerruntime.concurrent.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final Duration LONG = Duration.ofDays(1);

  private final List<String> seen = new ArrayList<>();

  private void spawn(Simulation simulation, String name, Body body) {
    simulation.start(name, ThreadKind.WORKER, () -> run(body));
  }

  private static void run(Body body) {
    try {
      body.run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private interface Body {
    void run() throws InterruptedException;
  }

  @Test
  void sleepers_wakeInTheOrderOfVirtualTime() throws InterruptedException {
    try (Simulation simulation = Simulation.seeded(1)) {
      for (int seconds : List.of(30, 10, 20)) {
        spawn(
            simulation,
            "s" + seconds,
            () -> {
              simulation.sleep(Duration.ofSeconds(seconds));
              seen.add(seconds + " at " + simulation.elapsed());
            });
      }
      simulation.advance(Duration.ofSeconds(25));

      assertThat(seen).containsExactly("10 at PT10S", "20 at PT20S");
      assertThat(simulation.elapsed()).isEqualTo(Duration.ofSeconds(25));
      assertThat(simulation.clock().instant()).isEqualTo(Simulation.DEFAULT_START.plusSeconds(25));
    }
  }

  @Test
  void settle_letsOthersRunWithoutTimePassing() {
    try (Simulation simulation = Simulation.seeded(1)) {
      spawn(
          simulation,
          "worker",
          () -> {
            seen.add("ran");
            simulation.sleep(Duration.ofSeconds(1));
            seen.add("woke");
          });
      simulation.settle();

      assertThat(seen).containsExactly("ran");
      assertThat(simulation.elapsed()).isZero();
    }
  }

  @Test
  void differentSeeds_chooseDifferentOrders() {
    TreeSet<String> orders = new TreeSet<>();
    for (long seed = 0; seed < 20; seed++) {
      seen.clear();
      try (Simulation simulation = Simulation.seeded(seed)) {
        for (String name : List.of("a", "b", "c")) {
          spawn(simulation, name, () -> seen.add(name));
        }
        simulation.settle();
      }
      orders.add(String.join("", seen));
    }
    assertThat(orders).hasSize(6);
  }

  @Test
  void monitor_letsOneThreadInAtATime() {
    try (Simulation simulation = Simulation.seeded(7)) {
      Monitor monitor = simulation.monitor();
      int[] inside = {0};
      for (int i = 0; i < 5; i++) {
        spawn(
            simulation,
            "t" + i,
            () -> {
              for (int round = 0; round < 20; round++) {
                monitor.lock();
                monitor.lock();
                try {
                  seen.add(String.valueOf(++inside[0]));
                  simulation.point("inside");
                  inside[0]--;
                } finally {
                  monitor.unlock();
                  monitor.unlock();
                }
              }
            });
      }
      simulation.settle();
      assertThat(seen).hasSize(100).containsOnly("1");
    }
  }

  @Test
  void timedAwait_returnsFalseWhenNobodySignals() throws InterruptedException {
    try (Simulation simulation = Simulation.seeded(1)) {
      Monitor monitor = simulation.monitor();
      monitor.lock();
      assertThat(monitor.await(Duration.ofMinutes(3))).isFalse();
      monitor.unlock();
      assertThat(simulation.elapsed()).isEqualTo(Duration.ofMinutes(3));
    }
  }

  @Test
  void promise_isWaitedForInVirtualTime() throws Exception {
    try (Simulation simulation = Simulation.seeded(3)) {
      Promise<String> promise = new Promise<>(simulation);
      spawn(
          simulation,
          "slow",
          () -> {
            simulation.sleep(Duration.ofHours(5));
            promise.complete("value");
          });
      assertThat(promise.get(LONG)).isEqualTo("value");
      assertThat(simulation.elapsed()).isEqualTo(Duration.ofHours(5));
    }
  }

  @Test
  void interrupt_endsAWaitAndClearsTheMark() throws InterruptedException {
    try (Simulation simulation = Simulation.seeded(5)) {
      Task sleeper =
          simulation.start(
              "sleeper",
              ThreadKind.WORKER,
              () -> {
                try {
                  simulation.sleep(LONG);
                  seen.add("slept");
                } catch (InterruptedException e) {
                  seen.add("interrupted, marked " + simulation.interrupted());
                }
              });
      simulation.settle();
      sleeper.interrupt();
      assertThat(sleeper.join(Duration.ofSeconds(1))).isTrue();
      assertThat(seen).containsExactly("interrupted, marked false");
      assertThat(simulation.elapsed()).isZero();
    }
  }

  @Test
  void interrupt_ofAThreadThatCanRun_isSeenByItsNextWait() {
    try (Simulation simulation = Simulation.seeded(5)) {
      Task task =
          simulation.start(
              "late",
              ThreadKind.WORKER,
              () -> {
                seen.add("marked " + Thread.currentThread().isInterrupted());
                try {
                  simulation.sleep(LONG);
                } catch (InterruptedException e) {
                  seen.add("interrupted");
                }
              });
      task.interrupt();
      simulation.settle();
      assertThat(seen).containsExactly("marked true", "interrupted");
    }
  }

  @Test
  void deadlock_failsWithTheStacksOfAll() {
    try (Simulation simulation = Simulation.seeded(1)) {
      Monitor first = simulation.monitor();
      Monitor second = simulation.monitor();
      spawn(simulation, "ab", () -> both(simulation, first, second));
      spawn(simulation, "ba", () -> both(simulation, second, first));
      simulation.settle();

      Monitor never = simulation.monitor();
      never.lock();
      assertThatThrownBy(never::await)
          .isInstanceOf(SimulationFailure.class)
          .hasMessageContaining("every thread waits for ever")
          .hasMessageContaining("1:ab waits for the lock held by 2:ba")
          .hasMessageContaining("2:ba waits for the lock held by 1:ab")
          .hasMessageContaining("SimulationTest.both")
          .hasMessageContaining("0:main waits for a signal");
    }
  }

  private static void both(Simulation simulation, Monitor outer, Monitor inner)
      throws InterruptedException {
    outer.lock();
    simulation.sleep(Duration.ofSeconds(1));
    inner.lock();
  }

  @Test
  void uncaughtThrowable_failsTheMainThreadsWait() {
    try (Simulation simulation = Simulation.seeded(1)) {
      spawn(
          simulation,
          "bad",
          () -> {
            throw new IllegalStateException("broken");
          });
      assertThatThrownBy(simulation::settle)
          .isInstanceOf(SimulationFailure.class)
          .hasMessageContaining("1:bad ended by an uncaught throwable")
          .hasRootCauseMessage("broken");
    }
  }

  @Test
  void uncaughtThrowable_isToldByCloseWhenNobodyWaitedSince() {
    Simulation simulation = Simulation.seeded(1);
    Task bad =
        simulation.start(
            "bad",
            ThreadKind.WORKER,
            () -> {
              throw new IllegalStateException("broken");
            });
    assertThatThrownBy(() -> bad.join(LONG)).isInstanceOf(SimulationFailure.class);
    simulation.close();
  }

  @Test
  void threadThatLeavesTheSimulation_failsWithItsStack() throws InterruptedException {
    CountDownLatch outside = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    try (Simulation simulation =
        Simulation.builder().realTimeLimit(Duration.ofMillis(300)).build()) {
      simulation.start("outside", ThreadKind.WORKER, () -> leave(outside, ended));
      assertThatThrownBy(simulation::settle)
          .isInstanceOf(SimulationFailure.class)
          .hasMessageContaining("1:outside has left the simulation")
          .hasMessageContaining("SimulationTest.leave");
    }
    assertThat(ended.await(10, TimeUnit.SECONDS)).as("it was reached by an interrupt").isTrue();
  }

  private static void leave(CountDownLatch outside, CountDownLatch ended) {
    try {
      outside.await();
    } catch (InterruptedException e) {
      ended.countDown();
    }
  }

  @Test
  void threadsThatAreLeft_endWithTheSimulation() {
    Monitor[] monitor = new Monitor[1];
    Task task;
    try (Simulation simulation = Simulation.seeded(1)) {
      monitor[0] = simulation.monitor();
      task =
          simulation.start(
              "forever",
              ThreadKind.PLATFORM,
              () -> {
                monitor[0].lock();
                try {
                  run(monitor[0]::await);
                } finally {
                  monitor[0].unlock();
                  seen.add("ended");
                }
              });
      simulation.settle();
      assertThat(seen).isEmpty();
    }
    assertThat(task.finished()).isTrue();
    assertThat(seen).containsExactly("ended");
  }

  @Test
  void endlessSteps_failInsteadOfHanging() {
    try (Simulation simulation = Simulation.builder().maxSteps(1000).build()) {
      spawn(
          simulation,
          "spinner",
          () -> {
            while (true) {
              simulation.point("spin");
            }
          });
      assertThatThrownBy(simulation::settle)
          .isInstanceOf(SimulationFailure.class)
          .hasMessageContaining("no end after 1000 steps");
    }
  }

  @Test
  void foreignThread_isRefused() throws InterruptedException {
    try (Simulation simulation = Simulation.seeded(1)) {
      List<Throwable> thrown = new ArrayList<>();
      Thread foreign =
          new Thread(
              () -> {
                try {
                  simulation.settle();
                } catch (IllegalStateException e) {
                  thrown.add(e);
                }
              });
      foreign.start();
      foreign.join();
      assertThat(thrown).singleElement().asString().contains("not part of the simulation");
    }
  }

  @Test
  void chance_isSplitMix64_asTheJdkSpecifiesItForSplittableRandom() {
    SeededRandom ours = new SeededRandom(42);
    SplittableRandom jdk = new SplittableRandom(42);
    for (int i = 0; i < 1000; i++) {
      assertThat(ours.nextLong()).isEqualTo(jdk.nextLong());
    }
  }

  @Test
  void derivedNumbers_stayInTheirRanges() {
    try (Simulation simulation = Simulation.seeded(42)) {
      var random = simulation.random();
      TreeSet<Integer> small = new TreeSet<>();
      for (int i = 0; i < 1000; i++) {
        small.add(random.nextInt(7));
        assertThat(random.nextInt(-3, 4)).isBetween(-3, 3);
        assertThat(random.nextDouble()).isBetween(0.0, Math.nextDown(1.0));
      }
      assertThat(small).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }
  }

  @Test
  void settle_givesUpOnThreadsThatNeverWait_andTheSimulationGoesOn() {
    try (Simulation busy = Simulation.seeded(3)) {
      boolean[] enough = {false};
      busy.start(
          "busy",
          ThreadKind.WORKER,
          () -> {
            while (!enough[0]) {
              busy.point("again");
            }
          });

      assertThat(busy.settle(1_000)).isFalse();
      enough[0] = true;
      assertThat(busy.settle(1_000)).isTrue();
    }
  }
}
