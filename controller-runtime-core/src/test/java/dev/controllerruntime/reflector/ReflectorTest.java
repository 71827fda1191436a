package dev.controllerruntime.reflector;

import static dev.controllerruntime.codec.TestObject.bookmark;
import static dev.controllerruntime.codec.TestObject.error;
import static dev.controllerruntime.codec.TestObject.list;
import static dev.controllerruntime.codec.TestObject.page;
import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.FieldSelector;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.LabelSelector;
import dev.controllerruntime.codec.TestObject;
import dev.controllerruntime.reflector.ReflectorState.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** List and watch as long as the server answers as it should, or ends what it has begun. */
class ReflectorTest {
  private static final TestObject A = TestObject.of("shop/a");
  private static final TestObject B = TestObject.of("shop/b");
  private static final Duration LONG = Duration.ofMinutes(5);

  @Test
  void listThenWatch_giveOrderedDeltas() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.answer(200, list(10, A.at(5), B.at(7)));
    fixture.watch(
        LONG,
        A.at(11).event("MODIFIED"),
        TestObject.of("shop/c").at(12).event("ADDED"),
        B.at(13).event("DELETED"),
        bookmark(20));
    assertThat(fixture.steps(2)).isZero();
    assertThat(fixture.told())
        .containsExactly(
            "begin",
            "item shop/a@5",
            "item shop/b@7",
            "commit 10",
            "upsert shop/a@11",
            "upsert shop/c@12",
            "delete shop/b@13",
            "bookmark 20");
    assertThat(fixture.reflector.state().version()).isEqualTo("20");
    assertThat(fixture.states.stream().map(ReflectorState::phase))
        .containsExactly(Phase.SYNCING, Phase.SYNCED);
  }

  @Test
  void list_asksForTheNewestState_inPages() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.answer(200, page("10", "more", A.at(5))).answer(200, page("10", "", B.at(7)));
    fixture.step();
    assertThat(fixture.told())
        .containsExactly("begin", "item shop/a@5", "item shop/b@7", "commit 10");
    assertThat(fixture.transport.call(0).path()).isEqualTo("/api/v1/configmaps");
    assertThat(fixture.query(0)).containsExactly(Map.entry("limit", "500"));
    assertThat(fixture.query(1))
        .containsOnly(Map.entry("limit", "500"), Map.entry("continue", "more"));
  }

  @Test
  void watch_asksForBookmarks_fromTheVersionOfTheList_forAFewMinutes() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    fixture.watch(LONG);
    fixture.step();
    assertThat(fixture.query(1))
        .containsEntry("watch", "true")
        .containsEntry("allowWatchBookmarks", "true")
        .containsEntry("resourceVersion", "10");
    assertThat(Long.parseLong(fixture.query(1).get("timeoutSeconds"))).isBetween(300L, 600L);
    assertThat(fixture.transport.call(1).idle()).isEqualTo(Exchanges.IDLE);
  }

  @Test
  void namespaceAndSelectors_goIntoEveryRequest() throws Exception {
    ReflectorFixture fixture =
        new ReflectorFixture(
            new ReflectorTarget(
                ReflectorFixture.MAPS,
                "shop",
                LabelSelector.parse("app=web"),
                FieldSelector.parse("metadata.name=a")));
    fixture.transport.answer(200, list(10));
    fixture.watch(LONG);
    fixture.steps(2);
    for (int call : List.of(0, 1)) {
      assertThat(fixture.transport.call(call).path())
          .isEqualTo("/api/v1/namespaces/shop/configmaps");
      assertThat(fixture.query(call))
          .containsEntry("labelSelector", "app=web")
          .containsEntry("fieldSelector", "metadata.name=a");
    }
  }

  @Test
  void metadataOnlyKind_asksForMetadataAlone() throws Exception {
    ReflectorFixture fixture =
        new ReflectorFixture(ReflectorTarget.all(Kind.metadataOnly("v1", "ConfigMap")));
    fixture.transport.answer(200, list(10));
    fixture.watch(LONG);
    fixture.steps(2);
    assertThat(fixture.transport.call(0).headers().get("Accept"))
        .startsWith("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
    assertThat(fixture.transport.call(1).headers().get("Accept"))
        .startsWith("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
  }

  @Test
  void brokenWatch_isResumedFromTheLastVersion_withoutAList() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10, A.at(5));
    fixture.brokenWatch(LONG, A.at(11).event("MODIFIED"));
    fixture.watch(LONG, A.at(12).event("MODIFIED"));
    fixture.steps(2);
    assertThat(fixture.resumedFrom()).isEqualTo("11");
    assertThat(fixture.told()).containsExactly("upsert shop/a@11", "upsert shop/a@12");
    assertThat(fixture.reflector.state().phase()).isEqualTo(Phase.SYNCED);
  }

  @Test
  void watchThatEndsWithinAnEvent_isResumedBeforeIt() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    String event = A.at(12).event("ADDED");
    fixture.watch(LONG, B.at(11).event("ADDED"), event.substring(0, event.length() / 2));
    fixture.watch(LONG, event);
    fixture.steps(2);
    assertThat(fixture.resumedFrom()).isEqualTo("11");
    assertThat(fixture.told()).containsExactly("upsert shop/b@11", "upsert shop/a@12");
  }

  @Test
  void bookmark_movesTheVersionOfTheResume() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    fixture.brokenWatch(LONG, bookmark(500));
    fixture.watch(LONG);
    fixture.steps(2);
    assertThat(fixture.resumedFrom()).isEqualTo("500");
  }

  @Test
  void eventWithoutAVersion_orWithAnOlderOne_doesNotMoveTheResumeBack() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    String nowhere =
        "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\",\"metadata\":{}}}\n";
    fixture.brokenWatch(LONG, A.at(12).event("ADDED"), nowhere, bookmark(3));
    fixture.watch(LONG);
    fixture.steps(2);
    assertThat(fixture.resumedFrom()).isEqualTo("12");
    assertThat(fixture.told()).containsExactly("upsert shop/a@12", "bookmark 3");
  }

  @Test
  void deltaThatWasNotTaken_isAskedForAgain() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    fixture.watch(LONG, A.at(11).event("ADDED"));
    fixture.watch(LONG, A.at(11).event("ADDED"));
    fixture.disturb =
        () -> {
          fixture.disturb = () -> {};
          throw new StackOverflowError();
        };
    fixture.steps(2);
    assertThat(fixture.resumedFrom()).isEqualTo("10");
    assertThat(fixture.told()).containsExactly("upsert shop/a@11");
  }

  @Test
  void errorOfTheProcess_doesNotEndTheLoop() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    fixture.watch(LONG, A.at(11).event("ADDED"));
    fixture.disturb =
        () -> {
          fixture.disturb = () -> {};
          throw new OutOfMemoryError("no room for the test");
        };
    assertThat(fixture.step()).isPositive();
    assertThat(fixture.failure().message()).contains("no room for the test");
    fixture.watch(LONG, A.at(11).event("ADDED"));
    fixture.step();
    assertThat(fixture.told()).containsExactly("upsert shop/a@11");
    assertThat(fixture.reflector.state().phase()).isEqualTo(Phase.SYNCED);
  }

  @Test
  void versionGone_inAnEvent_meansANewList() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10, A.at(5));
    fixture.watch(LONG, A.at(11).event("MODIFIED"), error(410, "Expired"));
    fixture.transport.answer(200, list(90, B.at(80)));
    fixture.watch(LONG);
    fixture.steps(3);
    assertThat(fixture.told())
        .containsExactly("upsert shop/a@11", "begin", "item shop/b@80", "commit 90");
    assertThat(fixture.resumedFrom()).isEqualTo("90");
    assertThat(fixture.states).noneMatch(state -> state.phase() == Phase.FAILING);
  }

  @Test
  void versionGone_asAnAnswer_meansANewList() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    fixture.transport.refuse(410, "Gone", "configmaps").answer(200, list(90));
    fixture.steps(2);
    assertThat(fixture.told()).containsExactly("begin", "commit 90");
    assertThat(fixture.reflector.state().synced()).isTrue();
  }

  @Test
  void listThatBreaksOff_isNeverTakenOver() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    String whole = list(10, A.at(5), B.at(7));
    fixture.transport.broken(200, whole.substring(0, whole.indexOf("shop") + 200));
    fixture.transport.answer(200, page("10", "more", A.at(5))).lost(true);
    fixture.transport.answer(200, whole);
    assertThat(fixture.steps(1)).isPositive();
    assertThat(fixture.steps(1)).isPositive();
    assertThat(fixture.told()).doesNotContain("commit 10");
    assertThat(fixture.reflector.state().synced()).isFalse();
    assertThat(fixture.steps(1)).isZero();
    assertThat(fixture.told())
        .containsExactly("begin", "item shop/a@5", "item shop/b@7", "commit 10");
  }

  @Test
  void listWhosePagesExpire_isAskedForAllAtOnce_thenInPagesAgain() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.answer(200, page("10", "more", A.at(5))).refuse(410, "Expired", "configmaps");
    fixture.transport.answer(200, list(20, A.at(5), B.at(15)));
    fixture.transport.refuse(410, "Gone", "configmaps").answer(200, list(30));
    fixture.steps(4);
    assertThat(fixture.query(2)).isEmpty();
    assertThat(fixture.query(4)).containsEntry("limit", "500");
  }

  @Test
  void listWithoutAVersion_isNoListToWatchFrom() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.answer(200, page("", "", A.at(5)));
    assertThat(fixture.step()).isPositive();
    assertThat(fixture.told()).doesNotContain("commit ");
    assertThat(fixture.failure().reason()).isEqualTo(ReflectorFailure.Reason.PROTOCOL);
    assertThat(fixture.failure().message()).contains("no resourceVersion");
  }

  @Test
  void objectThatCannotBeRead_isReportedAndSkipped_inListAndWatch() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.answer(200, list(10, A.metadata("\"finalizers\":7"), B.at(7)));
    fixture.watch(
        LONG,
        A.metadata("\"finalizers\":7").at(11).event("MODIFIED"),
        "{\"type\":\"ADDED\",\"object\":{oops}}\n",
        B.at(12).event("MODIFIED"));
    fixture.steps(2);
    List<String> told = fixture.told();
    assertThat(told).hasSize(7);
    assertThat(told.get(1))
        .startsWith("undecodable ConfigMap (v1, all namespaces): skipped an object: ")
        .contains("shop/a");
    assertThat(told.get(2)).isEqualTo("item shop/b@7");
    assertThat(told.get(4)).startsWith("undecodable").contains("shop/a");
    assertThat(told.get(5)).startsWith("undecodable").contains("malformed");
    assertThat(told.get(6)).isEqualTo("upsert shop/b@12");
    assertThat(fixture.reflector.state().version()).isEqualTo("12");
  }

  @Test
  void watchThatWasSilentForLong_asksWhereTheServerStands() throws Exception {
    ReflectorFixture fixture = ReflectorFixture.listed(10);
    fixture.brokenWatch(Duration.ofSeconds(150));
    fixture.transport.answer(200, page("10", ""));
    fixture.watch(LONG, A.at(11).event("ADDED"));
    fixture.steps(3);
    assertThat(fixture.query(2)).containsExactly(Map.entry("limit", "1"));
    assertThat(fixture.resumedFrom()).isEqualTo("10");
    assertThat(fixture.told()).containsExactly("upsert shop/a@11");
  }

  @Test
  void close_beforeTheStart_isFinal_andTold() throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.reflector.close();
    fixture.reflector.close();
    fixture.reflector.start();
    assertThat(fixture.reflector.state().phase()).isEqualTo(Phase.STOPPED);
    assertThat(fixture.reflector.awaitStopped(Duration.ZERO)).isTrue();
    assertThat(fixture.transport.calls()).isEmpty();
  }
}
