package dev.controllerruntime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.concurrent.TurnTaking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random steps against a model that has no heap: one row per key, searched in full. */
class WorkQueuePropertyTest {
  private static final int KEYS = 12;
  private static final int STEPS = 4000;
  private static final long STEP = Duration.ofMillis(100).toNanos();
  private static final long NEVER = Long.MAX_VALUE;

  private static final class Row {
    long added = NEVER;
    long slot = NEVER;
    @Nullable Integer priority;
    boolean inWork;
    long since;

    long due() {
      return Math.min(added, slot);
    }

    int rankedAs() {
      return priority == null ? 0 : priority;
    }

    long rank() {
      return due() - rankedAs() * STEP;
    }
  }

  private final TurnTaking time = new TurnTaking();
  private final WorkQueue<String> queue = new WorkQueue<>(time, "test");
  private final Map<String, Row> model = new TreeMap<>();
  private final List<Taken<String>> working = new ArrayList<>();
  private long order;

  private List<Row> ready() {
    return model.values().stream()
        .filter(row -> !row.inWork && row.due() <= time.nanoTime())
        .toList();
  }

  private void add(String key, int priority) {
    queue.add(key, priority, null);
    Row row = model.computeIfAbsent(key, unused -> new Row());
    if (row.due() == NEVER && !row.inWork) {
      row.since = order++;
    }
    row.added = Math.min(row.added, time.nanoTime());
    row.priority =
        row.priority == null ? priority : Integer.valueOf(Math.max(row.priority, priority));
  }

  private void take() throws InterruptedException {
    Row best =
        ready().stream()
            .min(Comparator.comparingLong(Row::rank).thenComparingLong(row -> row.since))
            .orElse(null);
    if (best == null) {
      assertThat(queue.depth()).isZero();
      return;
    }
    Taken<String> taken = queue.take().orElseThrow();
    assertThat(model.get(taken.request())).isSameAs(best);
    assertThat(taken.priority()).isEqualTo(best.rankedAs());
    best.inWork = true;
    best.added = NEVER;
    best.slot = NEVER;
    best.priority = null;
    working.add(taken);
  }

  private void finish(Taken<String> taken, @Nullable Duration again) {
    queue.done(taken, again == null ? Outcome.success() : Outcome.requeueAfter(again));
    Row row = model.computeIfAbsent(taken.request(), unused -> new Row());
    row.inWork = false;
    row.since = order++;
    if (again != null) {
      row.slot = time.nanoTime() + again.toNanos();
      row.priority =
          row.priority == null
              ? taken.priority()
              : Integer.valueOf(Math.max(row.priority, taken.priority()));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void queue_agreesWithTheModel(long seed) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(5)) {
        case 0, 1 -> add("key-" + random.nextInt(KEYS), random.nextInt(-20, 21));
        case 2 -> take();
        case 3 -> {
          if (!working.isEmpty()) {
            boolean requeue = random.nextBoolean();
            finish(
                working.remove(random.nextInt(working.size())),
                requeue ? Duration.ofMillis(1 + random.nextInt(3000)) : null);
          }
        }
        default -> time.pass(Duration.ofMillis(random.nextInt(500)));
      }
      assertThat(queue.depth()).isEqualTo(ready().size());
      assertThat(queue.inWork()).isEqualTo(working.size());
      assertThat(queue.depthByPriority().values()).allMatch(count -> count >= 0);
      assertThat(queue.depthByPriority().values().stream().mapToInt(count -> count).sum())
          .isEqualTo(queue.depth());
    }
  }
}
