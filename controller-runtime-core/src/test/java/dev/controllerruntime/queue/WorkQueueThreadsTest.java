package dev.controllerruntime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Task;
import dev.controllerruntime.concurrent.TurnTaking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Workers that wait, take, and are told to leave. */
class WorkQueueThreadsTest {
  private final TurnTaking time = new TurnTaking();
  private final WorkQueue<String> queue = new WorkQueue<>(time, "test");
  private final List<String> seen = new ArrayList<>();

  private Task worker(String name, Duration perKey) {
    return time.start(
        name,
        ThreadKind.WORKER,
        () -> {
          try {
            Optional<Taken<String>> taken = queue.take();
            while (taken.isPresent()) {
              seen.add(
                  name + " took " + taken.get().request() + " at " + time.nanoTime() / 1000000);
              time.sleep(perKey);
              queue.done(taken.get(), Outcome.success());
              taken = queue.take();
            }
            seen.add(name + " left");
          } catch (InterruptedException e) {
            seen.add(name + " was interrupted");
          }
        });
  }

  @Test
  void shutdown_unblocksEveryWaitingWorker() {
    List<Task> workers = List.of(worker("1", Duration.ZERO), worker("2", Duration.ZERO));
    queue.timer("far", "a", time.clock().instant().plusSeconds(3600));
    time.settle();
    queue.shutdown();
    time.settle();

    assertThat(workers).allMatch(Task::finished);
    assertThat(seen).containsExactlyInAnyOrder("1 left", "2 left");
  }

  @Test
  void shutdownInMidHandOff_losesTheKeyButNotTheWorker() {
    Task worker = worker("1", Duration.ZERO);
    time.settle();
    // The worker has been called, but has not run yet.
    queue.add("a", 0, null);
    queue.shutdown();
    time.settle();

    assertThat(worker.finished()).isTrue();
    assertThat(seen).containsExactly("1 left");
  }

  @Test
  void keysThatBecomeReadyTogether_reachAllWaitingWorkers() {
    for (String name : List.of("1", "2", "3")) {
      worker(name, Duration.ofSeconds(10));
    }
    time.settle();
    for (String key : List.of("a", "b", "c")) {
      queue.timer("t", key, time.clock().instant().plusSeconds(1));
    }
    time.pass(Duration.ofSeconds(2));

    assertThat(seen).hasSize(3).allMatch(line -> line.endsWith(" at 1000"));
  }

  @Test
  void earlierKey_isTakenAtItsTime_thoughAWorkerWaitsForALaterOne() {
    worker("1", Duration.ZERO);
    queue.timer("t", "late", time.clock().instant().plusSeconds(60));
    time.settle();
    queue.timer("t", "early", time.clock().instant().plusSeconds(1));
    time.pass(Duration.ofSeconds(100));

    assertThat(seen).containsExactly("1 took early at 1000", "1 took late at 60000");
  }

  @Test
  void workerInterruptedWhileItWaitsForTheNextKey_leavesItToAnother() {
    Task first = worker("1", Duration.ZERO);
    queue.timer("t", "a", time.clock().instant().plusSeconds(1));
    time.settle();
    worker("2", Duration.ZERO);
    time.settle();
    first.interrupt();
    time.pass(Duration.ofSeconds(2));

    assertThat(seen).containsExactly("1 was interrupted", "2 took a at 1000");
  }

  @Test
  void keysOfAPause_areHandedOutAtItsEnd() {
    worker("1", Duration.ZERO);
    worker("2", Duration.ZERO);
    queue.pause("by hand");
    queue.add("a", 0, null);
    queue.timer("t", "b", time.clock().instant().plusSeconds(1));
    time.pass(Duration.ofSeconds(5));
    assertThat(seen).isEmpty();

    queue.resume("by hand");
    time.settle();
    assertThat(seen).hasSize(2).allMatch(line -> line.endsWith(" at 5000"));
  }

  @Test
  void wake_letsAWaitingWorkerSeeThatItIsRetired() {
    boolean[] retired = {false};
    Task worker =
        time.start(
            "1",
            ThreadKind.WORKER,
            () -> {
              try {
                seen.add("took " + queue.take(() -> retired[0]).isPresent());
              } catch (InterruptedException e) {
                seen.add("interrupted");
              }
            });
    time.settle();
    retired[0] = true;
    queue.wake();
    time.settle();

    assertThat(worker.finished()).isTrue();
    assertThat(seen).containsExactly("took false");
  }
}
