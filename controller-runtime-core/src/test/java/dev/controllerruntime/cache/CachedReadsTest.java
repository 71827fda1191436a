package dev.controllerruntime.cache;

import static dev.controllerruntime.cache.CacheFixture.MAPS;
import static dev.controllerruntime.cache.CacheFixture.SECRETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.controllerruntime.api.Change;
import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Predicates;
import dev.controllerruntime.cache.CacheUnavailableException.Reason;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.Listing;
import dev.controllerruntime.client.transport.TestServer;
import dev.controllerruntime.codec.TestObject;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Task;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Reads from memory: waiting and its end, selection, private copies. */
class CachedReadsTest {
  private static final TestObject A = TestObject.of("shop/a");
  private static final ObjectKey KEY = ObjectKey.of("shop/a");

  private final CacheFixture fixture = new CacheFixture();

  private CacheUnavailableException unavailable(Runnable read) {
    return Objects.requireNonNull(catchThrowableOfType(CacheUnavailableException.class, read::run));
  }

  @Test
  void readBeforeTheFirstList_waitsForIt_andAnswers() {
    fixture.server.put(A.data("k", "v"));
    fixture.caches.informer(MAPS);
    fixture.caches.start();
    assertThat(fixture.server.calls()).isEmpty();
    V1ConfigMap map = fixture.caches.reader().get(MAPS, KEY).orElseThrow();
    assertThat(map.getData()).containsEntry("k", "v");
    assertThat(fixture.caches.reader().get(MAPS, ObjectKey.of("shop/none"))).isEmpty();
  }

  @Test
  void readOfAKindThatNobodyWired_makesItsCache() {
    fixture.server.put(A);
    fixture.caches.start();
    assertThat(fixture.seen()).containsExactly("shop/a@11");
    assertThat(fixture.seen(ListOption.namespace("shop"))).containsExactly("shop/a@11");
    assertThat(fixture.server.asked()).startsWith("list configmaps");
    assertThat(fixture.caches.statuses()).hasSize(1);
  }

  @Test
  void readBeforeTheStart_saysSo() {
    fixture.caches.informer(MAPS);
    CacheUnavailableException told = unavailable(() -> fixture.caches.reader().get(MAPS, KEY));
    assertThat(told.reason()).isEqualTo(Reason.STOPPED);
    assertThat(told).hasMessageContaining("not started");
  }

  @Test
  void readThatIsNotAnsweredInTime_endsAtItsDeadline_andSaysWhy() {
    fixture.server.stall();
    fixture.caches.informer(MAPS);
    fixture.caches.start();
    Instant deadline = fixture.time.clock().instant().plusSeconds(30);
    CacheUnavailableException told =
        unavailable(() -> fixture.caches.reader(deadline).get(MAPS, KEY));
    assertThat(told.reason()).isEqualTo(Reason.DEADLINE);
    assertThat(told).hasMessageContaining("ConfigMap (v1, all namespaces)", "not complete in time");
    assertThat(fixture.time.clock().instant()).isEqualTo(deadline);
  }

  @Test
  void readWithoutADeadline_endsAfterTwoMinutes() {
    fixture.server.refuse(TestServer.MAPS, 500);
    fixture.caches.informer(MAPS);
    fixture.caches.start();
    CacheUnavailableException told = unavailable(() -> fixture.caches.reader().list(MAPS));
    assertThat(told.reason()).isEqualTo(Reason.DEADLINE);
    assertThat(told).hasMessageContaining("500");
    assertThat(fixture.time.clock().instant()).isEqualTo(Instant.EPOCH.plusSeconds(120));
  }

  @Test
  void missingKind_endsTheReadAtOnce_andItsReturnHeals() {
    fixture.server.refuse(TestServer.MAPS, 404);
    fixture.caches.informer(MAPS);
    fixture.caches.start();
    CacheUnavailableException told = unavailable(() -> fixture.caches.reader().get(MAPS, KEY));
    assertThat(told.reason()).isEqualTo(Reason.KIND_MISSING);
    assertThat(told).hasMessageContaining("does not have the kind");
    assertThat(fixture.caches.present(MAPS)).contains(false);
    fixture.server.allow(TestServer.MAPS);
    fixture.server.put(A);
    fixture.time.pass(CacheFixture.seconds(20));
    assertThat(fixture.caches.reader().get(MAPS, KEY)).isPresent();
    assertThat(fixture.caches.present(MAPS)).contains(true);
  }

  @Test
  void missingPermission_endsTheReadAtOnce_andItsGrantHeals() {
    fixture.server.refuse(TestServer.MAPS, 403);
    fixture.caches.informer(MAPS);
    fixture.caches.start();
    CacheUnavailableException told = unavailable(() -> fixture.caches.reader().get(MAPS, KEY));
    assertThat(told.reason()).isEqualTo(Reason.FORBIDDEN);
    assertThat(told).hasMessageContaining("grant the verbs list and watch");
    assertThat(fixture.caches.present(MAPS)).isEmpty();
    fixture.server.allow(TestServer.MAPS);
    fixture.time.pass(CacheFixture.seconds(20));
    assertThat(fixture.caches.reader().get(MAPS, KEY)).isEmpty();
  }

  @Test
  void kindThatGoes_isNoAnswer_thoughItWasKnown() {
    fixture.server.put(A);
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.server.refuse(TestServer.MAPS, 404);
    fixture.server.breakWatches();
    fixture.time.pass(CacheFixture.seconds(5));
    assertThat(unavailable(() -> fixture.caches.reader().get(MAPS, KEY)).reason())
        .isEqualTo(Reason.KIND_MISSING);
    assertThat(fixture.caches.present(MAPS)).contains(false);
    assertThat(fixture.caches.startingBytes(MAPS, KEY)).isEmpty();
  }

  @Test
  void syncedCache_answersWhileTheServerIsAway() {
    fixture.server.put(A);
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.server.refuse(TestServer.MAPS, 503);
    fixture.server.breakWatches();
    fixture.time.pass(CacheFixture.seconds(60));
    assertThat(fixture.caches.statuses().get(0).describe()).contains("503");
    assertThat(fixture.seen()).containsExactly("shop/a@11");
  }

  @Test
  void stop_endsWaitingReads() {
    fixture.server.stall();
    fixture.caches.informer(MAPS);
    fixture.caches.start();
    List<Reason> ended = new ArrayList<>();
    fixture.time.start(
        "reader",
        ThreadKind.WORKER,
        () -> ended.add(unavailable(() -> fixture.caches.reader().get(MAPS, KEY)).reason()));
    fixture.time.settle();
    assertThat(ended).isEmpty();
    fixture.caches.stop();
    fixture.time.settle();
    assertThat(ended).containsExactly(Reason.STOPPED);
    assertThat(fixture.server.watching()).isZero();
    fixture.caches.stop();
  }

  @Test
  void interruptedRead_endsWithTheFlagSet() {
    fixture.server.stall();
    fixture.caches.informer(MAPS);
    fixture.caches.start();
    List<Object> ended = new ArrayList<>();
    Task reader =
        fixture.time.start(
            "reader",
            ThreadKind.WORKER,
            () -> {
              ended.add(unavailable(() -> fixture.caches.reader().get(MAPS, KEY)).reason());
              ended.add(fixture.time.interrupted());
            });
    fixture.time.settle();
    reader.interrupt();
    fixture.time.settle();
    assertThat(ended).containsExactly(Reason.INTERRUPTED, true);
  }

  @Test
  void readInAHandler_neverWaits() {
    fixture.server.put(A);
    fixture.server.refuse(TestServer.SECRETS, 500);
    fixture.caches.informer(SECRETS);
    List<Reason> reasons = new ArrayList<>();
    fixture
        .caches
        .informer(MAPS)
        .addHandler(
            new ChangeHandler<>() {
              @Override
              public void changed(Change<V1ConfigMap> change, boolean initial) {
                reasons.add(unavailable(() -> fixture.caches.reader().list(SECRETS)).reason());
                // Its own kind is complete by then.
                assertThat(fixture.seen()).containsExactly("shop/a@11");
              }

              @Override
              public void synced() {}
            });
    fixture.synced();
    assertThat(reasons).containsExactly(Reason.NOT_WAITING);
    assertThat(fixture.failed).isEmpty();
  }

  @Test
  void reads_givePrivateCopies() {
    fixture.server.put(A.data("k", "v"));
    fixture.synced();
    V1ConfigMap mine = fixture.caches.reader().get(MAPS, KEY).orElseThrow();
    mine.putDataItem("k", "changed");
    Objects.requireNonNull(mine.getMetadata()).setResourceVersion("0");
    Listing<V1ConfigMap> listing = fixture.caches.reader().list(MAPS);
    listing.stream().forEach(map -> map.putDataItem("k", "changed"));
    assertThat(listing.stream().map(V1ConfigMap::getData)).containsExactly(Map.of("k", "v"));
    V1ConfigMap other = fixture.caches.reader().get(MAPS, KEY).orElseThrow();
    assertThat(other.getData()).containsEntry("k", "v");
    assertThat(Objects.requireNonNull(other.getMetadata()).getResourceVersion()).isEqualTo("11");
  }

  @Test
  void listing_isOneMoment_andDecodesNothingByItself() {
    fixture.server.put(A.rawData("\"k\":{\"not\":\"text\"}"));
    fixture.server.put(TestObject.of("shop/b").data("k", "v"));
    fixture.synced();
    Listing<V1ConfigMap> listing = fixture.caches.reader().list(MAPS);
    fixture.server.put(TestObject.of("shop/c"));
    fixture.time.settle();
    assertThat(listing.size()).isEqualTo(2);
    assertThat(listing.keys()).containsExactly(KEY, ObjectKey.of("shop/b"));
    assertThat(listing.resourceVersion()).isEqualTo("12");
    assertThat(fixture.skipped).isEmpty();
    // What cannot be decoded is left out, and said.
    assertThat(listing.stream()).hasSize(1);
    assertThat(fixture.skipped).hasSize(1);
    assertThat(fixture.skipped.get(0)).contains("ConfigMap shop/a left out of a list");
    assertThat(listing.where(state -> state.get().getData() != null).keys())
        .containsExactly(ObjectKey.of("shop/b"));
  }

  @Test
  void listing_isNarrowedByNamespaceSelectorsAndPredicates() {
    fixture.server.put(A.label("app", "web"));
    fixture.server.put(TestObject.of("shop/b").label("app", "db"));
    fixture.server.put(TestObject.of("tools/a").label("app", "web"));
    fixture.caches.informer(MAPS);
    fixture.synced();
    assertThat(fixture.seen(ListOption.namespace("shop")))
        .containsExactly("shop/a@11", "shop/b@12");
    assertThat(fixture.seen(ListOption.labels("app=web")))
        .containsExactly("shop/a@11", "tools/a@13");
    assertThat(fixture.seen(ListOption.labels("app=web"), ListOption.namespace("tools")))
        .containsExactly("tools/a@13");
    assertThat(fixture.seen(ListOption.fields("metadata.name=a"), ListOption.labels("app!=x")))
        .containsExactly("shop/a@11", "tools/a@13");
    assertThat(fixture.caches.reader().list(MAPS).where(Predicates.hasLabel("app", "db")).keys())
        .containsExactly(ObjectKey.of("shop/b"));
    assertThat(fixture.server.asked()).containsExactly("list configmaps", "watch configmaps 13");
  }

  @Test
  void metadata_isReadWithoutDecoding_alsoOfWhatCannotBeDecoded() {
    fixture.server.put(A.rawData("\"k\":{\"not\":\"text\"}").label("a", "b"));
    fixture.synced();
    assertThat(fixture.caches.reader().metadata(MAPS, KEY).orElseThrow().labels())
        .containsEntry("a", "b");
    assertThatThrownBy(() -> fixture.caches.reader().get(MAPS, KEY)).hasMessageContaining("data");
  }

  @Test
  void typedDynamicAndMetadataViews_shareOneCache() {
    fixture.server.put(A.data("k", "v"));
    fixture.caches.informer(MAPS);
    fixture.synced();
    Kind<DynamicObject> dynamic = Kind.dynamic("v1", "ConfigMap");
    assertThat(fixture.caches.reader().get(dynamic, KEY).orElseThrow().get("/data/k"))
        .contains("v");
    assertThat(fixture.caches.reader().get(Kind.metadataOnly("v1", "ConfigMap"), KEY)).isPresent();
    assertThat(fixture.caches.reader().list(Kind.metadataOnly("v1", "ConfigMap")).size())
        .isEqualTo(1);
    assertThat(fixture.server.asked()).containsExactly("list configmaps", "watch configmaps 11");
  }

  @Test
  void namespaceThatIsNotCovered_getsACacheOfItsOwn() {
    fixture.server.put(A);
    fixture.server.put(TestObject.of("tools/c"));
    fixture.caches.informer(MAPS, ListOption.namespace("shop"));
    fixture.synced();
    assertThat(fixture.caches.reader().get(MAPS, ObjectKey.of("tools/c"))).isPresent();
    assertThat(fixture.server.asked())
        .contains("list namespaces/shop/configmaps", "list namespaces/tools/configmaps")
        .doesNotContain("list configmaps");
  }

  @Test
  void informerWithASelector_neverAnswersAReadWithoutIt() {
    fixture.server.put(A.label("app", "web"));
    fixture.server.put(TestObject.of("shop/b"));
    fixture.caches.informer(MAPS, ListOption.labels("app=web"));
    fixture.synced();
    assertThat(fixture.seen(ListOption.labels("app=web"))).containsExactly("shop/a@11");
    assertThat(fixture.server.asked()).doesNotContain("list configmaps");
    assertThat(fixture.seen()).containsExactly("shop/a@11", "shop/b@12");
    assertThat(fixture.caches.reader().get(MAPS, ObjectKey.of("shop/b"))).isPresent();
  }

  @Test
  void transformedKind_isCachedApart_andKeepsWhatTheTransformLeaves() {
    fixture.server.put(A.data("big", "text").data("k", "v"));
    Kind<V1ConfigMap> slim = MAPS.transformed("slim", o -> o.remove("/data/big"));
    fixture.caches.informer(MAPS);
    fixture.synced();
    assertThat(fixture.caches.reader().get(slim, KEY).orElseThrow().getData())
        .isEqualTo(Map.of("k", "v"));
    assertThat(fixture.caches.reader().get(MAPS, KEY).orElseThrow().getData()).hasSize(2);
    assertThat(fixture.server.asked().stream().filter("list configmaps"::equals)).hasSize(2);
  }

  @Test
  void deletion_isNeverTransformed_soNoneIsLost() {
    TestObject stored = fixture.server.put(A);
    List<String> transformed = new ArrayList<>();
    Kind<V1ConfigMap> watched =
        MAPS.transformed(
            "watched",
            object -> {
              transformed.add(object.metadata().resourceVersion());
              return object;
            });
    CacheFixture.Recorder<V1ConfigMap> recorder = fixture.record(fixture.caches.informer(watched));
    fixture.synced();
    fixture.server.remove(stored);
    fixture.time.settle();
    assertThat(recorder.told).containsExactly("+shop/a@11 initial", "synced", "-shop/a@11");
    assertThat(transformed).containsExactly("11");
  }

  @Test
  void transformThatThrows_costsItsObjectAlone() {
    fixture.server.put(A);
    fixture.server.put(TestObject.of("shop/b"));
    Kind<V1ConfigMap> picky =
        MAPS.transformed(
            "picky",
            object -> {
              if (object.metadata().name().equals("a")) {
                throw new IllegalStateException("not this one");
              }
              return object;
            });
    fixture.caches.informer(picky);
    fixture.synced();
    assertThat(fixture.caches.reader().list(picky).keys()).containsExactly(ObjectKey.of("shop/b"));
    assertThat(fixture.skipped).hasSize(1);
    assertThat(fixture.skipped.get(0)).contains("skipped shop/a", "not this one");
    assertThat(fixture.caches.statuses().get(0).skipped()).isEqualTo(1);
  }
}
