package dev.controllerruntime.metrics;

import dev.controllerruntime.api.Internal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * The meters of one controller and its queue.
 *
 * @since 0.1.0
 */
@Internal
public final class ControllerMetrics implements AutoCloseable {
  /** Values of the label {@code result}. */
  public enum Result {
    /** Done. */
    SUCCESS("success"),
    /** Will be retried, or failed for good. */
    ERROR("error"),
    /** Exists in controller-runtime; with us it stays zero, for a requeue needs a delay. */
    REQUEUE("requeue"),
    /** Asked to run again later. */
    REQUEUE_AFTER("requeue_after");

    private final String label;

    Result(String label) {
      this.label = label;
    }
  }

  /** Seconds; those of controller-runtime. */
  private static final double[] RECONCILE_BUCKETS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9,
    1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50,
    60
  };

  /** Seconds; from 10 ns, each ten times the one before, as in controller-runtime. */
  private static final double[] QUEUE_BUCKETS = {
    1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000
  };

  private final MeterRegistry registry;
  private final List<Meter> meters = new ArrayList<>();
  private final Map<String, Counter> results = new TreeMap<>();
  private final Counter errors;
  private final Counter terminalErrors;
  private final Counter panics;
  private final Counter timeouts;
  private final Timer reconcileTime;
  private final Counter adds;
  private final Counter retries;
  private final Timer waited;
  private final Timer worked;
  private final Tags queueTags;
  private final Supplier<Map<Integer, Integer>> depths;
  private final AtomicReference<List<Integer>> priorities = new AtomicReference<>(List.of());

  /**
   * What the gauges show.
   *
   * @param workers reconciles that may run at once
   * @param active reconciles that run
   * @param unfinishedSeconds sum over those that run
   * @param longestSeconds of those that run
   * @param depthByPriority ready keys
   * @since 0.1.0
   */
  @Internal
  public record Gauges(
      DoubleSupplier workers,
      DoubleSupplier active,
      DoubleSupplier unfinishedSeconds,
      DoubleSupplier longestSeconds,
      Supplier<Map<Integer, Integer>> depthByPriority) {}

  /** Registers everything at zero. */
  public ControllerMetrics(MeterRegistry registry, String controller, Gauges gauges) {
    this.registry = registry;
    this.depths = gauges.depthByPriority();
    Tags tags = Tags.of("controller", controller);
    this.queueTags = Tags.of("name", controller, "controller", controller);
    for (Result result : Result.values()) {
      results.put(
          result.label, counter(MetricNames.RECONCILE_TOTAL, tags.and("result", result.label)));
    }
    errors = counter(MetricNames.RECONCILE_ERRORS, tags);
    terminalErrors = counter(MetricNames.TERMINAL_ERRORS, tags);
    panics = counter(MetricNames.RECONCILE_PANICS, tags);
    timeouts = counter(MetricNames.RECONCILE_TIMEOUTS, tags);
    reconcileTime = timer(MetricNames.RECONCILE_TIME, tags, RECONCILE_BUCKETS);
    gauge(MetricNames.MAX_CONCURRENT, tags, gauges.workers());
    gauge(MetricNames.ACTIVE_WORKERS, tags, gauges.active());
    adds = counter(MetricNames.QUEUE_ADDS, queueTags);
    retries = counter(MetricNames.QUEUE_RETRIES, queueTags);
    waited = timer(MetricNames.QUEUE_DURATION, queueTags, QUEUE_BUCKETS);
    worked = timer(MetricNames.WORK_DURATION, queueTags, QUEUE_BUCKETS);
    gauge(MetricNames.UNFINISHED_WORK, queueTags, gauges.unfinishedSeconds());
    gauge(MetricNames.LONGEST_RUNNING, queueTags, gauges.longestSeconds());
    depthOf(0);
  }

  /** A run has ended. */
  public void reconciled(Result result, Duration took) {
    Counter counter = results.get(result.label);
    if (counter != null) {
      counter.increment();
    }
    if (result == Result.ERROR) {
      errors.increment();
    }
    if (result == Result.REQUEUE_AFTER) {
      retries.increment();
    }
    reconcileTime.record(took);
  }

  /** A run ended by an error that is not retried; counted besides {@link Result#ERROR}. */
  public void terminal() {
    terminalErrors.increment();
  }

  /** A run ended by a Java {@link Error}; counted besides {@link Result#ERROR}. */
  public void panicked() {
    panics.increment();
  }

  /** A run was over its time. */
  public void timedOut() {
    timeouts.increment();
  }

  /** A key has become ready. */
  public void added() {
    adds.increment();
  }

  /** A failed key will be retried. */
  public void retried() {
    retries.increment();
  }

  /** A worker has taken a key that waited so long. */
  public void taken(Duration waiting) {
    waited.record(waiting);
  }

  /** A worker gave a key back. */
  public void finished(Duration working) {
    worked.record(working);
  }

  /**
   * Priorities come as they are used: registers the depth of those that are new. Called before a
   * scrape.
   */
  public void refresh() {
    depths.get().keySet().forEach(this::depthOf);
  }

  private void depthOf(int priority) {
    List<Integer> known = priorities.get();
    while (!known.contains(priority)) {
      List<Integer> more = new ArrayList<>(known);
      more.add(priority);
      if (priorities.compareAndSet(known, List.copyOf(more))) {
        gauge(
            MetricNames.QUEUE_DEPTH,
            queueTags.and("priority", String.valueOf(priority)),
            () -> depths.get().getOrDefault(priority, 0));
        return;
      }
      known = priorities.get();
    }
  }

  private Counter counter(MetricNames.Name name, Tags tags) {
    return kept(
        Counter.builder(name.meter()).description(name.help()).tags(tags).register(registry));
  }

  private void gauge(MetricNames.Name name, Tags tags, DoubleSupplier value) {
    kept(
        Gauge.builder(name.meter(), value::getAsDouble)
            .description(name.help())
            .tags(tags)
            .strongReference(true)
            .register(registry));
  }

  /** A timer: Micrometer's other histograms round to whole units, here seconds. */
  private Timer timer(MetricNames.Name name, Tags tags, double[] buckets) {
    return kept(
        Timer.builder(name.meter())
            .description(name.help())
            .tags(tags)
            .serviceLevelObjectives(durations(buckets))
            .register(registry));
  }

  private <M extends Meter> M kept(M meter) {
    synchronized (meters) {
      meters.add(meter);
    }
    return meter;
  }

  private static Duration[] durations(double[] seconds) {
    return Arrays.stream(seconds)
        .mapToObj(each -> Duration.ofNanos(Math.round(each * 1e9)))
        .toArray(Duration[]::new);
  }

  /** Takes the meters out of the registry: the controller is gone. */
  @Override
  public void close() {
    synchronized (meters) {
      meters.forEach(registry::remove);
      meters.clear();
    }
  }
}
