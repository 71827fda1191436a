package dev.controllerruntime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.codec.TestObject;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The base: lists, events, snapshots, indexes, transforms. */
class StoreTest {
  private static final TestObject A = TestObject.of("shop/a");
  private static final TestObject B = TestObject.of("shop/b");
  private static final TestObject C = TestObject.of("tools/c");

  private final StoreFixture fixture = new StoreFixture();

  @Test
  void store_isIncomplete_untilAWholeListWasTakenOver() {
    assertThat(fixture.store.snapshot().complete()).isFalse();
    fixture.store.begin();
    fixture.store.item(A.encoded());
    assertThat(fixture.store.snapshot().complete()).isFalse();
    assertThat(fixture.seen()).isEmpty();
    fixture.store.commit("9", false);
    assertThat(fixture.store.snapshot().complete()).isTrue();
    assertThat(fixture.store.snapshot().version()).isEqualTo("9");
    assertThat(fixture.seen()).containsExactly("shop/a@1");
  }

  @Test
  void emptyList_isCompleteToo() {
    assertThat(fixture.list(5)).isEmpty();
    assertThat(fixture.store.snapshot().complete()).isTrue();
    assertThat(fixture.store.snapshot().size()).isZero();
  }

  @Test
  void list_withoutABeginning_isRefused() {
    assertThatThrownBy(() -> fixture.store.item(A.encoded())).hasMessageContaining("begun");
    assertThatThrownBy(() -> fixture.store.commit("1", false)).hasMessageContaining("begun");
  }

  @Test
  void relist_tellsWhatChanged_inTheOrderOfKeys() {
    assertThat(fixture.list(10, C.at(3), B.at(2), A.at(1)))
        .containsExactly("+shop/a@1", "+shop/b@2", "+tools/c@3");
    assertThat(fixture.list(20, A.at(1), B.at(12), TestObject.of("shop/d").at(13)))
        .containsExactly("shop/b@2→12", "+shop/d@13", "-tools/c@3");
    assertThat(fixture.seen()).containsExactly("shop/a@1", "shop/b@12", "shop/d@13");
  }

  @Test
  void relist_isSeenAtOnce_orNotAtAll() {
    fixture.list(10, A.at(1), B.at(2));
    Snapshot before = fixture.store.snapshot();
    fixture.store.begin();
    fixture.store.item(C.at(11).encoded());
    assertThat(fixture.store.snapshot()).isSameAs(before);
    fixture.store.commit("20", false);
    assertThat(fixture.seen()).containsExactly("tools/c@11");
    assertThat(before.all()).hasSize(2);
    assertThat(before.version()).isEqualTo("10");
  }

  @Test
  void listThatWasNotCommitted_isForgotten() {
    fixture.list(10, A.at(1));
    fixture.store.begin();
    fixture.store.item(B.at(11).encoded());
    assertThat(fixture.list(20, A.at(1), C.at(12))).containsExactly("+tools/c@12");
    assertThat(fixture.seen()).containsExactly("shop/a@1", "tools/c@12");
  }

  @Test
  void recreatedObject_inAGap_isADeletionAndAnAddition() {
    fixture.list(10, A.at(1), B.at(2));
    assertThat(fixture.list(20, A.uid("other").at(15), B.at(2)))
        .containsExactly("-shop/a@1", "+shop/a@15");
    // And where the watch tells the new one without the end of the old one.
    assertThat(fixture.upsert(B.uid("other").at(21))).containsExactly("-shop/b@2", "+shop/b@21");
  }

  @Test
  void events_changeTheBase_oneByOne() {
    fixture.list(10, A.at(1));
    assertThat(fixture.upsert(A.at(11))).containsExactly("shop/a@1→11");
    assertThat(fixture.upsert(B.at(12))).containsExactly("+shop/b@12");
    assertThat(fixture.delete(A.at(13))).containsExactly("-shop/a@11");
    assertThat(fixture.seen()).containsExactly("shop/b@12");
    assertThat(fixture.store.snapshot().version()).isEqualTo("13");
  }

  @Test
  void eventThatIsRepeated_afterAResume_isNoChange() {
    fixture.list(10, A.at(1));
    fixture.upsert(A.at(11));
    assertThat(fixture.upsert(A.at(11))).isEmpty();
    fixture.delete(A.at(12));
    assertThat(fixture.delete(A.at(12))).isEmpty();
  }

  @Test
  void deletion_ofAnotherUid_leavesTheObject() {
    fixture.list(10, A.uid("new").at(9));
    assertThat(fixture.delete(A.uid("old").at(11))).isEmpty();
    assertThat(fixture.seen()).containsExactly("shop/a@9");
  }

  @Test
  void bookmark_movesTheVersion_andNothingElse() {
    fixture.list(10, A.at(1));
    fixture.store.bookmark("42");
    assertThat(fixture.store.snapshot().version()).isEqualTo("42");
    fixture.store.bookmark("41");
    assertThat(fixture.store.snapshot().version()).isEqualTo("42");
    assertThat(fixture.seen()).containsExactly("shop/a@1");
  }

  @Test
  void snapshot_staysAsItWas() {
    fixture.list(10, A.at(1), B.at(2));
    Snapshot taken = fixture.store.snapshot();
    fixture.upsert(A.at(11));
    fixture.delete(B.at(12));
    fixture.stored(C.at(13));
    assertThat(taken.all().stream().map(TestObject::text)).containsExactly("shop/a@1", "shop/b@2");
    assertThat(taken.get(ObjectKey.of("tools/c"))).isEmpty();
  }

  @Test
  void namespace_isARange_evenBesideNamesThatStartAlike() {
    fixture.list(10, A, B, C, TestObject.of("shop-2/a"), TestObject.of("sho/a"));
    assertThat(fixture.store.snapshot().namespace("shop").stream().map(TestObject::text))
        .containsExactly("shop/a@1", "shop/b@1");
    assertThat(fixture.store.snapshot().namespace("none")).isEmpty();
  }

  @Test
  void historyReset_takesTheStateOver_atAnOlderVersion() {
    fixture.list(100, A.at(90), B.at(91));
    fixture.stored(A.at(95));
    fixture.store.begin();
    assertThat(fixture.commit(50, true, A.at(40))).containsExactly("shop/a@90→40", "-shop/b@91");
    assertThat(fixture.store.snapshot().version()).isEqualTo("50");
    assertThat(fixture.seen()).containsExactly("shop/a@40");
    assertThat(fixture.overlaid()).isZero();
    fixture.upsert(A.at(51));
    assertThat(fixture.store.snapshot().version()).isEqualTo("51");
  }

  @Test
  void ownerIndex_followsEveryChange_ofBothLayers() {
    StoreFixture owned =
        new StoreFixture(Selection.all(), UnaryOperator.identity(), List.of(Index.ownerUid()));
    owned.list(10, A.ownedBy("x", "y"), B.ownedBy("x"), C);
    assertThat(owned.indexed(Index.OWNER_UID, "uid-x")).containsExactly("shop/a@1", "shop/b@1");
    assertThat(owned.indexed(Index.OWNER_UID, "uid-y")).containsExactly("shop/a@1");
    owned.upsert(A.ownedBy("y").at(11));
    assertThat(owned.indexed(Index.OWNER_UID, "uid-x")).containsExactly("shop/b@1");
    assertThat(owned.indexed(Index.OWNER_UID, "uid-y")).containsExactly("shop/a@11");
    owned.stored(C.ownedBy("x").at(13));
    assertThat(owned.indexed(Index.OWNER_UID, "uid-x")).containsExactly("shop/b@1", "tools/c@13");
    owned.deleted(B);
    assertThat(owned.indexed(Index.OWNER_UID, "uid-x")).containsExactly("tools/c@13");
    owned.delete(B.ownedBy("x").at(12));
    owned.delete(C.ownedBy("x").at(14));
    assertThat(owned.indexed(Index.OWNER_UID, "uid-x")).isEmpty();
    owned.list(30, B.ownedBy("z").at(29));
    assertThat(owned.indexed(Index.OWNER_UID, "uid-z")).containsExactly("shop/b@29");
    assertThat(owned.indexed(Index.OWNER_UID, "uid-y")).isEmpty();
  }

  @Test
  void labelIndex_hasObjectsWithTheLabelOnly() {
    StoreFixture labels =
        new StoreFixture(Selection.all(), UnaryOperator.identity(), List.of(Index.label("app")));
    labels.list(10, A.label("app", "web"), B.label("app", "db"), C);
    String name = Index.labelName("app");
    assertThat(labels.indexed(name, "web")).containsExactly("shop/a@1");
    assertThat(labels.store.snapshot().hasIndex(name)).isTrue();
    assertThatThrownBy(() -> labels.indexed("nope", "web")).hasMessageContaining("nope");
  }

  @Test
  void indexFunctionThatThrows_isReported_andCostsNeitherObjectNorEvent() {
    Index broken =
        new Index(
            "broken",
            object -> {
              if (object.metadata().name().equals("a")) {
                throw new IllegalStateException("no value for a");
              }
              return List.of("value");
            });
    StoreFixture store =
        new StoreFixture(Selection.all(), UnaryOperator.identity(), List.of(broken));
    assertThat(store.list(10, A, B)).containsExactly("+shop/a@1", "+shop/b@1");
    assertThat(store.seen()).containsExactly("shop/a@1", "shop/b@1");
    assertThat(store.indexed("broken", "value")).containsExactly("shop/b@1");
    assertThat(store.faults).hasSize(1);
    assertThat(store.faults.get(0)).contains("index broken", "shop/a", "no value for a");
    assertThat(store.upsert(A.at(11))).containsExactly("shop/a@1→11");
  }

  @Test
  void indexFunctionThatEndsInAnError_isReportedToo() {
    Index endless =
        new Index(
            "endless",
            object -> {
              throw new StackOverflowError();
            });
    StoreFixture store =
        new StoreFixture(Selection.all(), UnaryOperator.identity(), List.of(endless));
    assertThat(store.list(10, A)).containsExactly("+shop/a@1");
    assertThat(store.faults.get(0)).contains("endless", "StackOverflowError");
  }

  @Test
  void transform_changesWhatIsKept_inBothLayers() {
    StoreFixture slim =
        new StoreFixture(
            Selection.all(),
            object ->
                TestObject.of(object.metadata().key().toString())
                    .at(object.metadata().resourceVersion())
                    .data("slim", "yes")
                    .encoded(),
            List.of());
    slim.list(10, A.data("much", "text"));
    slim.stored(B.at(11).data("much", "text"));
    assertThat(slim.store.snapshot().all())
        .hasSize(2)
        .allSatisfy(o -> assertThat(new String(o.bytes())).contains("slim").doesNotContain("much"));
  }

  @Test
  void transformThatThrows_failsThatObject_whichKeepsItsLastState() {
    StoreFixture picky = new StoreFixture(Selection.all(), StoreTest::refuseBad, List.of());
    picky.list(10, A.at(1), B.at(2));
    assertThatThrownBy(() -> picky.upsert(A.at(11).data("bad", "1")))
        .hasMessageContaining("cannot transform");
    assertThat(picky.seen()).containsExactly("shop/a@1", "shop/b@2");
    // A relist must not turn what cannot be transformed into a deletion: the object is still there.
    picky.store.begin();
    Encoded bad = A.at(11).data("bad", "1").encoded();
    assertThatThrownBy(() -> picky.store.item(bad)).hasMessageContaining("cannot transform");
    assertThat(picky.commit(20, false, B.at(12))).containsExactly("shop/b@2→12");
    assertThat(picky.seen()).containsExactly("shop/a@1", "shop/b@12");
    // Another object of that name is another matter.
    picky.store.begin();
    Encoded other = A.uid("other").at(21).data("bad", "1").encoded();
    assertThatThrownBy(() -> picky.store.item(other)).hasMessageContaining("cannot transform");
    assertThat(picky.commit(30, false, B.at(12))).containsExactly("-shop/a@1");
  }

  private static Encoded refuseBad(Encoded object) {
    if (new String(object.bytes()).contains("bad")) {
      throw new StackOverflowError("cannot transform");
    }
    return object;
  }

  @Test
  void transformThatMakesItAnotherObject_isRefused() {
    StoreFixture wrong = new StoreFixture(Selection.all(), object -> B.encoded(), List.of());
    wrong.store.begin();
    assertThatThrownBy(() -> wrong.store.item(A.encoded()))
        .hasMessageContaining("transform must keep")
        .hasMessageContaining("shop/a");
  }
}
