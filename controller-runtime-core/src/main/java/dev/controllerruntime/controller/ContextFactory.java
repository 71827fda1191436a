package dev.controllerruntime.controller;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.reconciler.Context;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Makes the {@link Context} of each run. Called by several workers at once.
 *
 * @param <R> the request type
 * @since 0.1.0
 */
@Internal
@FunctionalInterface
public interface ContextFactory<R> {
  /** Opens the context of a run; an exception fails the run. Must not block. */
  RunContext open(RunInfo<R> run);

  /**
   * What is known of a run when it starts.
   *
   * @param request what to reconcile
   * @param causes why, oldest first, bounded
   * @param deadline when the run is interrupted, by the wall clock
   * @param cancelled true from the time-out, cancellation or the end of the run on; any thread
   * @param reconcileId unique per run; 36 characters in the form of a UUID
   * @param <R> the request type
   * @since 0.1.0
   */
  @Internal
  record RunInfo<R>(
      R request,
      List<Cause> causes,
      Instant deadline,
      BooleanSupplier cancelled,
      String reconcileId) {
    /** Copies the causes. */
    public RunInfo {
      causes = List.copyOf(causes);
    }
  }

  /**
   * The context of one run, held by the worker.
   *
   * @since 0.1.0
   */
  @Internal
  interface RunContext {
    /** What the user's code is given. */
    Context context();

    /**
     * From now on the context's client refuses writes with an exception that carries the reason.
     * Called from another thread than the worker's, at most once per reason; must not block.
     */
    void refuseWrites(String reason);

    /** The run has returned: the context is dead. Called by the worker, once. */
    void close();
  }
}
