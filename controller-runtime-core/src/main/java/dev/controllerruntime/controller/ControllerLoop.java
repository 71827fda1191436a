package dev.controllerruntime.controller;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Timers;
import dev.controllerruntime.queue.Outcome;
import dev.controllerruntime.queue.Taken;
import dev.controllerruntime.queue.WorkQueue;
import dev.controllerruntime.reconciler.Reconciler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one controller. A worker is a permit: it takes a key only when it is free, and
 * keeps both until the user's code has really returned.
 *
 * <pre>
 *   start ─► running ◄─► paused (by reason; what runs is finished)
 *               │
 *             stop: drain ─► cancel what is left ─► stopped
 * </pre>
 *
 * <p>Thread-safe. Runs of different keys are not ordered; those of one key never overlap.
 *
 * @param <R> the request type
 * @since 0.1.0
 */
@Internal
public final class ControllerLoop<R> {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);
  private static final String STOPPING = "stopping";

  private final Concurrency concurrency;
  private final LoopOptions options;
  private final WorkQueue<R> queue;
  private final RunExecutor<R> executor;

  /** Guards what follows, and is signalled when a run or a worker ends. */
  private final Monitor monitor;

  private final List<Run<R>> runs = new ArrayList<>();
  private final BitSet live = new BitSet();
  private volatile int wanted;
  private boolean started;
  private boolean stopped;

  /** Set while paused after {@link #cancelRuns}: a key taken just before must not slip through. */
  private @Nullable String cancelNew;

  /**
   * Not started yet.
   *
   * @param timers for the time-outs; may be shared, and must outlive this
   * @param queue this loop shuts it down when it stops
   * @param reconciler called by several workers at once
   */
  public ControllerLoop(
      Concurrency concurrency,
      Timers timers,
      LoopOptions options,
      WorkQueue<R> queue,
      Reconciler<? super R> reconciler,
      ContextFactory<R> contexts,
      RunListener listener) {
    this.concurrency = concurrency;
    this.options = options;
    this.queue = queue;
    this.executor = new RunExecutor<>(concurrency, timers, options, reconciler, contexts, listener);
    this.monitor = concurrency.monitor();
    this.wanted = options.workers();
  }

  /** Starts the workers. A second call does nothing, nor does one after {@link #stop}. */
  public void start() {
    monitor.lock();
    try {
      if (!started && !stopped) {
        started = true;
        startMissing();
      }
    } finally {
      monitor.unlock();
    }
  }

  /**
   * Changes the number of workers, before or after the start. Surplus ones finish their run.
   *
   * @throws IllegalArgumentException when it is less than 1
   */
  public void workers(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a controller needs at least 1 worker, found " + count);
    }
    monitor.lock();
    try {
      wanted = count;
      if (started && !stopped) {
        startMissing();
      }
    } finally {
      monitor.unlock();
    }
    queue.wake();
  }

  /** Reconciles that may run at once. */
  public int workers() {
    return wanted;
  }

  private void startMissing() {
    for (int slot = live.nextClearBit(0); slot < wanted; slot = live.nextClearBit(slot)) {
      live.set(slot);
      int mine = slot;
      concurrency.start(options.name() + "-worker-" + mine, ThreadKind.WORKER, () -> work(mine));
    }
  }

  private void work(int slot) {
    while (true) {
      try {
        Optional<Taken<R>> taken = queue.take(() -> slot >= wanted);
        if (taken.isPresent()) {
          run(taken.get());
        } else if (leave(slot)) {
          return;
        }
      } catch (InterruptedException e) {
        // Runs are interrupted, waiting workers are not: those are told through the queue.
        LOG.debug("Worker {} of {} was interrupted while waiting", slot, options.name(), e);
      } catch (RuntimeException | StackOverflowError e) {
        // A request or an exception of the user that cannot even be told (its toString or
        // getMessage throws) has failed its key; the permit must live on. Only the class is safe
        // to print.
        LOG.error(
            "Controller {}: a run failed outside of the reconciler by {} and will be retried",
            options.name(),
            e.getClass().getName());
      }
    }
  }

  /** False when the number of workers was raised again before this one had left. */
  private boolean leave(int slot) {
    monitor.lock();
    try {
      if (slot < wanted && !queue.isShutDown()) {
        return false;
      }
      live.clear(slot);
      monitor.signalAll();
      return true;
    } finally {
      monitor.unlock();
    }
  }

  private void run(Taken<R> taken) {
    Outcome outcome = Outcome.failure();
    Run<R> run = executor.prepare(taken);
    enter(run);
    try {
      outcome = executor.execute(run);
    } finally {
      // The key first: whoever sees no run any more must find the key where it belongs.
      queue.done(taken, outcome);
      exit(run);
    }
  }

  private void enter(Run<R> run) {
    monitor.lock();
    try {
      runs.add(run);
      if (stopped) {
        run.cancel(STOPPING);
      } else if (cancelNew != null) {
        run.cancel(cancelNew);
      }
    } finally {
      monitor.unlock();
    }
  }

  private void exit(Run<R> run) {
    monitor.lock();
    try {
      runs.remove(run);
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  /**
   * Takes no more keys, at once, until {@link #resume} with the same reason; what runs goes on and
   * events are still queued.
   */
  public void pause(String reason) {
    queue.pause(reason);
  }

  /** Ends a pause; keys are taken again when no other reason holds. */
  public void resume(String reason) {
    monitor.lock();
    try {
      queue.resume(reason);
      if (queue.pauses().isEmpty()) {
        cancelNew = null;
      }
    } finally {
      monitor.unlock();
    }
  }

  /** Where the sources of the controller put their requests. */
  public Controller.Sink<R> sink() {
    return new QueueSink<>(queue);
  }

  /** The queue. */
  public WorkQueue<R> queue() {
    return queue;
  }

  /** What runs now, in the order of the starts. */
  public List<RunStatus<R>> runs() {
    long now = concurrency.nanoTime();
    List<RunStatus<R>> all = new ArrayList<>();
    snapshot().forEach(run -> all.add(run.status(now)));
    return all;
  }

  /** How many runs have not returned. */
  public int active() {
    return snapshot().size();
  }

  /** Whether every permit is held by a stuck run: nothing will be reconciled any more. */
  public boolean allStuck() {
    return snapshot().stream().filter(Run::stuck).count() >= wanted;
  }

  private List<Run<R>> snapshot() {
    monitor.lock();
    try {
      return List.copyOf(runs);
    } finally {
      monitor.unlock();
    }
  }

  /**
   * Makes every run end: {@code Context.cancelled()} is true, its writes are refused, its thread is
   * interrupted. Returns at once; the keys count as failed unless the code returns well. Pause
   * first, so that no new run begins.
   */
  public void cancelRuns(String reason) {
    List<Run<R>> now;
    monitor.lock();
    try {
      if (!queue.pauses().isEmpty()) {
        cancelNew = reason;
      }
      now = List.copyOf(runs);
    } finally {
      monitor.unlock();
    }
    now.forEach(run -> run.cancel(reason));
  }

  /**
   * Waits until no key is in work; keys may still be taken meanwhile unless paused.
   *
   * @return false when the time passed first
   */
  public boolean awaitIdle(Duration atMost) throws InterruptedException {
    return await(atMost, false);
  }

  private boolean await(Duration atMost, boolean workersGone) throws InterruptedException {
    long start = concurrency.nanoTime();
    monitor.lock();
    try {
      while (queue.inWork() > 0 || !runs.isEmpty() || (workersGone && !live.isEmpty())) {
        Duration left = atMost.minusNanos(concurrency.nanoTime() - start);
        if (left.isZero() || left.isNegative()) {
          return false;
        }
        monitor.await(left);
      }
      return true;
    } finally {
      monitor.unlock();
    }
  }

  /**
   * Stops gracefully: takes no more keys, lets what runs go on (and write) for the drain time, then
   * cancels it, and waits for the workers to end. A second call waits too.
   *
   * @param drain before anything is cancelled; 20 s in a manager
   * @param afterCancel how long cancelled code may take to return
   * @return the runs that have not returned even then; they hold their threads
   */
  public List<RunStatus<R>> stop(Duration drain, Duration afterCancel) throws InterruptedException {
    queue.pause(STOPPING);
    try {
      awaitIdle(drain);
    } finally {
      // Also when the stop itself is interrupted.
      close();
    }
    await(afterCancel, true);
    return runs();
  }

  private void close() {
    monitor.lock();
    try {
      stopped = true;
    } finally {
      monitor.unlock();
    }
    queue.shutdown();
    cancelRuns(STOPPING);
  }
}
