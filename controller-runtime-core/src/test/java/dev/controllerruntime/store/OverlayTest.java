package dev.controllerruntime.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.codec.TestObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads see own writes (invariant 14), clause by clause; the base and its changes never do. */
class OverlayTest {
  private static final TestObject A = TestObject.of("shop/a");
  private static final TestObject B = TestObject.of("shop/b");

  private final StoreFixture fixture = new StoreFixture();

  @Test
  void ownWrite_showsBeforeTheWatchTellsIt_inReadsAlone() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(11));
    fixture.stored(B.at(12));
    assertThat(fixture.seen()).containsExactly("shop/a@11", "shop/b@12");
    assertThat(fixture.base()).containsExactly("shop/a@5");
    assertThat(fixture.store.snapshot().version()).isEqualTo("10");
    assertThat(fixture.overlaid()).isEqualTo(2);
    assertThat(fixture.store.overlay())
        .containsExactly(
            Map.entry(ObjectKey.of("shop/a"), "OBJECT 11"),
            Map.entry(ObjectKey.of("shop/b"), "OBJECT 12"));
  }

  @Test
  void eventsOfOthers_areToldUnmerged_whileAnOwnWriteIsLaidOver() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(12));
    assertThat(fixture.upsert(A.at(11))).containsExactly("shop/a@5→11");
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    assertThat(fixture.upsert(A.at(12))).containsExactly("shop/a@11→12");
    assertThat(fixture.upsert(A.at(13))).containsExactly("shop/a@12→13");
    assertThat(fixture.seen()).containsExactly("shop/a@13");
  }

  @Test
  void entry_goes_whenTheBaseHasItsVersion() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(11));
    fixture.upsert(A.at(11));
    assertThat(fixture.overlaid()).isZero();
    assertThat(fixture.seen()).containsExactly("shop/a@11");
  }

  @Test
  void entry_goes_whenTheBaseHasALaterVersion() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(11));
    fixture.upsert(A.at(15));
    assertThat(fixture.overlaid()).isZero();
    assertThat(fixture.seen()).containsExactly("shop/a@15");
  }

  @Test
  void entry_goes_withTheDeletionOfItsUid() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(11));
    fixture.delete(A.at(12));
    assertThat(fixture.overlaid()).isZero();
    assertThat(fixture.seen()).isEmpty();
  }

  @Test
  void createdObject_deletedByOthers_goes_thoughTheBaseNeverHadIt() {
    fixture.list(10);
    fixture.stored(A.at(11));
    assertThat(fixture.seen()).containsExactly("shop/a@11");
    // The addition was lost in a gap; the deletion is told, and is no change of the base.
    assertThat(fixture.delete(A.at(12))).isEmpty();
    assertThat(fixture.seen()).isEmpty();
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void entry_goes_withAnotherUidOfAGreaterVersion_andStaysUnderOneOfASmaller() {
    fixture.list(10, A.uid("first").at(5));
    fixture.stored(A.uid("second").at(12));
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    fixture.upsert(A.uid("first").at(11));
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    assertThat(fixture.overlaid()).isEqualTo(1);
    fixture.upsert(A.uid("third").at(14));
    assertThat(fixture.seen()).containsExactly("shop/a@14");
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void entry_goes_withAListAtItsVersionOrLater_alsoWhereTheListLacksTheObject() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(11));
    fixture.stored(B.at(12));
    assertThat(fixture.list(12, B.at(12))).containsExactly("-shop/a@5", "+shop/b@12");
    assertThat(fixture.overlaid()).isZero();
    assertThat(fixture.seen()).containsExactly("shop/b@12");
  }

  @Test
  void listAtAnOlderVersion_keepsTheEntry() {
    fixture.list(10, A.at(5));
    fixture.store.begin();
    fixture.stored(A.at(12));
    fixture.stored(B.at(13));
    fixture.commit(11, false, A.at(5));
    assertThat(fixture.seen()).containsExactly("shop/a@12", "shop/b@13");
    assertThat(fixture.overlaid()).isEqualTo(2);
  }

  @Test
  void bookmarkOrEventOfAnotherObject_atTheVersion_endsTheEntry() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(11));
    fixture.stored(B.at(13));
    // Events come in order: at 12 all is told up to 12.
    fixture.upsert(TestObject.of("shop/c").at(12));
    assertThat(fixture.store.overlay()).containsOnlyKeys(ObjectKey.of("shop/b"));
    assertThat(fixture.seen()).containsExactly("shop/a@5", "shop/b@13", "shop/c@12");
    fixture.store.bookmark("13");
    assertThat(fixture.overlaid()).isZero();
    assertThat(fixture.seen()).containsExactly("shop/a@5", "shop/c@12");
  }

  @Test
  void answerThatComesAfterItsEvent_addsNothing() {
    fixture.list(10, A.at(5));
    fixture.upsert(A.at(11));
    fixture.stored(A.at(11));
    assertThat(fixture.overlaid()).isZero();
    fixture.upsert(A.at(12));
    fixture.stored(A.at(11));
    assertThat(fixture.overlaid()).isZero();
    assertThat(fixture.seen()).containsExactly("shop/a@12");
  }

  @Test
  void answerThatComesAfterTheDeletionWasTold_addsNothing() {
    fixture.list(10, A.at(5));
    fixture.delete(A.at(12));
    fixture.stored(A.at(11));
    assertThat(fixture.seen()).isEmpty();
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void answersOfTwoWriters_inWrongOrder_showTheLater() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(12));
    fixture.stored(A.at(11));
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    assertThat(fixture.overlaid()).isEqualTo(1);
  }

  @Test
  void writeThatChangedNothing_isAnsweredWithTheOldVersion_andAddsNothing() {
    fixture.list(10, A.at(5));
    fixture.stored(A.at(5));
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void ownDeletion_hidesEveryVersionOfTheUid_untilItIsTold() {
    fixture.list(10, A.at(5), B.at(6));
    fixture.deleted(A);
    assertThat(fixture.seen()).containsExactly("shop/b@6");
    assertThat(fixture.base()).containsExactly("shop/a@5", "shop/b@6");
    fixture.upsert(A.at(11));
    fixture.store.bookmark("12");
    assertThat(fixture.seen()).containsExactly("shop/b@6");
    assertThat(fixture.delete(A.at(13))).containsExactly("-shop/a@11");
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void tombstone_ofAnObjectThatTheWatchHasNotToldYet_hidesItsAddition() {
    fixture.list(10);
    fixture.stored(A.at(11));
    fixture.deleted(A);
    assertThat(fixture.seen()).isEmpty();
    assertThat(fixture.upsert(A.at(11))).containsExactly("+shop/a@11");
    assertThat(fixture.seen()).isEmpty();
    fixture.delete(A.at(12));
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void tombstone_goes_withAnotherUid_whichShows() {
    fixture.list(10, A.at(5));
    fixture.deleted(A);
    fixture.upsert(A.uid("new").at(15));
    assertThat(fixture.seen()).containsExactly("shop/a@15");
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void tombstone_stays_whileAListHasTheUid_andGoesWithOneBegunLaterThatLacksIt() {
    fixture.list(10, A.at(5));
    fixture.store.begin();
    fixture.deleted(A);
    fixture.commit(11, false, A.at(5));
    assertThat(fixture.seen()).isEmpty();
    assertThat(fixture.overlaid()).isEqualTo(1);
    fixture.list(20);
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void tombstone_staysWithAListThatWasRunning_whichMayBeOlderThanTheObject() {
    fixture.list(10);
    fixture.store.begin();
    fixture.stored(A.at(12));
    fixture.deleted(A);
    fixture.commit(11, false);
    // Its addition is still to come, and must stay hidden.
    fixture.upsert(A.at(12));
    assertThat(fixture.seen()).isEmpty();
    fixture.delete(A.at(13));
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void deletionToldBeforeItsAnswer_leavesNoTombstone() {
    fixture.list(10, A.at(5));
    fixture.delete(A.at(11));
    fixture.deleted(A);
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void deletionWithoutUid_isOfWhatShows() {
    fixture.list(10, A.at(5));
    fixture.store.deleted(ObjectKey.of("shop/a"), "");
    assertThat(fixture.seen()).isEmpty();
    fixture.store.deleted(ObjectKey.of("shop/none"), "");
    assertThat(fixture.overlaid()).isEqualTo(1);
  }

  @Test
  void createAgain_afterAnOwnDeletion_showsTheNewObject() {
    fixture.list(10, A.at(5));
    fixture.deleted(A);
    fixture.stored(A.uid("new").at(12));
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    assertThat(fixture.delete(A.at(11))).containsExactly("-shop/a@5");
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    fixture.upsert(A.uid("new").at(12));
    assertThat(fixture.seen()).containsExactly("shop/a@12");
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void answerOfAnEarlierWrite_doesNotRaiseADeletedObject() {
    fixture.list(10, A.at(5));
    fixture.deleted(A);
    fixture.stored(A.at(11));
    assertThat(fixture.seen()).isEmpty();
  }

  @Test
  void lateAnswerOfADeletion_doesNotHideTheObjectThatCameAfterIt() {
    fixture.list(10, A.at(5));
    fixture.stored(A.uid("new").at(12));
    fixture.deleted(A);
    assertThat(fixture.seen()).containsExactly("shop/a@12");
  }

  @Test
  void deletedMadeAndDeletedAgain_showsNothing_notTheFirstObject() {
    fixture.list(10, A.uid("first").at(5));
    fixture.deleted(A.uid("first"));
    fixture.stored(A.uid("second").at(12));
    fixture.deleted(A.uid("second"));
    assertThat(fixture.seen()).isEmpty();
    fixture.delete(A.uid("first").at(11));
    fixture.upsert(A.uid("second").at(12));
    assertThat(fixture.seen()).isEmpty();
    fixture.delete(A.uid("second").at(13));
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void deletionOfAUidThatNobodyToldOf_isLaterThanTheEntryOfAnother() {
    fixture.list(10);
    fixture.stored(A.uid("ours").at(11));
    // Others have deleted ours and made another, which we delete by name.
    fixture.deleted(A.uid("theirs").at(13));
    assertThat(fixture.seen()).isEmpty();
    assertThat(fixture.upsert(A.uid("ours").at(11))).containsExactly("+shop/a@11");
    fixture.delete(A.uid("ours").at(12));
    assertThat(fixture.seen()).isEmpty();
  }

  @Test
  void lateAnswerOfADeletion_ofAnOwnObjectThatAnotherReplaced_hidesNothing() {
    fixture.list(10);
    fixture.stored(A.uid("first").at(11));
    fixture.stored(A.uid("second").at(13));
    fixture.deleted(A.uid("first").at(12));
    fixture.stored(A.uid("first").at(11));
    assertThat(fixture.seen()).containsExactly("shop/a@13");
  }

  @Test
  void objectBeingDeleted_isAnEntryLikeAnyOther() {
    fixture.list(10, A.at(5));
    fixture.stored(
        A.at(11)
            .metadata("\"deletionTimestamp\":\"2026-01-01T00:00:00Z\",\"finalizers\":[\"a/b\"]"));
    assertThat(fixture.store.snapshot().get(ObjectKey.of("shop/a")).orElseThrow().metadata())
        .satisfies(metadata -> assertThat(metadata.deleting()).isTrue());
  }

  @Test
  void writeThatLeavesTheSelection_hidesTheObject() {
    StoreFixture labelled = new StoreFixture(StoreFixture.labelled());
    labelled.list(10, A.label("app", "web").at(5));
    labelled.stored(A.label("app", "db").at(11));
    assertThat(labelled.seen()).isEmpty();
    labelled.upsert(A.label("app", "web").label("x", "y").at(10));
    assertThat(labelled.seen()).isEmpty();
    assertThat(labelled.delete(A.label("app", "db").at(11))).hasSize(1);
    assertThat(labelled.overlaid()).isZero();
    // A write that brings it back after it left is later than its leaving.
    labelled.stored(A.label("app", "web").at(12));
    assertThat(labelled.seen()).containsExactly("shop/a@12");
    labelled.upsert(A.label("app", "web").at(12));
    assertThat(labelled.overlaid()).isZero();
  }

  @Test
  void leavingTheSelection_atAVersionBeforeOurWrite_keepsTheEntry() {
    StoreFixture labelled = new StoreFixture(StoreFixture.labelled());
    labelled.list(10, A.label("app", "web").at(5));
    labelled.stored(A.label("app", "web").at(12));
    labelled.delete(A.label("app", "db").at(11));
    assertThat(labelled.seen()).containsExactly("shop/a@12");
  }

  @Test
  void deletionOfAnObjectThatLeftAndCameBackWithAList_hidesIt() {
    StoreFixture labelled = new StoreFixture(StoreFixture.labelled());
    labelled.list(10, A.label("app", "web").at(5));
    labelled.delete(A.label("app", "db").at(11));
    labelled.list(20, A.label("app", "web").at(15));
    labelled.deleted(A);
    assertThat(labelled.seen()).isEmpty();
  }

  @Test
  void deletionThatAListHasTold_leavesNoTombstone() {
    fixture.list(10, A.at(5));
    fixture.list(20);
    fixture.deleted(A);
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void tombstone_outlivesTheEventThatTheObjectLeft_beforeItCameBack() {
    StoreFixture labelled = new StoreFixture(StoreFixture.labelled());
    labelled.list(10, A.label("app", "web").at(5));
    labelled.stored(A.label("app", "db").at(11));
    labelled.stored(A.label("app", "web").at(12));
    labelled.deleted(A);
    labelled.delete(A.label("app", "db").at(11));
    labelled.upsert(A.label("app", "web").at(12));
    assertThat(labelled.seen()).isEmpty();
    labelled.delete(A.label("app", "web").at(13));
    assertThat(labelled.overlaid()).isZero();
  }

  @Test
  void writesOutsideTheNamespace_areNotOurs() {
    StoreFixture shop = new StoreFixture(new Selection("shop", metadata -> true, true));
    shop.list(10, A.at(5));
    shop.stored(TestObject.of("tools/c").at(11));
    shop.deleted(TestObject.of("tools/c"));
    assertThat(shop.overlaid()).isZero();
    assertThat(shop.seen()).containsExactly("shop/a@5");
  }

  @Test
  void writesThatOnlyTheServerCanSelect_areLeftToTheWatch() {
    StoreFixture running = new StoreFixture(new Selection("", metadata -> true, false));
    running.list(10, A.at(5));
    running.stored(A.at(11));
    assertThat(running.seen()).containsExactly("shop/a@5");
    // A deletion needs no decision.
    running.deleted(A);
    assertThat(running.seen()).isEmpty();
  }

  @Test
  void writesBeforeTheFirstListBegins_needNoEntry() {
    fixture.stored(A.at(5));
    fixture.deleted(B);
    assertThat(fixture.overlaid()).isZero();
    fixture.store.begin();
    fixture.stored(A.at(6));
    assertThat(fixture.overlaid()).isEqualTo(1);
    assertThat(fixture.store.snapshot().complete()).isFalse();
    fixture.commit(5, false, A.at(5));
    assertThat(fixture.seen()).containsExactly("shop/a@6");
  }

  @Test
  void versionsThatCannotBeOrdered_areOnlyCompared_andGoWithAListBegunLater() {
    fixture.list(10, A.at("x1"));
    fixture.stored(A.at("x2"));
    assertThat(fixture.seen()).containsExactly("shop/a@x2");
    fixture.upsert(A.at("x2"));
    assertThat(fixture.overlaid()).isZero();
    fixture.stored(A.at("x3"));
    fixture.list(20, A.at("x4"));
    assertThat(fixture.seen()).containsExactly("shop/a@x4");
    assertThat(fixture.overlaid()).isZero();
  }

  @Test
  void longVersions_areComparedAsNumbers() {
    fixture.list(10, A.at("99999999999999999999"));
    fixture.stored(A.at("100000000000000000000"));
    assertThat(fixture.seen()).containsExactly("shop/a@100000000000000000000");
  }

  @Test
  void fullOverlay_dropsItsOldestEntries() {
    fixture.list(10);
    for (int i = 0; i < Overlay.LIMIT + 5; i++) {
      fixture.stored(TestObject.of("shop/n" + i).at(100 + i));
    }
    assertThat(fixture.overlaid()).isEqualTo(Overlay.LIMIT);
    assertThat(fixture.store.overlay()).doesNotContainKey(ObjectKey.of("shop/n0"));
    fixture.store.bookmark("20000");
    assertThat(fixture.overlaid()).isZero();
    assertThat(fixture.seen()).isEqualTo(List.of());
  }
}
