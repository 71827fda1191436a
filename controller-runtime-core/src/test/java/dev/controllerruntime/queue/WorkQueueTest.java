package dev.controllerruntime.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.concurrent.TurnTaking;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One thread, step by step: taking never waits here. */
class WorkQueueTest {
  private static final QueueOptions OPTIONS =
      QueueOptions.builder()
          .step(Duration.ofMillis(100))
          .backOff(new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(8)))
          .causes(3)
          .build();

  private final TurnTaking time = new TurnTaking();
  private final List<String> told = new ArrayList<>();
  private final WorkQueue<String> queue = new WorkQueue<>(time, "test", OPTIONS, new Recorder());

  private final class Recorder implements QueueListener {
    @Override
    public void added() {
      told.add("added");
    }

    @Override
    public void retried() {
      told.add("retried");
    }

    @Override
    public void taken(Duration waited) {
      told.add("taken after " + waited.toMillis());
    }

    @Override
    public void finished(Duration worked) {
      told.add("finished after " + worked.toMillis());
    }
  }

  private Taken<String> take() {
    try {
      assertThat(queue.depth()).as("ready keys, so that taking does not wait").isPositive();
      return queue.take().orElseThrow();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> takeAll() {
    List<String> all = new ArrayList<>();
    while (queue.depth() > 0) {
      all.add(take().request());
    }
    return all;
  }

  private static Cause cause(int number) {
    return new Cause(Kind.dynamic("v1", "Thing"), ObjectKey.of("ns/" + number), "MODIFIED");
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void equalKeys_collapse() {
    queue.add("a", 0, null);
    queue.add(String.valueOf(new char[] {'a'}), 0, null);

    assertThat(queue.depth()).isEqualTo(1);
    assertThat(takeAll()).containsExactly("a");
    assertThat(told).containsOnlyOnce("added");
  }

  @Test
  void keys_areTakenFirstInFirstOut_withinAPriority() {
    List<String> added = List.of("d", "a", "c", "b");
    added.forEach(key -> queue.add(key, 0, null));

    assertThat(takeAll()).containsExactlyElementsOf(added);
  }

  @Test
  void keyAddedAgainWhileItWaits_keepsItsPlace() {
    queue.add("a", 0, null);
    queue.add("b", 0, null);
    queue.add("a", 0, null);

    assertThat(takeAll()).containsExactly("a", "b");
  }

  @Test
  void higherPriority_isTakenFirst_andOnlyRisesWhileTheKeyWaits() {
    queue.add("low", -100, null);
    queue.add("normal", 0, null);
    queue.add("raised", -100, null);
    queue.add("raised", 5, null);
    queue.add("raised", -100, null);

    assertThat(queue.depthByPriority()).containsEntry(-100, 1).containsEntry(5, 1);
    assertThat(takeAll()).containsExactly("raised", "normal", "low");
  }

  @Test
  void lowPriority_isNotStarved_oncePriorityTimesStepHasPassed() {
    queue.add("old", 0, null);
    time.pass(Duration.ofMillis(999));
    queue.add("urgent, too late by a millisecond", 10, null);
    time.pass(Duration.ofMillis(2));
    queue.add("urgent, but younger than the bound", 10, null);

    assertThat(takeAll())
        .containsExactly(
            "urgent, too late by a millisecond", "old", "urgent, but younger than the bound");
  }

  @Test
  void keyInWork_isNotHandedOut_andRunsAgainAfterwards() {
    queue.add("a", 0, null);
    Taken<String> first = take();
    queue.add("a", 0, null);
    assertThat(queue.depth()).isZero();
    assertThat(queue.inWork()).isEqualTo(1);

    queue.done(first, Outcome.success());
    assertThat(takeAll()).containsExactly("a");
  }

  @Test
  void keyNobodyWokeMeanwhile_isForgotten() {
    queue.add("a", 0, null);
    queue.done(take(), Outcome.success());

    time.pass(Duration.ofDays(1));
    assertThat(queue.depth()).isZero();
    assertThat(queue.nextReady()).isEmpty();
  }

  @Test
  void priority_isOfTheWait_notOfTheKey() {
    queue.add("a", 50, null);
    Taken<String> urgent = take();
    queue.add("a", -100, null);
    queue.done(urgent, Outcome.success());

    assertThat(take().priority()).isEqualTo(-100);
  }

  @Test
  void failures_growTheDelay_upToItsLimit_andSuccessResetsThem() {
    queue.add("a", 0, null);
    List<Duration> most = List.of(seconds(1), seconds(2), seconds(4), seconds(8), seconds(8));
    for (int i = 0; i < most.size(); i++) {
      Taken<String> taken = take();
      assertThat(taken.failures()).isEqualTo(i);
      queue.done(taken, Outcome.failure());
      Duration delay = queue.nextReady().orElseThrow();
      assertThat(delay).isBetween(most.get(i).dividedBy(2), most.get(i));
      time.pass(delay);
    }
    queue.done(take(), Outcome.success());

    queue.add("a", 0, null);
    Taken<String> afresh = take();
    assertThat(afresh.failures()).isZero();
    queue.done(afresh, Outcome.failure());
    assertThat(queue.nextReady().orElseThrow()).isLessThanOrEqualTo(seconds(1));
  }

  @Test
  void addDuringBackOff_doesNotShortenIt_soThatOwnWritesMakeNoHotLoop() {
    queue.add("a", 0, null);
    queue.done(take(), Outcome.failure());
    Duration delay = queue.nextReady().orElseThrow();
    queue.add("a", 100, null);

    assertThat(queue.depth()).isZero();
    assertThat(queue.nextReady()).contains(delay);
  }

  @Test
  void addDuringAFailingRun_waitsForTheBackOffToo() {
    queue.add("a", 0, null);
    Taken<String> taken = take();
    queue.add("a", 0, null);
    queue.done(taken, Outcome.failure());

    assertThat(queue.depth()).isZero();
    time.pass(seconds(1));
    assertThat(takeAll()).containsExactly("a");
  }

  @Test
  void requeueAfter_wakesTheKeyOnce_andAnAddComesBeforeIt() {
    queue.add("a", 7, null);
    queue.done(take(), Outcome.requeueAfter(seconds(60)));
    time.pass(seconds(59));
    assertThat(queue.depth()).isZero();
    time.pass(seconds(1));
    Taken<String> requeued = take();
    assertThat(requeued.priority()).isEqualTo(7);

    queue.done(requeued, Outcome.requeueAfter(seconds(60)));
    queue.add("a", 0, null);
    queue.done(take(), Outcome.success());
    time.pass(Duration.ofDays(1));
    assertThat(queue.depth()).as("done() has cleared the slot").isZero();
  }

  @Test
  void requeueAfter_isReplacedByTheNextRun() {
    queue.add("a", 0, null);
    queue.done(take(), Outcome.requeueAfter(seconds(10)));
    queue.add("a", 0, null);
    queue.done(take(), Outcome.requeueAfter(seconds(60)));

    assertThat(queue.nextReady()).contains(seconds(60));
  }

  @Test
  void requeueAfter_forgetsFailures() {
    queue.add("a", 0, null);
    queue.done(take(), Outcome.failure());
    time.pass(seconds(1));
    queue.done(take(), Outcome.requeueAfter(Duration.ofMillis(1)));
    time.pass(Duration.ofMillis(1));

    assertThat(take().failures()).isZero();
  }

  @Test
  void terminalFailure_waitsForTheNextAdd_withoutBackOff() {
    queue.add("a", 0, null);
    queue.done(take(), Outcome.terminal());
    time.pass(Duration.ofDays(1));
    assertThat(queue.depth()).isZero();

    queue.add("a", 0, null);
    assertThat(take().failures()).isZero();
  }

  @Test
  void delayOfCenturies_isHeld_andOverflowsNothing() {
    queue.add("a", 0, null);
    queue.done(take(), Outcome.requeueAfter(Duration.ofSeconds(Long.MAX_VALUE)));
    queue.timer("far", "b", Instant.MAX);
    time.pass(Duration.ofDays(365));

    assertThat(queue.depth()).isZero();
    assertThat(queue.nextReady().orElseThrow()).isGreaterThan(Duration.ofDays(365 * 100));
  }

  @Test
  void timers_surviveRuns_andAreReplacedAndCancelledByName() {
    Instant now = time.clock().instant();
    queue.timer("check", "a", now.plusSeconds(10));
    queue.timer("check", "a", now.plusSeconds(30));
    queue.timer("other", "a", now.plusSeconds(20));
    queue.add("a", 0, null);
    queue.done(take(), Outcome.success());
    assertThat(queue.nextReady()).contains(seconds(20));

    queue.cancel("other", "a");
    queue.cancel("never set", "a");
    queue.cancel("check", "nobody");
    assertThat(queue.nextReady()).contains(seconds(30));
    time.pass(seconds(30));
    queue.done(take(), Outcome.success());
    assertThat(queue.nextReady()).as("a timer rings once").isEmpty();
  }

  @Test
  void timerOfThePast_isDueNow() {
    queue.timer("late", "a", Instant.MIN);

    assertThat(takeAll()).containsExactly("a");
  }

  @Test
  void causes_areKeptInOrder_bounded_withoutRepeats() {
    for (int number : List.of(1, 2, 1, 3, 4)) {
      queue.add("a", 0, cause(number));
    }

    assertThat(take().causes()).containsExactly(cause(1), cause(2), cause(3));
  }

  @Test
  void causesOfAFailedRun_comeBackBeforeLaterOnes() {
    queue.add("a", 0, cause(1));
    Taken<String> failed = take();
    queue.add("a", 0, cause(2));
    queue.done(failed, Outcome.failure());
    time.pass(seconds(1));
    Taken<String> retry = take();
    assertThat(retry.causes()).containsExactly(cause(1), cause(2));

    queue.done(retry, Outcome.requeueAfter(seconds(1)));
    time.pass(seconds(1));
    assertThat(take().causes()).as("a run that ended well has dealt with them").isEmpty();
  }

  @Test
  void depth_countsReadyKeysOnly() {
    queue.add("ready", 0, null);
    queue.timer("later", "delayed", time.clock().instant().plusSeconds(5));
    queue.add("in work", 100, null);
    Taken<String> taken = take();
    assertThat(taken.request()).isEqualTo("in work");

    assertThat(queue.depth()).isEqualTo(1);
    assertThat(queue.depthByPriority()).isEqualTo(Map.of(0, 1, 100, 0));
    assertThat(queue.working())
        .singleElement()
        .satisfies(work -> assertThat(work.request()).isEqualTo("in work"));
    time.pass(seconds(5));
    assertThat(queue.depth()).isEqualTo(2);
  }

  @Test
  void depths_areNeverNegative_afterAShutdownInMidWork() {
    queue.add("a", 3, null);
    queue.add("b", 4, null);
    Taken<String> taken = take();
    queue.shutdown();
    queue.done(taken, Outcome.failure());

    assertThat(queue.depth()).isZero();
    assertThat(queue.inWork()).isZero();
    assertThat(queue.nextReady()).isEmpty();
    assertThat(queue.depthByPriority().values()).containsOnly(0);
  }

  @Test
  void afterShutdown_nothingIsTakenInOrHandedOut() throws InterruptedException {
    queue.add("a", 0, null);
    queue.shutdown();
    queue.shutdown();
    queue.add("b", 0, null);
    queue.timer("t", "c", time.clock().instant());

    assertThat(queue.isShutDown()).isTrue();
    assertThat(queue.depth()).isZero();
    assertThat(queue.take()).isEmpty();
  }

  @Test
  void pause_holdsTheIntake_untilEveryReasonHasGone() {
    queue.pause("lease");
    queue.pause("user");
    queue.add("a", 0, null);
    assertThat(queue.pauses()).containsExactly("lease", "user");
    queue.resume("lease");
    queue.resume("never given");
    assertThat(queue.pauses()).containsExactly("user");

    queue.resume("user");
    assertThat(takeAll()).containsExactly("a");
  }

  @Test
  void retiredWorker_leavesAtOnce() throws InterruptedException {
    queue.add("a", 0, null);

    assertThat(queue.take(() -> true)).isEmpty();
    assertThat(queue.depth()).as("the key is for the others").isEqualTo(1);
  }

  @Test
  void keyGivenBackTwice_isRefused() {
    queue.add("a", 0, null);
    Taken<String> taken = take();
    queue.done(taken, Outcome.success());

    assertThatThrownBy(() -> queue.done(taken, Outcome.success()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a");
  }

  @Test
  void listener_hearsTimesFromReadyToTaken_andFromTakenToGivenBack() {
    queue.add("a", 0, null);
    time.pass(Duration.ofMillis(30));
    Taken<String> taken = take();
    time.pass(Duration.ofMillis(200));
    queue.done(taken, Outcome.failure());

    assertThat(told).containsExactly("added", "taken after 30", "finished after 200", "retried");
  }
}
