package dev.controllerruntime.controller;

import dev.controllerruntime.client.ConflictException;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Timers;
import dev.controllerruntime.controller.ContextFactory.RunContext;
import dev.controllerruntime.controller.ContextFactory.RunInfo;
import dev.controllerruntime.controller.RunListener.RunResult;
import dev.controllerruntime.queue.Outcome;
import dev.controllerruntime.queue.Taken;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.reconciler.TerminalException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the user's code once and decides what its end means. Whatever that code throws, here it
 * ends.
 */
final class RunExecutor<R> {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);

  private final Concurrency concurrency;
  private final Timers timers;
  private final LoopOptions options;
  private final Reconciler<? super R> reconciler;
  private final ContextFactory<R> contexts;
  private final RunListener listener;

  RunExecutor(
      Concurrency concurrency,
      Timers timers,
      LoopOptions options,
      Reconciler<? super R> reconciler,
      ContextFactory<R> contexts,
      RunListener listener) {
    this.concurrency = concurrency;
    this.timers = timers;
    this.options = options;
    this.reconciler = reconciler;
    this.contexts = contexts;
    this.listener = listener;
  }

  /** A run on the calling thread, which has taken the key. */
  Run<R> prepare(Taken<R> taken) {
    UUID id = new UUID(concurrency.random().nextLong(), concurrency.random().nextLong());
    return new Run<>(taken, id.toString(), concurrency.nanoTime(), concurrency.current());
  }

  /** Runs it to its end; throws nothing. */
  Outcome execute(Run<R> run) {
    var before = Mdc.enter(options, run.taken.request(), run.id);
    try {
      tell(listener::started);
      Attempt attempt = call(run);
      if (attempt.failure instanceof Error) {
        tell(listener::panicked);
      }
      RunResult result = judge(run, attempt);
      if (result == RunResult.ERROR || result == RunResult.TERMINAL) {
        tell(() -> listener.failed(run.taken.request(), reason(run, attempt)));
      }
      Duration took = Duration.ofNanos(concurrency.nanoTime() - run.startNanos);
      tell(() -> listener.finished(result, took));
      return outcome(result, attempt);
    } finally {
      Mdc.restore(before);
    }
  }

  /** What came back from the user's code: at most one of the two. */
  private record Attempt(@Nullable Result result, @Nullable Throwable failure) {}

  private Attempt call(Run<R> run) {
    Timers.@Nullable Timer watchdog = null;
    try {
      watchdog = timers.after(options.timeout(), () -> overTime(run));
      Instant deadline = concurrency.clock().instant().plus(options.timeout());
      RunContext context =
          contexts.open(
              new RunInfo<>(
                  run.taken.request(), run.taken.causes(), deadline, run::cancelled, run.id));
      run.opened(context);
      return new Attempt(reconciler.reconcile(run.taken.request(), context.context()), null);
    } catch (Throwable e) {
      return new Attempt(null, e);
    } finally {
      RunContext context = run.returned();
      if (concurrency.interrupted() && !run.wasCancelled()) {
        LOG.debug("The reconciler left its thread interrupted; cleared");
      }
      if (watchdog != null) {
        watchdog.cancel();
      }
      if (context != null) {
        close(context);
      }
    }
  }

  private void close(RunContext context) {
    try {
      context.close();
    } catch (RuntimeException | Error e) {
      LOG.error("Closing the context of a run failed", e);
    }
  }

  private void overTime(Run<R> run) {
    Duration timeout = options.timeout();
    if (!run.timeOut("the run is over its time of " + timeout)) {
      return;
    }
    LOG.warn(
        "Controller {}: the run {} of {} is over its time of {} and was interrupted",
        options.name(),
        run.id,
        run.taken.request(),
        timeout);
    tell(listener::timedOut);
    timers.after(timeout, () -> overTwice(run));
  }

  private void overTwice(Run<R> run) {
    if (!run.markStuck()) {
      return;
    }
    StringBuilder stack = new StringBuilder();
    run.status(concurrency.nanoTime())
        .stack()
        .forEach(frame -> stack.append("\n    at ").append(frame));
    LOG.error(
        "Controller {}: the run {} of {} is stuck: interrupted {} ago, it has not returned and"
            + " holds its worker; it stands here:{}",
        options.name(),
        run.id,
        run.taken.request(),
        options.timeout(),
        stack);
    tell(listener::stuck);
  }

  private RunResult judge(Run<R> run, Attempt attempt) {
    Throwable failure = attempt.failure;
    int times = run.taken.failures() + 1;
    if (run.timedOut()) {
      LOG.warn("Reconcile was over its time (failure {} in a row)", times, failure);
      return RunResult.ERROR;
    }
    if (failure instanceof TerminalException) {
      LOG.error("Reconcile failed for good, until the next event", failure);
      return RunResult.TERMINAL;
    }
    if (failure != null) {
      if (run.wasCancelled()) {
        LOG.info("Reconcile was cancelled: {}", failure.toString());
      } else if (failure instanceof ConflictException) {
        // Somebody else wrote in between: the retry reads the new state. Nothing is wrong.
        LOG.info("Reconcile met a conflict and will be retried: {}", failure.getMessage());
      } else {
        LOG.warn("Reconcile failed and will be retried (failure {} in a row)", times, failure);
      }
      return RunResult.ERROR;
    }
    Result result = attempt.result;
    if (result == null) {
      LOG.warn("Reconcile returned null, which counts as a failure ({} in a row)", times);
      return RunResult.ERROR;
    }
    return result.requeueAfter().isPresent() ? RunResult.REQUEUE_AFTER : RunResult.SUCCESS;
  }

  private Throwable reason(Run<R> run, Attempt attempt) {
    Throwable failure = attempt.failure;
    if (failure != null) {
      return failure;
    }
    return new IllegalStateException(
        run.timedOut()
            ? "the run is over its time of " + options.timeout()
            : "the reconciler returned null");
  }

  private static Outcome outcome(RunResult result, Attempt attempt) {
    return switch (result) {
      case SUCCESS -> Outcome.success();
      case REQUEUE_AFTER -> requeue(attempt.result);
      case ERROR -> Outcome.failure();
      case TERMINAL -> Outcome.terminal();
    };
  }

  private static Outcome requeue(@Nullable Result result) {
    return result == null
        ? Outcome.failure()
        : result.requeueAfter().map(Outcome::requeueAfter).orElseGet(Outcome::success);
  }

  private void tell(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      LOG.error("A listener of controller {} failed", options.name(), e);
    }
  }
}
