package dev.controllerruntime.manager;

import dev.controllerruntime.cache.CacheStatus;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Task;
import dev.controllerruntime.controller.ControllerLoop;
import dev.controllerruntime.controller.ControllerSpec;
import dev.controllerruntime.controller.LoopOptions;
import dev.controllerruntime.controller.RunStatus;
import dev.controllerruntime.event.Sources;
import dev.controllerruntime.event.WatchSpec;
import dev.controllerruntime.queue.QueueOptions;
import dev.controllerruntime.queue.WorkQueue;
import dev.controllerruntime.reflector.ReflectorFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One controller in a manager: its sources fill its queue from the start on; its workers take keys
 * only while nothing holds the intake.
 *
 * <pre>
 *   intake is held by   sources   until all are synced, and again when a required kind goes
 *                       lease     while another process leads
 *                       user      between pause() and resume()
 * </pre>
 */
final class ControllerRuntime<R> {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerRuntime.class);
  private static final String SOURCES = "sources";
  private static final String LEASE = "lease";
  private static final String USER = "user";
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
  private static final Duration REPORT_EVERY = Duration.ofMinutes(1);

  /** What has not failed but does not come either is reported after this. */
  private static final Duration UNSYNCED = Duration.ofSeconds(10);

  /**
   * A connection that breaks heals in seconds as a rule; only a lasting fault is one of readiness.
   */
  private static final Duration LASTING = Duration.ofSeconds(10);

  private final ControllerSpec<R> spec;
  private final Parts parts;
  private final LoopMetrics metrics;
  private final ControllerLoop<R> loop;
  private final Sources sources;
  private final Monitor monitor;

  // Guarded by monitor.
  private boolean changed;
  private boolean stopping;
  private boolean userPaused;
  private @Nullable Task supervisor;

  // Of the supervising thread, read by health checks.
  private volatile boolean checked;
  private volatile boolean running;
  private volatile List<String> faults = List.of();
  private volatile String unchecked = "";

  private boolean told;
  private boolean reported;
  private long reportedNanos;
  private long waitingNanos;

  ControllerRuntime(ControllerSpec<R> spec, Parts parts, boolean checkedBefore) {
    this.spec = spec;
    this.parts = parts;
    this.checked = checkedBefore;
    this.monitor = parts.concurrency().monitor();
    this.metrics = new LoopMetrics(parts.metering().metrics(), spec.name(), parts.runObserver());
    WorkQueue<R> queue =
        new WorkQueue<>(parts.concurrency(), spec.name(), QueueOptions.DEFAULT, metrics);
    this.loop =
        new ControllerLoop<>(
            parts.concurrency(),
            parts.timers(),
            LoopOptions.of(spec),
            queue,
            Assembly.reconciler(spec),
            Assembly.contexts(spec, parts),
            metrics);
    metrics.show(loop);
    loop.pause(SOURCES);
    loop.pause(LEASE);
    List<WatchSpec<?, R>> watches = Assembly.watches(spec);
    this.sources =
        Sources.connect(spec.name(), watches, parts.caches(), parts.concurrency(), queue::add);
    sources.onStatusChange(this::wake);
    this.waitingNanos = parts.concurrency().nanoTime();
  }

  String name() {
    return spec.name();
  }

  ControllerLoop<R> loop() {
    return loop;
  }

  /** Starts sources and workers; the intake opens by itself. */
  void start() {
    sources.start();
    loop.start();
    for (ControllerSpec.SourceSpec<R> source : spec.sources()) {
      try {
        source.source().start(loop.sink());
      } catch (RuntimeException e) {
        LOG.error("Source {} of controller {} could not start", source.name(), name(), e);
      }
    }
    monitor.lock();
    try {
      supervisor =
          parts.concurrency().start("controller-" + name(), ThreadKind.PLATFORM, this::supervise);
    } finally {
      monitor.unlock();
    }
  }

  /** Opens the intake as far as the lease is concerned. Never blocks. */
  void lead() {
    loop.resume(LEASE);
  }

  /** Holds the intake at once and makes runs end. Never blocks. */
  void standBy(String why) {
    loop.pause(LEASE);
    loop.cancelRuns("the lease was lost: " + why);
  }

  void pause() {
    monitor.lock();
    try {
      userPaused = true;
    } finally {
      monitor.unlock();
    }
    loop.pause(USER);
  }

  void resume() {
    monitor.lock();
    try {
      userPaused = false;
    } finally {
      monitor.unlock();
    }
    loop.resume(USER);
  }

  private boolean userPaused() {
    monitor.lock();
    try {
      return userPaused;
    } finally {
      monitor.unlock();
    }
  }

  private void wake() {
    monitor.lock();
    try {
      changed = true;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  private void supervise() {
    try {
      do {
        evaluate();
      } while (awaitChange());
    } catch (InterruptedException e) {
      LOG.debug("Supervising controller {} was interrupted", name());
    }
  }

  private boolean awaitChange() throws InterruptedException {
    long until = parts.concurrency().nanoTime() + LOOK_AGAIN.toNanos();
    monitor.lock();
    try {
      while (!changed && !stopping) {
        Duration left = Duration.ofNanos(until - parts.concurrency().nanoTime());
        if (left.isZero() || left.isNegative()) {
          break;
        }
        monitor.await(left);
      }
      changed = false;
      return !stopping;
    } finally {
      monitor.unlock();
    }
  }

  private void evaluate() throws InterruptedException {
    if (!checked) {
      check();
    }
    boolean ready = checked && faults.isEmpty() && sources.synced();
    if (ready && !running) {
      running = true;
      told = false;
      reported = false;
      loop.resume(SOURCES);
      LOG.info("Controller {} runs", name());
    } else if (!ready && running) {
      running = false;
      waitingNanos = parts.concurrency().nanoTime();
      loop.pause(SOURCES);
      LOG.info("Controller {} is suspended until it is back: {}", name(), awaited());
      told = true;
    }
    if (!running) {
      report();
    }
  }

  /** What only the server can tell, where it could not be asked before the start. */
  private void check() throws InterruptedException {
    try {
      faults = new WiringCheck(parts.resources()).faults(spec);
      unchecked = "";
      checked = true;
    } catch (IOException e) {
      unchecked = String.valueOf(e.getMessage());
    }
  }

  /**
   * Tells what it waits for. Why a kind cannot be listed or watched, its reflector has told already
   * and repeats; here stands once which controller that holds up.
   */
  private void report() {
    long now = parts.concurrency().nanoTime();
    boolean failing = failing();
    if (!failing && now - waitingNanos < UNSYNCED.toNanos()) {
      return;
    }
    if (failing && faults.isEmpty() && unchecked.isEmpty()) {
      if (!told) {
        LOG.info("Controller {} waits for {}", name(), awaited());
        told = true;
      }
      return;
    }
    if (!reported || now - reportedNanos >= REPORT_EVERY.toNanos()) {
      reported = true;
      reportedNanos = now;
      LOG.warn("Controller {} waits: {}", name(), waitingFor());
    }
  }

  private String awaited() {
    return String.join(
        ", ",
        sources.waitingFor().stream()
            .map(each -> each.kind().kind() + " (" + each.kind().apiVersion() + ")")
            .toList());
  }

  /** Whether what it waits for will not come by itself in a moment. */
  private boolean failing() {
    return !faults.isEmpty()
        || !unchecked.isEmpty()
        || sources.waitingFor().stream().anyMatch(each -> each.reflector().failure().isPresent());
  }

  private String waitingFor() {
    if (!faults.isEmpty()) {
      return "wrong wiring: " + String.join("; ", faults);
    }
    List<String> reasons =
        new ArrayList<>(sources.waitingFor().stream().map(CacheStatus::describe).toList());
    if (reasons.isEmpty() && !unchecked.isEmpty()) {
      reasons.add(unchecked);
    }
    return reasons.isEmpty() ? "its sources are not synced yet" : String.join("; ", reasons);
  }

  /** Why the manager is not ready because of this controller. */
  Optional<String> notReady() {
    if (loop.allStuck()) {
      return Optional.of("all workers hang: " + stuckRuns());
    }
    if (!running) {
      return Optional.of(waitingFor());
    }
    Instant lasting = parts.concurrency().clock().instant().minus(LASTING);
    return sources.statuses().stream()
        .filter(each -> each.present() && lasts(each, lasting))
        .map(CacheStatus::describe)
        .findFirst();
  }

  private static boolean lasts(CacheStatus status, Instant before) {
    Optional<ReflectorFailure> failure = status.reflector().failure();
    return failure.isPresent() && failure.get().since().isBefore(before);
  }

  private String stuckRuns() {
    return loop.runs().stream()
        .filter(RunStatus::stuck)
        .map(
            run ->
                run.request()
                    + " for "
                    + run.time().toSeconds()
                    + " s at "
                    + run.stack().stream().findFirst().map(Object::toString).orElse("its end"))
        .reduce((a, b) -> a + ", " + b)
        .orElse("");
  }

  /** See {@link Quiescence#readyKeys()}. */
  int readyKeys() {
    boolean held = userPaused() || !parts.leading() || (!running && !sources.synced());
    return held || !faults.isEmpty() ? 0 : loop.queue().depth();
  }

  /** See {@link Quiescence#starting()}. */
  boolean starting() {
    return !running && !failing();
  }

  /**
   * Stops taking keys, drains, then cancels. Called with the others of the manager held already, so
   * that all drain at the same time.
   *
   * @return how many runs have not returned
   */
  int stop(Duration drain, Duration afterCancel) throws InterruptedException {
    monitor.lock();
    try {
      stopping = true;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
    List<RunStatus<R>> left = loop.stop(drain, afterCancel);
    for (RunStatus<R> run : left) {
      LOG.warn(
          "Controller {}: the run of {} has not returned after {} s; it stands at {}",
          name(),
          run.request(),
          run.time().toSeconds(),
          run.stack());
    }
    return left.size();
  }

  /** Gives sources and meters back. */
  void close() {
    sources.close();
    metrics.remove(parts.metering().metrics());
  }
}
