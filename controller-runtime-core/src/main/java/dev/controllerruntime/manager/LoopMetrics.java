package dev.controllerruntime.manager;

import dev.controllerruntime.controller.ControllerLoop;
import dev.controllerruntime.controller.RunListener;
import dev.controllerruntime.metrics.ControllerMetrics;
import dev.controllerruntime.metrics.RuntimeMetrics;
import dev.controllerruntime.queue.QueueListener;
import dev.controllerruntime.queue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries what queue and workers tell over to the meters, and failures to the observer. Made before
 * the two it shows, so it shows zeros until {@link #show} connects them.
 */
final class LoopMetrics implements QueueListener, RunListener {
  private final String controller;
  private final ControllerMetrics meters;
  private final RunObserver observer;
  private volatile @Nullable ControllerLoop<?> loop;

  LoopMetrics(RuntimeMetrics metrics, String controller, RunObserver observer) {
    this.controller = controller;
    this.observer = observer;
    meters =
        metrics.controller(
            controller,
            new ControllerMetrics.Gauges(
                this::workers, this::active, this::unfinished, this::longest, this::depths));
  }

  void show(ControllerLoop<?> shown) {
    loop = shown;
  }

  void remove(RuntimeMetrics metrics) {
    metrics.remove(meters);
  }

  private double workers() {
    ControllerLoop<?> now = loop;
    return now == null ? 0 : now.workers();
  }

  private double active() {
    ControllerLoop<?> now = loop;
    return now == null ? 0 : now.active();
  }

  private double unfinished() {
    return working().stream().mapToDouble(each -> seconds(each.time())).sum();
  }

  private double longest() {
    return working().stream().mapToDouble(each -> seconds(each.time())).max().orElse(0);
  }

  private List<? extends WorkQueue.Working<?>> working() {
    ControllerLoop<?> now = loop;
    return now == null ? List.of() : now.queue().working();
  }

  private Map<Integer, Integer> depths() {
    ControllerLoop<?> now = loop;
    return now == null ? new TreeMap<>() : now.queue().depthByPriority();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  @Override
  public void added() {
    meters.added();
  }

  @Override
  public void retried() {
    meters.retried();
  }

  @Override
  public void taken(Duration waited) {
    meters.taken(waited);
  }

  @Override
  public void finished(Duration worked) {
    meters.finished(worked);
  }

  @Override
  public void finished(RunResult result, Duration took) {
    switch (result) {
      case SUCCESS -> meters.reconciled(ControllerMetrics.Result.SUCCESS, took);
      case REQUEUE_AFTER -> meters.reconciled(ControllerMetrics.Result.REQUEUE_AFTER, took);
      case ERROR -> meters.reconciled(ControllerMetrics.Result.ERROR, took);
      case TERMINAL -> {
        meters.terminal();
        meters.reconciled(ControllerMetrics.Result.ERROR, took);
      }
    }
  }

  @Override
  public void failed(Object request, Throwable failure) {
    observer.failed(controller, request, failure);
  }

  @Override
  public void timedOut() {
    meters.timedOut();
  }

  @Override
  public void panicked() {
    meters.panicked();
  }
}
