package dev.controllerruntime.leaderelection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElectorTest {
  private static final LeaderElectionOptions OPTIONS =
      LeaderElectionOptions.builder("shop", "test", "pod").build();

  private final ManualTime time = new ManualTime();
  private final ScriptedLease lease = new ScriptedLease(time);
  private final List<String> told = new ArrayList<>();
  private final Candidate a = new Candidate("a", time);

  private final class Candidate {
    final Fence fence;
    final Elector elector;

    Candidate(String identity, Concurrency concurrency) {
      fence = new Fence(concurrency, OPTIONS.renewDeadline());
      elector =
          new Elector(
              lease,
              OPTIONS,
              identity,
              concurrency,
              fence,
              new Elector.Listener() {
                @Override
                public void gained(long term) {
                  told.add(identity + " gained " + term);
                }

                @Override
                public void lost(String why) {
                  told.add(identity + " lost");
                }
              });
    }

    Duration step() {
      return elector.step();
    }

    boolean leads() {
      return elector.leading();
    }
  }

  private static LeaseRecord heldBy(String holder, int renewal) {
    Instant at = Instant.parse("2020-01-01T00:00:00Z").plusSeconds(renewal);
    return new LeaseRecord("", holder, 15, at, at, 3);
  }

  private void passSteps(Candidate candidate, Duration total) {
    Duration left = total;
    while (!left.isZero() && !left.isNegative()) {
      Duration wait = candidate.step();
      Duration slice = wait.compareTo(left) < 0 ? wait : left;
      time.pass(slice);
      left = left.minus(slice);
    }
  }

  @Test
  void missingLease_isCreated_andLeads() {
    a.step();
    assertThat(a.leads()).isTrue();
    assertThat(a.fence.open()).isTrue();
    LeaseRecord stored = lease.stored();
    assertThat(stored.holder()).isEqualTo("a");
    assertThat(stored.durationSeconds()).isEqualTo(15);
    assertThat(stored.transitions()).isZero();
    assertThat(told).containsExactly("a gained 1");
  }

  @Test
  void leader_renewsEveryRetryPeriod_withOneRequestEach() {
    Duration wait = a.step();
    assertThat(wait).isEqualTo(Duration.ofSeconds(2));
    int before = lease.requests();
    passSteps(a, Duration.ofSeconds(20));
    assertThat(lease.requests() - before).isEqualTo(10);
    assertThat(told).containsExactly("a gained 1");
  }

  @Test
  void leaseWithoutHolderOrTransitions_isTaken() {
    lease.put(new LeaseRecord("", "", 0, null, null, 0));
    a.step();
    assertThat(a.leads()).isTrue();
    assertThat(lease.stored().transitions()).isEqualTo(1);
    assertThat(lease.stored().acquired()).isNotNull();
  }

  @Test
  void heldLeaseWithoutDuration_isWaitedForAsLongAsOurOwn() {
    lease.put(new LeaseRecord("", "other", 0, null, null, 0));
    passSteps(a, Duration.ofMillis(14_900));
    assertThat(a.leads()).isFalse();
    passSteps(a, Duration.ofSeconds(3));
    assertThat(a.leads()).isTrue();
  }

  @Test
  void foreignClaim_countsFromWhenItWasSeenToChange_whateverItsClockSays() {
    // Its writer's clock is six years behind: by that clock the claim ran out long ago.
    lease.put(heldBy("other", 0));
    a.step();
    assertThat(a.leads()).isFalse();
    time.pass(Duration.ofSeconds(14));
    lease.put(heldBy("other", 1));
    a.step();
    time.pass(Duration.ofSeconds(14));
    a.step();
    assertThat(a.leads()).isFalse();
    time.pass(Duration.ofSeconds(1));
    a.step();
    assertThat(a.leads()).isTrue();
    assertThat(lease.stored().transitions()).isEqualTo(4);
  }

  @Test
  void labelOnTheLeaseOfACrashedLeader_doesNotLengthenItsClaim() {
    lease.put(heldBy("other", 0));
    a.step();
    time.pass(Duration.ofSeconds(14));
    lease.put(heldBy("other", 0));
    a.step();
    time.pass(Duration.ofSeconds(1));
    a.step();
    assertThat(a.leads()).isTrue();
  }

  @Test
  void standby_polls_untilChangesArePushed_thenWaitsForTheExpiry() {
    lease.put(heldBy("other", 0));
    assertThat(a.step()).isEqualTo(Duration.ofSeconds(2));
    a.elector.pushed(true);
    assertThat(a.step()).isEqualTo(Duration.ofSeconds(15));
    time.pass(Duration.ofSeconds(5));
    assertThat(a.elector.observe(lease.put(heldBy("other", 1)))).isFalse();
    assertThat(a.elector.standbyWait()).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void pushedRelease_isDueAtOnce() {
    lease.put(heldBy("other", 0));
    a.step();
    LeaseRecord released = lease.put(new LeaseRecord("", "", 1, null, null, 3));
    assertThat(a.elector.observe(released)).isTrue();
    a.step();
    assertThat(a.leads()).isTrue();
  }

  @Test
  void latePush_doesNotUnseatTheLeader() {
    LeaseRecord old = lease.put(heldBy("other", 0));
    a.step();
    lease.put(new LeaseRecord("", "", 1, null, null, 3));
    a.step();
    assertThat(a.elector.observe(old)).isFalse();
    time.pass(Duration.ofSeconds(2));
    a.step();
    assertThat(a.leads()).isTrue();
    assertThat(told).containsExactly("a gained 1");
  }

  @Test
  void unreachableServer_closesTheFenceAtTheDeadline_andTellsTheLossOnce() {
    a.step();
    lease.down(true);
    time.pass(Duration.ofSeconds(2));
    passSteps(a, Duration.ofMillis(7_900));
    assertThat(a.leads()).isTrue();
    assertThat(a.fence.remaining()).isEqualTo(Duration.ofMillis(100));
    passSteps(a, Duration.ofSeconds(30));
    assertThat(a.leads()).isFalse();
    assertThat(a.fence.open()).isFalse();
    assertThat(a.elector.failure()).isEqualTo("server is down");
    assertThat(told).containsExactly("a gained 1", "a lost");
  }

  @Test
  void lossOfTheLease_isStepAtTheDeadline_notARetryPeriodLater() {
    a.step();
    lease.down(true);
    time.pass(Duration.ofSeconds(9));
    assertThat(a.step()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void serverBack_sameProcessLeadsAgain_inANewTerm() {
    a.step();
    WriteGate firstTerm = a.fence.ofCurrentTerm();
    firstTerm.check();
    lease.down(true);
    passSteps(a, Duration.ofSeconds(12));
    lease.down(false);
    a.step();
    assertThat(a.leads()).isTrue();
    assertThat(told).containsExactly("a gained 1", "a lost", "a gained 2");
    a.fence.check();
    assertThatThrownBy(firstTerm::check)
        .isInstanceOf(WriteRefusedException.class)
        .hasMessageContaining("since this run began");
    assertThat(firstTerm.remaining()).isZero();
  }

  @Test
  void fence_countsFromTheSendingOfTheRenewal_notFromItsAnswer() {
    a.step();
    time.pass(Duration.ofSeconds(2));
    lease.answersAfter(Duration.ofSeconds(4));
    a.step();
    assertThat(a.fence.remaining()).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void fence_closesWhenOnlyTheWallClockWentOn() {
    a.step();
    time.jumpWall(Duration.ofSeconds(11));
    assertThat(a.fence.open()).isFalse();
    assertThatThrownBy(a.fence::check).isInstanceOf(WriteRefusedException.class);
  }

  @Test
  void fence_staysClosedWhenTheWallClockGoesBack() {
    a.step();
    time.pass(Duration.ofSeconds(11));
    time.jumpWall(Duration.ofHours(-1));
    assertThat(a.fence.open()).isFalse();
  }

  @Test
  void fence_isClosedBeforeTheFirstElection() {
    assertThat(a.fence.open()).isFalse();
    assertThat(a.fence.term()).isZero();
  }

  @Test
  void answersSlowerThanTheRetryPeriod_stillLead() {
    lease.answersAfter(Duration.ofSeconds(3));
    a.step();
    assertThat(a.leads()).isTrue();
    passSteps(a, Duration.ofSeconds(30));
    assertThat(told).containsExactly("a gained 1");
  }

  @Test
  void claimWhoseAnswerCameAfterTheDeadline_leadsWithTheNextRenewal() {
    lease.answersAfter(Duration.ofSeconds(11));
    a.step();
    assertThat(a.leads()).isFalse();
    assertThat(told).isEmpty();
    lease.answersAfter(Duration.ZERO);
    a.step();
    assertThat(a.leads()).isTrue();
  }

  @Test
  void createdLeaseWhoseAnswerWasLost_isRecognisedAsOurs() {
    lease.losesAnswers(true);
    a.step();
    assertThat(a.leads()).isFalse();
    lease.losesAnswers(false);
    a.step();
    assertThat(a.leads()).isTrue();
    assertThat(lease.stored().transitions()).isZero();
  }

  @Test
  void renewalWhoseAnswerWasLost_isRepeatedOnTheNewVersion() {
    a.step();
    time.pass(Duration.ofSeconds(2));
    lease.losesAnswers(true);
    a.step();
    lease.losesAnswers(false);
    time.pass(Duration.ofSeconds(2));
    assertThat(a.step()).isZero();
    a.step();
    assertThat(a.fence.remaining()).isEqualTo(Duration.ofSeconds(10));
    assertThat(told).containsExactly("a gained 1");
  }

  @Test
  void takeoverSeenAtARenewal_isALossAtOnce() {
    a.step();
    lease.put(heldBy("thief", 1));
    time.pass(Duration.ofSeconds(2));
    a.step();
    assertThat(a.leads()).isFalse();
    assertThat(a.fence.open()).isFalse();
    assertThat(told).containsExactly("a gained 1", "a lost");
    assertThat(lease.stored().holder()).isEqualTo("thief");
  }

  @Test
  void leaseDeletedUnderTheLeader_isClaimedAnew() {
    a.step();
    lease.delete();
    time.pass(Duration.ofSeconds(2));
    passSteps(a, Duration.ofSeconds(1));
    assertThat(a.leads()).isTrue();
    assertThat(lease.stored().holder()).isEqualTo("a");
  }

  @Test
  void release_letsAnotherLeadAtOnce_andKeepsTheTransitions() {
    Candidate b = new Candidate("b", time);
    a.step();
    b.step();
    a.elector.release();
    assertThat(a.fence.open()).isFalse();
    assertThat(lease.stored().holder()).isEmpty();
    b.step();
    assertThat(b.leads()).isTrue();
    assertThat(lease.stored().transitions()).isEqualTo(1);
    assertThat(told).containsExactly("a gained 1", "a lost", "b gained 1");
  }

  @Test
  void releaseOfAStandby_sendsNothing() {
    lease.put(heldBy("other", 0));
    a.step();
    int before = lease.requests();
    a.elector.release();
    assertThat(lease.requests()).isEqualTo(before);
  }

  @Test
  void releaseAfterATakeover_leavesTheOtherAlone() {
    a.step();
    lease.put(heldBy("thief", 1));
    a.elector.release();
    assertThat(lease.stored().holder()).isEqualTo("thief");
  }

  @Test
  void twoCandidates_neverHaveOpenFencesTogether_whateverTheirClocks() {
    Candidate b = new Candidate("b", time.withWallOff(Duration.ofHours(5)));
    Duration waitA = Duration.ZERO;
    Duration waitB = Duration.ZERO;
    for (int round = 0; round < 4_000; round++) {
      // In turn, each is cut off from the server for 20 s of every two minutes.
      int phase = (round / 100) % 12;
      boolean cutA = phase == 2 || phase == 3;
      boolean cutB = phase == 8 || phase == 9;
      waitA = waitA.minusMillis(100);
      waitB = waitB.minusMillis(100);
      time.pass(Duration.ofMillis(100));
      if (waitA.isNegative() || waitA.isZero()) {
        lease.down(cutA);
        waitA = a.step();
        lease.down(false);
      }
      if (waitB.isNegative() || waitB.isZero()) {
        lease.down(cutB);
        waitB = b.step();
        lease.down(false);
      }
      assertThat(a.fence.open() && b.fence.open()).as("round %d", round).isFalse();
    }
    assertThat(told).contains("a gained 1", "b gained 1", "a gained 2", "b gained 2");
  }

  @Test
  void workThatCannotStart_givesTheLeaseBack() {
    Fence fence = new Fence(time, OPTIONS.renewDeadline());
    Elector broken =
        new Elector(
            lease,
            OPTIONS,
            "broken",
            time,
            fence,
            new Elector.Listener() {
              @Override
              public void gained(long term) {
                throw new IllegalStateException("no threads left");
              }

              @Override
              public void lost(String why) {
                told.add("lost");
              }
            });
    broken.step();
    assertThat(broken.leading()).isFalse();
    assertThat(fence.open()).isFalse();
    assertThat(lease.stored().holder()).isEmpty();
    assertThat(told).containsExactly("lost");
  }
}
