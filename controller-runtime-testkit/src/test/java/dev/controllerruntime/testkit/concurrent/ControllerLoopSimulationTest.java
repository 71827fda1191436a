package dev.controllerruntime.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.concurrent.Timers;
import dev.controllerruntime.controller.ContextFactory;
import dev.controllerruntime.controller.ContextFactory.RunContext;
import dev.controllerruntime.controller.ContextFactory.RunInfo;
import dev.controllerruntime.controller.ControllerLoop;
import dev.controllerruntime.controller.LoopOptions;
import dev.controllerruntime.controller.RunListener;
import dev.controllerruntime.controller.RunStatus;
import dev.controllerruntime.queue.WorkQueue;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.reconciler.TerminalException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class ControllerLoopSimulationTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration DRAIN = Duration.ofSeconds(20);
  private static final Request A = Request.of(ObjectKey.of("ns/a"));
  private static final Request B = Request.of(ObjectKey.of("ns/b"));

  private final Simulation simulation = Simulation.seeded(11);
  private final Timers timers = Timers.start(simulation, "timers");
  private final WorkQueue<Request> queue = new WorkQueue<>(simulation, "test");
  private final List<String> seen = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final List<RunInfo<Request>> infos = new ArrayList<>();
  private final Context context = mock(Context.class, withSettings().stubOnly());

  @AfterEach
  void close() {
    simulation.close();
  }

  private final class Recorder implements RunListener {
    @Override
    public void finished(RunResult result, Duration took) {
      seen.add(result + " after " + took.toSeconds() + " s");
    }

    @Override
    public void failed(Object request, Throwable failure) {
      failures.add(request + ": " + failure.getMessage());
    }

    @Override
    public void timedOut() {
      seen.add("timed out");
    }

    @Override
    public void stuck() {
      seen.add("stuck");
    }

    @Override
    public void panicked() {
      seen.add("panicked");
    }
  }

  private ControllerLoop<Request> started(int workers, Reconciler<Request> reconciler) {
    ContextFactory<Request> contexts =
        run -> {
          infos.add(run);
          return new RecordedContext();
        };
    ControllerLoop<Request> loop =
        new ControllerLoop<>(
            simulation,
            timers,
            new LoopOptions("test", "Thing", workers, TIMEOUT),
            queue,
            reconciler,
            contexts,
            new Recorder());
    loop.start();
    return loop;
  }

  private final class RecordedContext implements RunContext {
    @Override
    public Context context() {
      return context;
    }

    @Override
    public void refuseWrites(String reason) {
      seen.add("writes refused: " + reason);
    }

    @Override
    public void close() {
      seen.add("context closed");
    }
  }

  private String at() {
    return simulation.elapsed().toSeconds() + " s";
  }

  @Test
  void done_runsOnce() throws InterruptedException {
    started(1, (request, unused) -> Result.done());
    queue.add(A, 0, null);
    simulation.advance(Duration.ofDays(1));

    assertThat(seen).containsExactly("context closed", "SUCCESS after 0 s");
  }

  @Test
  void requeueAfter_runsAgainAtThatTime() throws InterruptedException {
    started(
        1,
        (request, unused) -> {
          seen.add("run at " + at());
          return seen.size() > 6 ? Result.done() : Result.requeueAfter(Duration.ofMinutes(1));
        });
    queue.add(A, 0, null);
    simulation.advance(Duration.ofDays(1));

    assertThat(seen)
        .filteredOn(line -> line.startsWith("run"))
        .containsExactly("run at 0 s", "run at 60 s", "run at 120 s");
  }

  @Test
  void failedKey_isRetriedWithGrowingDelays_untilItSucceeds() throws InterruptedException {
    List<Duration> starts = new ArrayList<>();
    started(
        1,
        (request, unused) -> {
          starts.add(simulation.elapsed());
          if (starts.size() < 20) {
            throw new IllegalStateException("not yet");
          }
          return Result.done();
        });
    queue.add(A, 0, null);
    simulation.advance(Duration.ofDays(1));

    assertThat(starts).hasSize(20);
    assertThat(starts.get(1)).isBetween(Duration.ofMillis(2), Duration.ofMillis(5));
    Duration last = starts.get(19).minus(starts.get(18));
    assertThat(last).isBetween(Duration.ofSeconds(500), Duration.ofSeconds(1000));
  }

  @Test
  void throwableOrNull_failsTheKey_neverTheWorker() throws InterruptedException {
    started(
        1,
        (request, unused) -> {
          int run = infos.size();
          return switch (run) {
            case 1 -> throw new StackOverflowError("deep");
            case 2 -> returnNull();
            case 3 -> throw new Exception("checked");
            default -> Result.done();
          };
        });
    queue.add(A, 0, null);
    simulation.advance(Duration.ofMinutes(1));

    assertThat(seen)
        .filteredOn(line -> !line.equals("context closed"))
        .containsExactly(
            "panicked",
            "ERROR after 0 s",
            "ERROR after 0 s",
            "ERROR after 0 s",
            "SUCCESS after 0 s");
    assertThat(failures)
        .containsExactly("ns/a: deep", "ns/a: the reconciler returned null", "ns/a: checked");
  }

  @SuppressWarnings({"NullAway", "ReturnsNullInNonNull"})
  private static Result returnNull() {
    return null;
  }

  @Test
  void terminalError_waitsForTheNextEvent() throws InterruptedException {
    started(
        1,
        (request, unused) -> {
          if (infos.size() == 1) {
            throw new TerminalException("cannot be mended");
          }
          return Result.done();
        });
    queue.add(A, 0, null);
    simulation.advance(Duration.ofDays(1));
    assertThat(infos).hasSize(1);

    queue.add(A, 0, null);
    simulation.settle();
    assertThat(infos).hasSize(2);
  }

  @Test
  void runOverItsTime_isInterrupted_refusedWrites_andFailsWhateverItReturns()
      throws InterruptedException {
    started(
        1,
        (request, unused) -> {
          if (infos.size() > 1) {
            return Result.done();
          }
          try {
            simulation.sleep(Duration.ofHours(1));
          } catch (InterruptedException e) {
            seen.add("interrupted at " + at() + ", cancelled " + infos.get(0).cancelled());
          }
          return Result.done();
        });
    queue.add(A, 0, null);
    simulation.advance(Duration.ofMinutes(1));

    assertThat(seen.get(0)).isEqualTo("writes refused: the run is over its time of PT10S");
    assertThat(infos.get(0).cancelled().getAsBoolean()).isTrue();
    assertThat(seen)
        .filteredOn(line -> !line.startsWith("interrupted") && !line.startsWith("writes"))
        .containsExactlyInAnyOrder(
            "timed out",
            "context closed",
            "ERROR after 10 s",
            "context closed",
            "SUCCESS after 0 s");
  }

  @Test
  void interruptOfATimeOut_neverReachesTheNextRun() throws InterruptedException {
    started(
        1,
        (request, unused) -> {
          if (request.equals(A)) {
            // Ends by itself at the very moment at which it is interrupted.
            try {
              simulation.sleep(TIMEOUT);
            } catch (InterruptedException e) {
              seen.add("A interrupted");
            }
            return Result.done();
          }
          simulation.sleep(Duration.ofSeconds(1));
          seen.add("B slept");
          return Result.done();
        });
    queue.add(A, 0, null);
    queue.add(B, 0, null);
    simulation.advance(Duration.ofSeconds(15));

    assertThat(seen).contains("B slept");
  }

  @Test
  void codeThatIgnoresTheInterrupt_keepsKeyAndPermit_andIsReportedStuck()
      throws InterruptedException {
    ControllerLoop<Request> loop =
        started(
            1,
            (request, unused) -> {
              if (request.equals(A) && infos.size() == 1) {
                ignoreInterruptsFor(Duration.ofMinutes(5));
              }
              return Result.done();
            });
    queue.add(A, 0, null);
    simulation.settle();
    queue.add(A, 0, null);
    queue.add(B, 0, null);
    simulation.advance(Duration.ofMinutes(4));

    assertThat(seen).contains("timed out", "stuck");
    assertThat(infos).as("the one permit is taken").hasSize(1);
    assertThat(loop.allStuck()).isTrue();
    RunStatus<Request> status = loop.runs().get(0);
    assertThat(status.request()).isEqualTo(A);
    assertThat(status.stuck()).isTrue();
    assertThat(status.time()).isEqualTo(Duration.ofMinutes(4));
    assertThat(status.stack())
        .anyMatch(frame -> frame.getMethodName().contains("ignoreInterrupts"));

    simulation.advance(Duration.ofMinutes(2));
    assertThat(loop.allStuck()).isFalse();
    assertThat(infos).extracting(RunInfo::request).containsExactlyInAnyOrder(A, A, B);
  }

  private void ignoreInterruptsFor(Duration time) {
    Duration end = simulation.elapsed().plus(time);
    while (simulation.elapsed().compareTo(end) < 0) {
      try {
        simulation.sleep(end.minus(simulation.elapsed()));
      } catch (InterruptedException e) {
        seen.add("interrupt ignored");
      }
    }
  }

  @Test
  void oneStuckPermitOfTwo_isNotAllStuck() throws InterruptedException {
    ControllerLoop<Request> loop =
        started(
            2,
            (request, unused) -> {
              ignoreInterruptsFor(Duration.ofMinutes(5));
              return Result.done();
            });
    queue.add(A, 0, null);
    simulation.advance(Duration.ofMinutes(4));

    assertThat(loop.allStuck()).isFalse();
    assertThat(loop.active()).isEqualTo(1);
  }

  @Test
  void gracefulStop_letsRunsFinish_beforeAnythingIsCancelled() throws InterruptedException {
    ControllerLoop<Request> loop =
        started(
            1,
            (request, unused) -> {
              simulation.sleep(Duration.ofSeconds(5));
              return Result.done();
            });
    queue.add(A, 0, null);
    queue.add(B, 0, null);
    simulation.settle();

    assertThat(loop.stop(DRAIN, Duration.ofSeconds(2))).isEmpty();
    assertThat(seen).containsExactly("context closed", "SUCCESS after 5 s");
    assertThat(simulation.elapsed()).isEqualTo(Duration.ofSeconds(5));
    assertThat(infos).as("no key is taken during the drain").hasSize(1);
  }

  @Test
  void stop_cancelsAfterTheDrain_andTellsWhatIsLeft() throws InterruptedException {
    Duration drain = Duration.ofSeconds(3);
    ControllerLoop<Request> loop =
        started(
            2,
            (request, unused) -> {
              if (request.equals(A)) {
                ignoreInterruptsFor(Duration.ofMinutes(1));
              } else {
                simulation.sleep(Duration.ofMinutes(1));
              }
              return Result.done();
            });
    queue.add(A, 0, null);
    queue.add(B, 0, null);
    simulation.settle();
    List<RunStatus<Request>> left = loop.stop(drain, Duration.ofSeconds(2));

    assertThat(seen).contains("writes refused: stopping", "ERROR after 3 s");
    assertThat(left).extracting(RunStatus::request).containsExactly(A);
    assertThat(simulation.elapsed()).isEqualTo(Duration.ofSeconds(5));
    assertThat(loop.stop(DRAIN, Duration.ofMinutes(2))).isEmpty();
  }

  @Test
  void pause_stopsIntakeAtOnce_andTwoReasonsHoldIndependently() throws InterruptedException {
    ControllerLoop<Request> loop = started(2, (request, unused) -> Result.done());
    loop.pause("by hand");
    loop.pause("not leading");
    queue.add(A, 0, null);
    loop.resume("not leading");
    simulation.advance(Duration.ofMinutes(1));
    assertThat(infos).isEmpty();

    loop.resume("by hand");
    simulation.settle();
    assertThat(infos).hasSize(1);
  }

  @Test
  void cancelRuns_interruptsWhatRuns_andTheKeyIsRetriedOnceResumed() throws InterruptedException {
    ControllerLoop<Request> loop =
        started(
            1,
            (request, unused) -> {
              if (infos.size() == 1) {
                simulation.sleep(Duration.ofSeconds(9));
              }
              return Result.done();
            });
    queue.add(A, 0, null);
    simulation.settle();
    loop.pause("lost the lease");
    loop.cancelRuns("lost the lease");
    simulation.advance(Duration.ofMinutes(1));
    assertThat(seen)
        .containsExactly("writes refused: lost the lease", "context closed", "ERROR after 0 s");

    loop.resume("lost the lease");
    simulation.settle();
    assertThat(seen).endsWith("SUCCESS after 0 s");
  }

  @Test
  void workers_areChangedWhileRunning() throws InterruptedException {
    int[] atOnce = {0};
    TreeSet<Integer> levels = new TreeSet<>();
    ControllerLoop<Request> loop =
        started(
            1,
            (request, unused) -> {
              levels.add(++atOnce[0]);
              simulation.sleep(Duration.ofSeconds(1));
              atOnce[0]--;
              return Result.done();
            });
    for (int expected : List.of(1, 4, 2, 6)) {
      loop.workers(expected);
      simulation.settle();
      levels.clear();
      for (int i = 0; i < 20; i++) {
        queue.add(Request.of(ObjectKey.of("ns/" + i)), 0, null);
      }
      simulation.advance(Duration.ofMinutes(1));
      assertThat(levels.last()).isEqualTo(expected);
    }
    assertThatThrownBy(() -> loop.workers(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void idsOfRuns_areInTheMdc_andAreRemovedAfterwards() {
    started(
        1,
        (request, unused) -> {
          seen.add(new TreeMap<>(MDC.getCopyOfContextMap()).toString());
          return Result.done();
        });
    queue.add(A, 0, null);
    simulation.settle();

    assertThat(seen)
        .contains(
            "{controller=test, kind=Thing, name=a, namespace=ns, reconcileId="
                + infos.get(0).reconcileId()
                + "}");
    assertThat(infos.get(0).reconcileId()).hasSize(36);
    assertThat(infos.get(0).deadline()).isEqualTo(Simulation.DEFAULT_START.plus(TIMEOUT));
  }

  @Test
  void contextThatCannotBeOpened_failsTheKey() throws InterruptedException {
    List<String> opened = new ArrayList<>();
    ControllerLoop<Request> loop =
        new ControllerLoop<>(
            simulation,
            timers,
            new LoopOptions("test", "", 1, TIMEOUT),
            queue,
            (request, unused) -> Result.done(),
            run -> {
              opened.add("try");
              if (opened.size() == 1) {
                throw new IllegalStateException("no client yet");
              }
              return new RecordedContext();
            },
            new Recorder());
    loop.start();
    loop.sink().add(A);
    simulation.advance(Duration.ofSeconds(1));

    assertThat(seen).containsExactly("ERROR after 0 s", "context closed", "SUCCESS after 0 s");
  }

  /** A request that cannot be told: the MDC and the log need its text. */
  private record Untold(int number) {
    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }

  @Test
  void requestOrFailureThatCannotBeTold_failsItsKey_neverTheWorker() throws InterruptedException {
    WorkQueue<Object> objects = new WorkQueue<>(simulation, "objects");
    ControllerLoop<Object> loop =
        new ControllerLoop<>(
            simulation,
            timers,
            new LoopOptions("test", "", 1, TIMEOUT),
            objects,
            (request, unused) -> {
              seen.add("run of " + request);
              if (request.equals("silent") && seen.size() == 1) {
                throw new IllegalStateException() {
                  private static final long serialVersionUID = 1L;

                  @Override
                  public String getMessage() {
                    throw new IllegalStateException("no message");
                  }
                };
              }
              return Result.done();
            },
            run -> new RecordedContext(),
            new Recorder());
    loop.start();
    objects.add(new Untold(1), 0, null);
    objects.add("silent", 0, null);
    objects.add("plain", 0, null);
    simulation.advance(Duration.ofSeconds(5));

    assertThat(seen).contains("run of plain");
    assertThat(seen).filteredOn(line -> line.equals("run of silent")).hasSizeGreaterThan(1);
    assertThat(loop.active()).isZero();
    assertThat(objects.inWork()).isZero();
  }

  @Test
  void timersOfSources_wakeTheKey_andCanBeReplacedAndCancelled() throws InterruptedException {
    ControllerLoop<Request> loop =
        started(
            1,
            (request, unused) -> {
              seen.add(request + " at " + at());
              return Result.done();
            });
    loop.sink().timer("check", A, Simulation.DEFAULT_START.plusSeconds(10));
    loop.sink().timer("check", A, Simulation.DEFAULT_START.plusSeconds(30));
    loop.sink().timer("check", B, Simulation.DEFAULT_START.plusSeconds(20));
    loop.sink().timer("other", B, Simulation.DEFAULT_START.plusSeconds(40));
    loop.sink().cancel("check", B);
    simulation.advance(Duration.ofMinutes(2));

    assertThat(seen)
        .filteredOn(line -> line.contains(" at "))
        .containsExactly("ns/a at 30 s", "ns/b at 40 s");
  }
}
