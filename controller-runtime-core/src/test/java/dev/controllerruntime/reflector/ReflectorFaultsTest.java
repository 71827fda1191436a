package dev.controllerruntime.reflector;

import static dev.controllerruntime.codec.TestObject.bookmark;
import static dev.controllerruntime.codec.TestObject.error;
import static dev.controllerruntime.codec.TestObject.list;
import static dev.controllerruntime.codec.TestObject.page;
import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.codec.TestObject;
import dev.controllerruntime.reflector.ReflectorFailure.Reason;
import dev.controllerruntime.reflector.ReflectorState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens while the server does not answer as it should: waits, reports and healing. */
class ReflectorFaultsTest {
  private static final TestObject A = TestObject.of("shop/a");
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ZERO;

  @Test
  void waits_growWithJitterUpToTheCap() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      fixture.transport.lost(false);
      waits.add(fixture.step());
    }
    for (int i = 0; i < waits.size(); i++) {
      long full = Math.min(10_000, 100L << Math.min(i, 20));
      assertThat(waits.get(i).toMillis()).isBetween(full / 2, full * 3 / 2);
    }
    // Jittered: at the cap no two clients come at one time.
    assertThat(waits.subList(10, 40)).doesNotHaveDuplicates();
  }

  @Test
  void healthyWatch_resetsTheWait() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    for (int i = 0; i < 10; i++) {
      fixture.transport.lost(false);
    }
    assertThat(fixture.steps(10)).isGreaterThan(Duration.ofSeconds(4));
    fixture.watch(LONG, bookmark(11));
    assertThat(fixture.step()).isZero();
    fixture.transport.lost(false);
    assertThat(fixture.step()).isLessThan(Duration.ofMillis(151));
  }

  @Test
  void watchesThatEndAtOnce_areNoHotLoop_andAreReported() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    Duration all = Duration.ZERO;
    for (int i = 0; i < 20; i++) {
      fixture.watch(SHORT);
      Duration wait = fixture.step();
      assertThat(wait).isPositive();
      all = all.plus(wait);
    }
    assertThat(all).isGreaterThan(Duration.ofMinutes(1));
    assertThat(fixture.failure().reason()).isEqualTo(Reason.CONNECTION);
    assertThat(fixture.failure().message()).contains("ended as soon as they begin");
    assertThat(fixture.told()).isEmpty();
    fixture.watch(LONG, A.at(11).event("ADDED"));
    fixture.step();
    assertThat(fixture.reflector.state().phase()).isEqualTo(Phase.SYNCED);
  }

  @Test
  void twoShortWatches_areNothingToReport() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    fixture.watch(SHORT).answer(200, "");
    fixture.steps(2);
    assertThat(fixture.states).noneMatch(state -> state.phase() == Phase.FAILING);
  }

  @Test
  void versionGone_againAndAgain_isNoHotLoop() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    Duration all = Duration.ZERO;
    for (int i = 1; i <= 10; i++) {
      fixture.watch(SHORT, error(410, "Expired"));
      fixture.transport.answer(200, list(10 + i));
      all = all.plus(fixture.step()).plus(fixture.step());
    }
    assertThat(all).isGreaterThan(Duration.ofSeconds(10));
  }

  @Test
  void retryAfter_isHonoured_withinReason() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.answer(429, "slow down", "Retry-After", "30");
    assertThat(fixture.step()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(33));
    assertThat(fixture.failure().reason()).isEqualTo(Reason.THROTTLED);
    fixture.transport.answer(503, "down", "Retry-After", "86400");
    assertThat(fixture.step()).isBetween(Duration.ofMinutes(5), Duration.ofSeconds(330));
    assertThat(fixture.failure().reason()).isEqualTo(Reason.SERVER);
  }

  @Test
  void missingPermission_isReportedWithWhatToDo_andHeals() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.refuse(403, "Forbidden", "configmaps");
    fixture.step();
    assertThat(fixture.failure().reason()).isEqualTo(Reason.FORBIDDEN);
    assertThat(fixture.failure().message())
        .contains("cannot list ConfigMap (v1, all namespaces) at https://scripted")
        .contains("permission missing")
        .contains("grant the verbs list and watch")
        .contains("ClusterRole")
        .doesNotContain("\n");
    assertThat(fixture.reflector.state().lastContact()).isPresent();
    fixture.transport.answer(200, list(10));
    fixture.step();
    assertThat(fixture.reflector.state().failure()).isEmpty();
    assertThat(fixture.reflector.state().synced()).isTrue();
  }

  @Test
  void permissionLostWhileWatching_keepsWhatIsKnown_andResumes() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10, A.at(5));
    fixture.transport.refuse(403, "Forbidden", "configmaps");
    fixture.step();
    assertThat(fixture.reflector.state().phase()).isEqualTo(Phase.FAILING);
    assertThat(fixture.reflector.state().synced()).isTrue();
    assertThat(fixture.failure().message()).contains("cannot watch");
    fixture.watch(LONG, A.at(11).event("MODIFIED"));
    fixture.step();
    assertThat(fixture.resumedFrom()).isEqualTo("10");
    assertThat(fixture.told()).containsExactly("upsert shop/a@11");
    assertThat(fixture.reflector.state().phase()).isEqualTo(Phase.SYNCED);
  }

  @Test
  void refusedCredentials_areToldAsSuch() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.refuse(401, "Unauthorized", "");
    fixture.step();
    assertThat(fixture.failure().reason()).isEqualTo(Reason.UNAUTHORIZED);
    assertThat(fixture.failure().message()).contains("renew them");
  }

  @Test
  void missingKind_isReported_andListedWhenItAppears() throws Exception {
    ReflectorFixture fixture =
        new ReflectorFixture(ReflectorTarget.all(Kind.dynamic("example.com/v1", "Widget")));
    fixture.transport.refuse(404, "NotFound", "");
    fixture.step();
    assertThat(fixture.failure().reason()).isEqualTo(Reason.KIND_MISSING);
    assertThat(fixture.failure().message()).contains("Widget", "CustomResourceDefinition");
    fixture.transport.answer(
        200,
        """
        {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"example.com/v1","resources":[
         {"name":"widgets","kind":"Widget","namespaced":true,"verbs":["list","watch"]}]}""");
    fixture.transport.answer(200, list(10));
    fixture.step();
    assertThat(fixture.transport.call(2).path()).isEqualTo("/apis/example.com/v1/widgets");
    assertThat(fixture.reflector.state().phase()).isEqualTo(Phase.SYNCED);
  }

  @Test
  void kindThatGoesWhileWatched_isNotSynced_untilItIsListedAgain() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10, A.at(5));
    fixture.transport.refuse(404, "NotFound", "configmaps");
    fixture.step();
    assertThat(fixture.reflector.state().synced()).isFalse();
    assertThat(fixture.failure().reason()).isEqualTo(Reason.KIND_MISSING);
    fixture.transport.answer(200, list(20));
    fixture.step();
    assertThat(fixture.told()).containsExactly("begin", "commit 20");
    assertThat(fixture.reflector.state().synced()).isTrue();
  }

  @Test
  void serverThatIsBehind_isWaitedFor() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(100, A.at(90));
    fixture.transport.refuse(410, "Gone", "configmaps");
    fixture.transport.answer(200, list(95, A.at(90)));
    fixture.steps(2);
    assertThat(fixture.failure().reason()).isEqualTo(Reason.BEHIND);
    assertThat(fixture.failure().message()).contains("95", "100", "30 s");
    assertThat(fixture.told()).doesNotContain("commit 95", "commit 95 reset");
    fixture.transport.answer(200, list(101, A.at(90)));
    fixture.step();
    assertThat(fixture.told()).contains("commit 101");
    assertThat(fixture.reflector.state().failure()).isEmpty();
  }

  @Test
  void serverThatStaysBehind_hadItsHistoryReset() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(100, A.at(90));
    // A watch from a version that does not exist is silence; only a list tells.
    fixture.brokenWatch(Duration.ofSeconds(150));
    fixture.transport.answer(200, page("40", ""));
    fixture.steps(2);
    int lists = 0;
    while (!fixture.reflector.state().version().equals("40")) {
      fixture.transport.answer(200, list(40, A.at(30)));
      fixture.steps(1);
      lists++;
    }
    assertThat(fixture.told()).endsWith("begin", "item shop/a@30", "commit 40 reset");
    assertThat(lists).isBetween(4, 12);
    fixture.watch(LONG, A.at(41).event("MODIFIED"));
    fixture.step();
    assertThat(fixture.resumedFrom()).isEqualTo("40");
    assertThat(fixture.told()).containsExactly("upsert shop/a@41");
  }

  @Test
  void failure_keepsItsBeginning_andIsToldOnceToListeners() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.lost(false).lost(false).lost(false).refuse(403, "Forbidden", "x");
    fixture.steps(3);
    assertThat(fixture.states.stream().map(ReflectorState::phase))
        .containsExactly(Phase.SYNCING, Phase.FAILING);
    assertThat(fixture.failure().since()).isEqualTo(Instant.EPOCH);
    fixture.step();
    assertThat(fixture.states).hasSize(3);
    assertThat(fixture.failure().reason()).isEqualTo(Reason.FORBIDDEN);
    assertThat(fixture.failure().since()).isAfter(Instant.EPOCH);
  }
}
