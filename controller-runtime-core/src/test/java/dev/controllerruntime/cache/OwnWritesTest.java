package dev.controllerruntime.cache;

import static dev.controllerruntime.cache.CacheFixture.MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.cache.CacheFixture.Recorder;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.codec.TestObject;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Own writes reach every cache they concern, and handlers never. */
class OwnWritesTest {
  private static final TestObject A = TestObject.of("shop/a");
  private static final ObjectKey KEY = ObjectKey.of("shop/a");
  private static final String DELETING = "\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"";

  private final CacheFixture fixture = new CacheFixture();

  @Test
  void write_isSeenByGetListAndOwnerLookup_beforeTheWatchTellsIt() {
    fixture.server.put(A.data("k", "old"));
    Recorder<V1ConfigMap> recorder = fixture.record(fixture.caches.informer(MAPS));
    fixture.synced();
    recorder.since();
    fixture.server.hold();
    fixture.stored(fixture.server.put(A.data("k", "new").ownedBy("x")));
    fixture.time.settle();
    assertThat(fixture.caches.reader().get(MAPS, KEY).orElseThrow().getData())
        .containsEntry("k", "new");
    assertThat(fixture.seen(ListOption.namespace("shop"))).containsExactly("shop/a@12");
    assertThat(fixture.owned("x")).containsExactly("shop/a@12");
    assertThat(fixture.caches.reader().metadata(MAPS, KEY).orElseThrow().resourceVersion())
        .isEqualTo("12");
    assertThat(fixture.caches.statuses().get(0).overlaid()).isEqualTo(1);
    assertThat(recorder.since()).isEmpty();
    fixture.server.release();
    fixture.time.settle();
    assertThat(recorder.since()).containsExactly("shop/a@11→12");
    assertThat(fixture.caches.statuses().get(0).overlaid()).isZero();
  }

  @Test
  void write_throughOneView_isSeenByTheOthers() {
    fixture.caches.informer(Kind.metadataOnly("v1", "ConfigMap"));
    fixture.caches.informer(MAPS.transformed("slim", o -> o.remove("/data/big")));
    fixture.synced();
    fixture.server.hold();
    TestObject stored = fixture.server.put(A.data("big", "text").data("k", "v"));
    fixture.caches.stored(Kind.dynamic("v1", "ConfigMap"), stored.encoded());
    assertThat(fixture.caches.reader().get(Kind.metadataOnly("v1", "ConfigMap"), KEY)).isPresent();
    Kind<V1ConfigMap> slim = MAPS.transformed("slim", o -> o.remove("/data/big"));
    assertThat(fixture.caches.reader().get(slim, KEY).orElseThrow().getData())
        .containsOnlyKeys("k");
  }

  @Test
  void answerOfMetadataAlone_isNoContentForAWholeCache() {
    fixture.server.put(A.data("k", "v"));
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.caches.stored(Kind.metadataOnly("v1", "ConfigMap"), A.at(12).encoded());
    assertThat(fixture.caches.reader().get(MAPS, KEY).orElseThrow().getData()).hasSize(1);
  }

  @Test
  void writeOfAnotherKind_isNothing() {
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.caches.stored(CacheFixture.SECRETS, A.at(12).encoded());
    fixture.caches.stored(Kind.dynamic("v2", "ConfigMap"), A.at(12).encoded());
    assertThat(fixture.seen()).isEmpty();
  }

  @Test
  void deletion_hidesTheObject_untilTheWatchTellsIt() {
    TestObject stored = fixture.server.put(A);
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.server.hold();
    fixture.server.remove(A);
    fixture.deleted(stored);
    assertThat(fixture.caches.reader().get(MAPS, KEY)).isEmpty();
    assertThat(fixture.seen()).isEmpty();
    fixture.server.release();
    fixture.time.settle();
    assertThat(fixture.caches.statuses().get(0).overlaid()).isZero();
  }

  @Test
  void writeThatTookTheLastFinalizer_isADeletion() {
    TestObject stored =
        fixture.server.put(A.metadata(DELETING).metadata("\"finalizers\":[\"a/b\"]"));
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.server.hold();
    // Answered with the object as it was before it went, in its old version.
    fixture.stored(A.at(stored.version()).metadata(DELETING));
    assertThat(fixture.seen()).isEmpty();
  }

  @Test
  void deletionThatFinalizersOrGraceHold_isAnObjectBeingDeleted() {
    fixture.server.put(A);
    fixture.server.put(TestObject.of("shop/b"));
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.stored(A.at(20).metadata(DELETING).metadata("\"finalizers\":[\"a/b\"]"));
    fixture.stored(
        TestObject.of("shop/b")
            .at(21)
            .metadata(DELETING)
            .metadata("\"deletionGracePeriodSeconds\":30"));
    assertThat(fixture.seen()).containsExactly("shop/a@20", "shop/b@21");
    assertThat(fixture.caches.reader().metadata(MAPS, KEY).orElseThrow().deleting()).isTrue();
    fixture.stored(
        TestObject.of("shop/b")
            .at(21)
            .metadata(DELETING)
            .metadata("\"deletionGracePeriodSeconds\":0"));
    assertThat(fixture.seen()).containsExactly("shop/a@20");
  }

  @Test
  void writeThatLeavesOneSelection_isHiddenThere_andShownElsewhere() {
    fixture.server.put(A.label("app", "web"));
    ListOption web = ListOption.labels("app=web");
    fixture.caches.informer(MAPS, web);
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.server.hold();
    fixture.stored(fixture.server.put(A.label("app", "db")));
    assertThat(fixture.seen(web)).isEmpty();
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    fixture.stored(fixture.server.put(A.label("app", "web")));
    assertThat(fixture.seen(web)).containsExactly("shop/a@13");
    fixture.server.release();
    fixture.time.settle();
    assertThat(fixture.seen(web)).containsExactly("shop/a@13");
    assertThat(fixture.caches.statuses()).allMatch(status -> status.overlaid() == 0);
  }

  @Test
  void write_survivesARelist_thatIsOlder_andABrokenWatch() {
    fixture.server.put(A);
    fixture.caches.informer(MAPS);
    fixture.synced();
    fixture.server.hold();
    fixture.stored(fixture.server.put(A.data("k", "v")));
    fixture.server.breakWatches();
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    fixture.server.release();
    fixture.time.pass(CacheFixture.seconds(5));
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    assertThat(fixture.caches.statuses().get(0).overlaid()).isZero();
  }

  @Test
  void transformThatFailsOnAnOwnWrite_isReported_andTheWriteStaysWritten() {
    Kind<V1ConfigMap> picky =
        MAPS.transformed(
            "picky",
            object -> {
              throw new IllegalStateException("not any");
            });
    fixture.caches.informer(picky);
    fixture.synced();
    fixture.stored(A.at(20));
    assertThat(fixture.skipped).hasSize(1);
    assertThat(fixture.skipped.get(0)).contains("own write of shop/a not laid over", "not any");
  }

  @Test
  void startingBytes_areWhatAGetSees_whereTheKindIsCachedWhole() {
    fixture.server.put(A.data("k", "old"));
    assertThat(fixture.caches.startingBytes(MAPS, KEY)).isEmpty();
    fixture.caches.informer(MAPS);
    assertThat(fixture.caches.startingBytes(MAPS, KEY)).isEmpty();
    fixture.synced();
    fixture.stored(A.data("k", "new").at(12));
    assertThat(fixture.caches.startingBytes(MAPS, KEY).orElseThrow().bytes())
        .asString(StandardCharsets.UTF_8)
        .contains("new");
    assertThat(fixture.caches.startingBytes(Kind.metadataOnly("v1", "ConfigMap"), KEY)).isEmpty();
    assertThat(fixture.caches.startingBytes(MAPS.transformed("x", o -> o), KEY)).isEmpty();
    assertThat(fixture.caches.startingBytes(MAPS, ObjectKey.of("shop/none"))).isEmpty();
  }

  @Test
  void startingBytes_areNeverThoseOfAMetadataOnlyCache() {
    fixture.server.put(A);
    fixture.caches.informer(Kind.metadataOnly("v1", "ConfigMap"));
    fixture.caches.informer(MAPS.transformed("slim", o -> o.remove("/data")));
    fixture.synced();
    assertThat(fixture.caches.startingBytes(MAPS, KEY)).isEmpty();
  }
}
