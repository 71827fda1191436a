package dev.controllerruntime.testkit;

import dev.controllerruntime.manager.Quiescence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Waits for what runs in a cluster; see {@link TestCluster.Run}. */
final class Waiting {
  private static final Duration STEP = Duration.ofMillis(100);
  private static final int SHOWN_FAILURES = 5;

  private final LiveTestCluster cluster;
  private final Pace pace;
  private final InStep inStep;

  Waiting(LiveTestCluster cluster, Pace pace) {
    this.cluster = cluster;
    this.pace = pace;
    this.inStep = new InStep(cluster.client());
  }

  void untilQuiet() {
    Duration start = pace.elapsed();
    List<String> busy = look();
    for (int looks = 1; !busy.isEmpty() && pace.lookAgain(looks, since(start)); looks++) {
      busy = look();
    }
    if (!busy.isEmpty()) {
      throw notQuiet("", busy);
    }
    cluster.mutations().check();
  }

  /** What is in the way; empty when it was quiet twice in a row. */
  private List<String> look() {
    for (int i = 0; i < 2; i++) {
      if (!pace.settle()) {
        throw notQuiet(
            " and makes new work all the time, without any time passing; perhaps a reconciler"
                + " writes something else each time it runs",
            busy());
      }
      List<String> busy = busy();
      if (!busy.isEmpty()) {
        return busy;
      }
    }
    return List.of();
  }

  private List<String> busy() {
    List<String> busy = working();
    if (busy.isEmpty()) {
      busy = inStep.behind(quiescences());
    }
    // Again: what a cache learned while the lists were compared has queued its keys by now.
    return busy.isEmpty() ? working() : busy;
  }

  private List<String> working() {
    return cluster.running().stream().flatMap(run -> run.quiescence().busy().stream()).toList();
  }

  private Optional<Duration> nextReady() {
    return quiescences().stream()
        .flatMap(each -> each.nextReady().stream())
        .min(Duration::compareTo);
  }

  private List<Quiescence> quiescences() {
    return cluster.running().stream().map(ClusterRun::quiescence).toList();
  }

  void advance(Duration virtual) {
    if (!cluster.ground().virtualTime()) {
      throw new IllegalStateException(
          "time is real on ground "
              + cluster.ground().propertyValue()
              + " and cannot be advanced: mark the test with @VirtualTime(\"why\"), or use"
              + " untilQuietWithin");
    }
    if (virtual.isNegative()) {
      throw new IllegalArgumentException("time does not go back: advance(" + virtual + ")");
    }
    pace.pass(virtual);
    cluster.mutations().check();
  }

  void untilQuietWithin(Duration time) {
    Duration end = pace.elapsed().plus(time);
    while (true) {
      // Before and after: a key that becomes due during the look is neither waiting nor, yet, busy.
      Optional<Duration> before = nextReady().filter(due -> due.compareTo(time) <= 0);
      List<String> busy = look();
      Duration left = end.minus(pace.elapsed());
      Optional<Duration> next = nextReady();
      boolean dueWithin =
          before.filter(due -> due.compareTo(left) <= 0).isPresent()
              || next.filter(due -> due.compareTo(left) <= 0).isPresent();
      if (busy.isEmpty() && !dueWithin) {
        break;
      }
      if (left.isNegative() || left.isZero()) {
        throw notQuiet(" after " + time, busy);
      }
      Duration step = busy.isEmpty() ? next.orElse(STEP) : min(STEP, next.orElse(STEP));
      pace.pass(min(left, atLeastOneNano(step)));
    }
    cluster.mutations().check();
  }

  void eventually(Duration within, Runnable assertions) {
    Duration start = pace.elapsed();
    while (true) {
      pace.settle();
      try {
        assertions.run();
        return;
      } catch (AssertionError e) {
        if (since(start).compareTo(within) >= 0) {
          throw e;
        }
      }
      pace.pass(STEP);
    }
  }

  private Duration since(Duration start) {
    return pace.elapsed().minus(start);
  }

  private static Duration min(Duration one, Duration two) {
    return one.compareTo(two) <= 0 ? one : two;
  }

  private static Duration atLeastOneNano(Duration step) {
    return step.isZero() || step.isNegative() ? Duration.ofNanos(1) : step;
  }

  private AssertionError notQuiet(String how, List<String> busy) {
    StringBuilder text = new StringBuilder("The cluster is not quiet").append(how).append(':');
    busy.forEach(line -> text.append("\n  ").append(line));
    List<ReconcileFailure> failures = cluster.failures();
    if (!failures.isEmpty()) {
      text.append("\n").append(failures.size()).append(" reconciles have failed, the last ones:");
      failures.stream()
          .skip(Math.max(0, failures.size() - SHOWN_FAILURES))
          .forEach(failure -> text.append("\n  ").append(failure));
    }
    AssertionError error = new AssertionError(text.toString());
    if (!failures.isEmpty()) {
      error.addSuppressed(failures.get(failures.size() - 1).cause());
    }
    return error;
  }
}
