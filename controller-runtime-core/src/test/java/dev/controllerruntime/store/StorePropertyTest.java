package dev.controllerruntime.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.codec.TestObject;
import dev.controllerruntime.store.ServerModel.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes of our own and of others, answers that come late, a watch that lags, and lists that are
 * taken while all that goes on, in an order chosen by a seed. After every step a read must not be
 * older than the own writes that were answered, and the told changes must add up to the base.
 */
class StorePropertyTest {
  private static final int SEEDS = 400;
  private static final int STEPS = 120;

  /** An own write that the server has done and not answered yet. */
  private record Pending(TestObject object, boolean deletion, long version) {}

  private static final class Run {
    final SplittableRandom random;
    final boolean labelledOnly;
    final ServerModel server = new ServerModel();
    final StoreFixture fixture;
    final List<Pending> pending = new ArrayList<>();

    /** The version of the last own write of a key that was answered. */
    final Map<String, Long> floors = new LinkedHashMap<>();

    /** What a handler knows that has heard every change. */
    final TreeMap<ObjectKey, String> heard = new TreeMap<>();

    long watched;
    @Nullable List<TestObject> listing;
    long listed;

    Run(long seed, boolean labelledOnly) {
      this.random = new SplittableRandom(seed);
      this.labelledOnly = labelledOnly;
      this.fixture = labelledOnly ? new StoreFixture(StoreFixture.labelled()) : new StoreFixture();
    }

    String key() {
      return "shop/" + (char) ('a' + random.nextInt(4));
    }

    void step() {
      switch (random.nextInt(12)) {
        case 0, 1 -> foreignWrite();
        case 2 -> server.delete(key());
        case 3, 4 -> ownWrite();
        case 5 -> ownDelete();
        case 6, 7 -> answer();
        case 8, 9 -> watchOne();
        case 10 -> bookmark();
        default -> list();
      }
    }

    /**
     * Keeps the label as it is. A deletion of ours while others take the label away and put it back
     * could show the object until the watch tells its end: leaving and ending look alike to us.
     */
    void foreignWrite() {
      String key = key();
      TestObject there = server.get(key);
      server.write(key, there == null ? random.nextInt(3) > 0 : !there.labels().isEmpty());
    }

    void ownWrite() {
      TestObject object = server.write(key(), random.nextInt(3) > 0);
      pending.add(new Pending(object, false, server.version()));
    }

    /**
     * With the uid that a read saw as its precondition, as one should: another one is a conflict.
     */
    void ownDelete() {
      String key = key();
      TestObject there = server.get(key);
      boolean seen =
          there != null
              && fixture
                  .store
                  .snapshot()
                  .get(ObjectKey.of(key))
                  .filter(object -> object.metadata().uid().equals(there.uid()))
                  .isPresent();
      TestObject gone = seen ? server.delete(key) : null;
      if (gone != null) {
        pending.add(new Pending(gone, true, server.version()));
      }
    }

    /** In any order, but for each key in that of the writes: a key has one worker. */
    void answer() {
      if (pending.isEmpty()) {
        return;
      }
      ObjectKey key = ServerModel.keyOf(pending.get(random.nextInt(pending.size())).object);
      Pending answered =
          pending.stream()
              .filter(write -> ServerModel.keyOf(write.object).equals(key))
              .findFirst()
              .orElseThrow();
      pending.remove(answered);
      TestObject object = answered.object;
      if (answered.deletion) {
        fixture.deleted(object);
      } else {
        fixture.stored(object);
      }
      floors.merge(ServerModel.keyOf(object).toString(), answered.version, Math::max);
    }

    void watchOne() {
      List<State> after = server.after(watched);
      if (!fixture.store.snapshot().complete() || listing != null || after.isEmpty()) {
        return;
      }
      State next = after.get(0);
      watched = next.version();
      TestObject before = ServerModel.selected(next.before(), labelledOnly);
      TestObject object = ServerModel.selected(next.object(), labelledOnly);
      if (object != null) {
        hear(fixture.store.upsert(object.encoded()));
      } else if (before != null) {
        TestObject last = next.object() == null ? before : Objects.requireNonNull(next.object());
        hear(fixture.store.delete(last.at(next.version()).encoded()));
      }
    }

    void bookmark() {
      boolean watching = fixture.store.snapshot().complete() && listing == null;
      if (watching && server.after(watched).isEmpty()) {
        watched = server.version();
        fixture.store.bookmark(Long.toString(watched));
      }
    }

    /** First its beginning, at a later step what it holds, at another one its end. */
    void list() {
      if (listing == null) {
        fixture.store.begin();
        listing = List.of();
        listed = -1;
      } else if (listed < 0) {
        listing = server.list();
        listed = server.version();
      } else {
        for (TestObject object : listing) {
          if (ServerModel.selected(object, labelledOnly) != null) {
            fixture.store.item(object.encoded());
          }
        }
        hear(fixture.store.commit(Long.toString(listed), false));
        watched = listed;
        listing = null;
      }
    }

    void hear(List<BaseChange> changes) {
      for (BaseChange change : changes) {
        Encoded before = change.before();
        Encoded after = change.after();
        ObjectKey key = Objects.requireNonNull(before == null ? after : before).metadata().key();
        String expected = before == null ? null : TestObject.text(before);
        assertThat(heard.get(key)).as("state before " + change).isEqualTo(expected);
        if (after == null) {
          heard.remove(key);
        } else {
          heard.put(key, TestObject.text(after));
        }
      }
    }

    void check() {
      Snapshot snapshot = fixture.store.snapshot();
      assertThat(heard.values()).containsExactlyElementsOf(fixture.base());
      fixture.seen();
      if (!snapshot.complete()) {
        return;
      }
      for (char name = 'a'; name < 'e'; name++) {
        String key = "shop/" + name;
        Encoded seen = snapshot.get(ObjectKey.of(key)).orElse(null);
        assertThat(server.lastSeenAs(key, seen, labelledOnly))
            .as(key + " read as " + seen + " with overlay " + fixture.store.overlay())
            .isGreaterThanOrEqualTo(floors.getOrDefault(key, 0L));
      }
    }

    void drain() {
      while (!pending.isEmpty()) {
        answer();
        check();
      }
      while (listing != null || !fixture.store.snapshot().complete()) {
        list();
        check();
      }
      while (!server.after(watched).isEmpty()) {
        watchOne();
        check();
      }
      bookmark();
    }

    List<String> onTheServer() {
      return server.list().stream()
          .filter(object -> ServerModel.selected(object, labelledOnly) != null)
          .map(object -> TestObject.text(object.encoded()))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reads_areNeverOlderThanOwnWrites_andAllComesTogetherInTheEnd(boolean labelledOnly) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(seed, labelledOnly);
      try {
        for (int i = 0; i < STEPS; i++) {
          run.step();
          run.check();
        }
        run.drain();
        assertThat(run.fixture.seen()).isEqualTo(run.onTheServer());
        assertThat(run.fixture.base()).isEqualTo(run.onTheServer());
        // A tombstone that nothing more is told about stays until the next list.
        for (int i = 0; i < 3; i++) {
          run.list();
        }
        assertThat(run.fixture.store.overlay()).isEmpty();
        assertThat(run.fixture.seen()).isEqualTo(run.onTheServer());
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
