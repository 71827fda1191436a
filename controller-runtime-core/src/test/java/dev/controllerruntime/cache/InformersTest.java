package dev.controllerruntime.cache;

import static dev.controllerruntime.cache.CacheFixture.MAPS;
import static dev.controllerruntime.cache.CacheFixture.SECRETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.Change;
import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.cache.CacheFixture.Recorder;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.transport.TestServer;
import dev.controllerruntime.codec.TestObject;
import dev.controllerruntime.reflector.ReflectorState.Phase;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Sharing of informers, and what their handlers hear. */
class InformersTest {
  private static final TestObject A = TestObject.of("shop/a");
  private static final TestObject B = TestObject.of("shop/b");

  private final CacheFixture fixture = new CacheFixture();

  @Test
  void handlers_hearTheFirstListThenEveryChange_inOrder_unmerged() {
    fixture.server.put(A);
    fixture.server.put(B);
    Recorder<V1ConfigMap> recorder = fixture.record(fixture.caches.informer(MAPS));
    fixture.synced();
    assertThat(recorder.since())
        .containsExactly("+shop/a@11 initial", "+shop/b@12 initial", "synced");
    fixture.server.put(A.data("k", "1"));
    fixture.server.put(A.data("k", "2"));
    fixture.server.put(A.data("k", "3"));
    fixture.server.remove(B);
    fixture.time.settle();
    assertThat(recorder.since())
        .containsExactly("shop/a@11→13", "shop/a@13→14", "shop/a@14→15", "-shop/b@12");
  }

  @Test
  void equalKindsAndScopes_shareOneWatch() {
    fixture.server.put(A);
    List<Recorder<?>> recorders =
        List.of(
            fixture.record(fixture.caches.informer(MAPS)),
            fixture.record(fixture.caches.informer(MAPS)),
            fixture.record(fixture.caches.informer(Kind.dynamic("v1", "ConfigMap"))),
            fixture.record(fixture.caches.informer(Kind.metadataOnly("v1", "ConfigMap"))));
    fixture.synced();
    assertThat(fixture.server.asked()).containsExactly("list configmaps", "watch configmaps 11");
    for (Recorder<?> recorder : recorders) {
      assertThat(recorder.told).containsExactly("+shop/a@11 initial", "synced");
    }
    assertThat(fixture.caches.statuses()).hasSize(1);
  }

  @Test
  void otherNamespacesAndSelectorsOfTheKind_areStartedToo() {
    fixture.server.put(A.label("app", "web"));
    fixture.server.put(TestObject.of("tools/c"));
    Recorder<?> shop = fixture.record(fixture.caches.informer(MAPS, ListOption.namespace("shop")));
    Recorder<?> tools =
        fixture.record(fixture.caches.informer(MAPS, ListOption.namespace("tools")));
    Recorder<?> web = fixture.record(fixture.caches.informer(MAPS, ListOption.labels("app=web")));
    fixture.synced();
    assertThat(shop.told).containsExactly("+shop/a@11 initial", "synced");
    assertThat(tools.told).containsExactly("+tools/c@12 initial", "synced");
    assertThat(web.told).containsExactly("+shop/a@11 initial", "synced");
    assertThat(fixture.caches.statuses().stream().map(CacheStatus::scope))
        .containsExactly("namespace shop", "namespace tools", "all namespaces, labels app=web");
  }

  @Test
  void metadataOnlyKind_alone_hasAWatchOfMetadataAlone() {
    fixture.server.put(A);
    Informer<ObjectMetadata> informer =
        fixture.caches.informer(Kind.metadataOnly("v1", "ConfigMap"));
    Recorder<ObjectMetadata> recorder = fixture.record(informer);
    fixture.synced();
    assertThat(fixture.server.calls())
        .allSatisfy(
            call -> assertThat(call.headers().get("Accept")).contains("as=PartialObjectMetadata"));
    // Wired whole only after the start: a watch of its own.
    fixture.record(fixture.caches.informer(MAPS));
    fixture.time.settle();
    assertThat(fixture.caches.statuses()).hasSize(2);
    assertThat(recorder.told).containsExactly("+shop/a@11 initial", "synced");
  }

  @Test
  void informerAfterTheStart_startsAtOnce_andTheLastShareStopsIt() {
    fixture.caches.start();
    Informer<V1ConfigMap> one = fixture.caches.informer(MAPS);
    Informer<V1ConfigMap> two = fixture.caches.informer(MAPS);
    Recorder<V1ConfigMap> recorder = fixture.record(two);
    fixture.time.settle();
    assertThat(one.synced()).isTrue();
    one.close();
    one.close();
    fixture.server.put(A);
    fixture.time.settle();
    assertThat(recorder.since()).containsExactly("synced", "+shop/a@11");
    two.close();
    fixture.time.settle();
    assertThat(fixture.server.watching()).isZero();
    assertThat(fixture.caches.statuses()).isEmpty();
  }

  @Test
  void handlerOfAClosedShare_hearsNothing_alsoWhenAddedAfterwards() {
    Informer<V1ConfigMap> keeps = fixture.caches.informer(MAPS);
    Informer<V1ConfigMap> closed = fixture.caches.informer(MAPS);
    fixture.synced();
    Recorder<V1ConfigMap> before = fixture.record(closed);
    closed.close();
    before.since();
    Recorder<V1ConfigMap> after = fixture.record(closed);
    after.since();
    fixture.server.put(A);
    fixture.time.settle();
    assertThat(before.told).isEmpty();
    assertThat(after.told).isEmpty();
    assertThat(keeps.synced()).isTrue();
  }

  @Test
  void handlerAddedWhileRunning_hearsWhatIsThere_thenWhatComes_nothingTwice() {
    fixture.server.put(A);
    Informer<V1ConfigMap> informer = fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.server.put(B);
    Recorder<V1ConfigMap> recorder = fixture.record(informer);
    assertThat(recorder.since()).containsExactly("+shop/a@11 initial", "synced");
    fixture.time.settle();
    assertThat(recorder.since()).containsExactly("+shop/b@12");
    informer.removeHandler(recorder);
    fixture.server.remove(A);
    fixture.time.settle();
    assertThat(recorder.told).isEmpty();
  }

  @Test
  void handlerAddedWhileTheKindIsMissing_hearsTheWholeList_whenItIsBack() {
    fixture.server.put(A);
    Informer<V1ConfigMap> informer = fixture.caches.informer(MAPS);
    Recorder<V1ConfigMap> early = fixture.record(informer);
    fixture.synced();
    early.since();
    fixture.server.refuse(TestServer.MAPS, 404);
    fixture.server.breakWatches();
    fixture.time.pass(CacheFixture.seconds(5));
    assertThat(informer.synced()).isFalse();
    Recorder<V1ConfigMap> late = fixture.record(informer);
    assertThat(late.told).isEmpty();
    fixture.server.allow(TestServer.MAPS);
    fixture.server.put(B);
    fixture.time.pass(CacheFixture.seconds(30));
    assertThat(informer.synced()).isTrue();
    assertThat(early.since()).containsExactly("+shop/b@12");
    assertThat(late.since()).containsExactly("+shop/a@11 initial", "+shop/b@12 initial", "synced");
  }

  @Test
  void deletedAndMadeAgain_inAGap_isToldAsTwo() {
    fixture.server.put(A);
    Recorder<V1ConfigMap> recorder = fixture.record(fixture.caches.informer(MAPS));
    fixture.synced();
    recorder.since();
    fixture.server.hold();
    fixture.server.remove(A);
    fixture.server.put(A.uid("another"));
    fixture.server.breakWatches();
    fixture.server.compact();
    fixture.server.release();
    fixture.time.pass(CacheFixture.seconds(30));
    assertThat(recorder.since()).containsExactly("-shop/a@11", "+shop/a@13");
  }

  @Test
  void gapWithoutCompaction_isResumed_andTellsEveryStep() {
    fixture.server.put(A);
    Recorder<V1ConfigMap> recorder = fixture.record(fixture.caches.informer(MAPS));
    fixture.synced();
    recorder.since();
    fixture.server.hold();
    fixture.server.put(A);
    fixture.server.put(A);
    fixture.server.remove(A);
    fixture.server.breakWatches();
    fixture.server.release();
    fixture.time.pass(CacheFixture.seconds(30));
    assertThat(recorder.since()).containsExactly("shop/a@11→12", "shop/a@12→13", "-shop/a@13");
    assertThat(fixture.server.asked().stream().filter("list configmaps"::equals)).hasSize(1);
  }

  @Test
  void handlerThatThrows_isCounted_andNobodyElseNotices() {
    fixture.server.put(A);
    Informer<V1ConfigMap> informer = fixture.caches.informer(MAPS);
    informer.addHandler(
        new ChangeHandler<>() {
          @Override
          public void changed(Change<V1ConfigMap> change, boolean initial) {
            throw new StackOverflowError("too deep");
          }

          @Override
          public void synced() {
            throw new IllegalStateException("not even this");
          }
        });
    Recorder<V1ConfigMap> recorder = fixture.record(informer);
    fixture.synced();
    fixture.server.put(A);
    fixture.time.settle();
    assertThat(recorder.told).containsExactly("+shop/a@11 initial", "synced", "shop/a@11→12");
    assertThat(fixture.failed).containsExactly("too deep", "not even this", "too deep");
  }

  @Test
  void change_isDecodedOnceForAllHandlersOfAView_andAudited() {
    fixture.server.put(A.data("k", "v"));
    List<Object> seen = new ArrayList<>();
    Informer<V1ConfigMap> informer = fixture.caches.informer(MAPS);
    informer.addHandler(decoding(change -> seen.add(change.after().orElseThrow().get())));
    informer.addHandler(decoding(change -> seen.add(change.after().orElseThrow().get())));
    Informer<DynamicObject> dynamic = fixture.caches.informer(Kind.dynamic("v1", "ConfigMap"));
    dynamic.addHandler(decoding(change -> seen.add(change.after().orElseThrow().get())));
    fixture.record(fixture.caches.informer(Kind.metadataOnly("v1", "ConfigMap")));
    fixture.synced();
    assertThat(seen).hasSize(3);
    assertThat(seen.get(0)).isSameAs(seen.get(1)).isNotSameAs(seen.get(2));
    assertThat(fixture.audited).hasSize(2);
    assertThat(fixture.audited.get(0)).isEqualTo("shop/a@11 as V1ConfigMap");
  }

  @Test
  void changeThatNobodyDecodes_isNotDecoded() {
    fixture.server.put(A.rawData("\"k\":{}"));
    fixture.record(fixture.caches.informer(MAPS));
    fixture.synced();
    assertThat(fixture.audited).isEmpty();
    assertThat(fixture.skipped).isEmpty();
  }

  @Test
  void viewThatCannotBeDecoded_isReportedOnce_andOtherViewsWork() {
    fixture.server.put(A.rawData("\"k\":{}"));
    Informer<V1ConfigMap> informer = fixture.caches.informer(MAPS);
    List<Object> seen = new ArrayList<>();
    informer.addHandler(decoding(change -> seen.add(change.after().orElseThrow().get())));
    informer.addHandler(decoding(change -> seen.add(change.after().orElseThrow().get())));
    Informer<DynamicObject> dynamic = fixture.caches.informer(Kind.dynamic("v1", "ConfigMap"));
    dynamic.addHandler(decoding(change -> seen.add(change.after().orElseThrow().get())));
    fixture.synced();
    assertThat(seen).hasSize(1);
    assertThat(fixture.failed).hasSize(2);
    assertThat(fixture.skipped).hasSize(1);
    assertThat(fixture.skipped.get(0)).contains("ConfigMap", "shop/a", "data");
  }

  private static <T> ChangeHandler<T> decoding(Consumer<Change<T>> action) {
    return new ChangeHandler<>() {
      @Override
      public void changed(Change<T> change, boolean initial) {
        action.accept(change);
      }

      @Override
      public void synced() {}
    };
  }

  @Test
  void listeners_hearOfSyncFaultAndHealing() {
    Informer<V1ConfigMap> informer = fixture.caches.informer(MAPS);
    List<Phase> phases = new ArrayList<>();
    informer.onStatusChange(() -> phases.add(informer.status().reflector().phase()));
    informer.onStatusChange(
        () -> {
          throw new IllegalStateException("a listener of no use");
        });
    fixture.synced();
    assertThat(phases).endsWith(Phase.SYNCED);
    assertThat(informer.status().describe()).isEqualTo("ConfigMap (v1, all namespaces): synced");
    phases.clear();
    fixture.server.refuse(TestServer.MAPS, 403);
    fixture.server.breakWatches();
    fixture.time.pass(CacheFixture.seconds(60));
    assertThat(phases).containsExactly(Phase.FAILING);
    assertThat(informer.status().describe()).contains("permission missing");
    fixture.server.allow(TestServer.MAPS);
    fixture.time.pass(CacheFixture.seconds(60));
    assertThat(phases).containsExactly(Phase.FAILING, Phase.SYNCED);
  }

  @Test
  void awaitSynced_endsWithTheSync_orTheTime() throws Exception {
    fixture.server.stall();
    Informer<V1ConfigMap> stalled = fixture.caches.informer(MAPS);
    fixture.caches.start();
    assertThat(stalled.awaitSynced(CacheFixture.seconds(30))).isFalse();
    CacheFixture other = new CacheFixture();
    Informer<V1ConfigMap> informer = other.caches.informer(MAPS);
    other.caches.start();
    assertThat(informer.awaitSynced(CacheFixture.seconds(30))).isTrue();
    assertThat(other.caches.synced()).isTrue();
  }

  @Test
  void atOrAfter_needsEveryKindToHaveGotThere_whichABookmarkTells() {
    fixture.caches.informer(MAPS);
    fixture.caches.informer(SECRETS);
    fixture.synced();
    fixture.server.put(A);
    String fresh = Long.toString(fixture.server.version());
    fixture.time.settle();
    assertThat(fixture.caches.atOrAfter("10")).isTrue();
    assertThat(fixture.caches.atOrAfter(fresh)).isFalse();
    fixture.server.bookmark();
    fixture.time.settle();
    assertThat(fixture.caches.atOrAfter(fresh)).isTrue();
  }

  @Test
  void ownedBy_isALookUp_overAllNamespaces_withoutOthersOfTheName() {
    fixture.server.put(A.ownedBy("x", "y"));
    fixture.server.put(TestObject.of("tools/c").ownedBy("x"));
    fixture.server.put(B);
    fixture.caches.informer(MAPS);
    fixture.synced();
    assertThat(fixture.owned("x")).containsExactly("shop/a@11", "tools/c@12");
    assertThat(fixture.owned("y")).containsExactly("shop/a@11");
    assertThat(fixture.owned("z")).isEmpty();
  }

  @Test
  void ownedBy_staysWithinTheNamespacesThatAreWired() {
    fixture.server.put(A.ownedBy("x"));
    fixture.server.put(TestObject.of("tools/c").ownedBy("x"));
    fixture.server.put(TestObject.of("other/d").ownedBy("x"));
    fixture.caches.informer(MAPS, ListOption.namespace("tools"));
    fixture.caches.informer(MAPS, ListOption.namespace("shop"));
    fixture.caches.informer(Kind.metadataOnly("v1", "ConfigMap"), ListOption.namespace("shop"));
    fixture.synced();
    assertThat(fixture.owned("x")).containsExactly("shop/a@11", "tools/c@12");
    // A Role reaches no further: asking for all namespaces would be refused.
    assertThat(fixture.server.asked()).doesNotContain("list configmaps");
  }

  @Test
  void ownedBy_ofAKindThatNobodyWired_cachesIt() {
    fixture.server.put(A.ownedBy("x"));
    fixture.caches.informer(MAPS, ListOption.labels("app=web"));
    fixture.synced();
    assertThat(fixture.owned("x")).containsExactly("shop/a@11");
  }

  @Test
  void scopeOfAKind_isKnownOnceTheServerWasAsked() {
    fixture.caches.informer(MAPS);
    assertThat(fixture.caches.scope(MAPS)).isEmpty();
    assertThat(fixture.caches.present(MAPS)).isEmpty();
    fixture.synced();
    assertThat(fixture.caches.scope(MAPS)).contains(Scope.NAMESPACED);
    assertThat(fixture.caches.present(MAPS)).contains(true);
  }

  @Test
  void stop_endsEveryWatch_andASecondOneDoesNothing() {
    fixture.caches.informer(MAPS);
    fixture.caches.informer(SECRETS);
    fixture.synced();
    fixture.caches.close();
    fixture.caches.stop();
    fixture.caches.start();
    assertThat(fixture.server.watching()).isZero();
    assertThat(fixture.caches.statuses())
        .allMatch(status -> status.reflector().phase() == Phase.STOPPED);
    assertThat(fixture.time.clock().instant()).isBefore(Instant.EPOCH.plusSeconds(1));
  }

  @Test
  void malformedSelector_isRefusedWhereItIsWired() {
    assertThatThrownBy(() -> fixture.caches.informer(MAPS, ListOption.labels("a in (")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void options_nameEverythingThatIsMissing() {
    assertThatThrownBy(() -> CachesOptions.builder().readTimeout(CacheFixture.seconds(-1)).build())
        .hasMessageContaining("transport is missing")
        .hasMessageContaining("concurrency is missing")
        .hasMessageContaining("readTimeout must be positive");
  }

  @Test
  void objectsThatHandlersShare_areNotThoseThatReadersGet() {
    fixture.server.put(A.data("k", "v"));
    List<V1ConfigMap> shared = new ArrayList<>();
    Informer<V1ConfigMap> informer = fixture.caches.informer(MAPS);
    informer.addHandler(decoding(change -> shared.add(change.after().orElseThrow().get())));
    fixture.synced();
    shared.get(0).putDataItem("k", "changed against the contract");
    assertThat(
            Objects.requireNonNull(
                    fixture
                        .caches
                        .reader()
                        .get(MAPS, ObjectKey.of("shop/a"))
                        .orElseThrow()
                        .getData())
                .get("k"))
        .isEqualTo("v");
  }
}
