package dev.controllerruntime.controller;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.reconciler.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Controller} says, for those who run it: manager reads it and connects event
 * sources, queue and workers accordingly. Immutable and validated as far as that needs no server.
 *
 * @param name name of the controller
 * @param requestType the request type
 * @param primary the primary kind; null for a controller of requests of its own
 * @param owned what {@code owns} and {@code ownsIfPresent} asked for, in that order; no two are of
 *     the same kind
 * @param watches what {@code watches} and {@code watchesIfPresent} asked for, in that order
 * @param sources sources from outside the cluster, names unique, in the order they were given
 * @param workers reconciles that may run at once; at least 1
 * @param timeout the longest a run may take before it is interrupted; positive
 * @param reconciler the user's code, without the finalizer's part
 * @param <R> the request type
 * @since 0.1.0
 */
@Internal
public record ControllerSpec<R>(
    String name,
    Class<R> requestType,
    @Nullable PrimarySpec<?> primary,
    List<OwnedSpec> owned,
    List<WatchSpec<?, R>> watches,
    List<SourceSpec<R>> sources,
    int workers,
    Duration timeout,
    Reconciler<? super R> reconciler) {

  /** Workers of a controller that says nothing about them. */
  public static final int DEFAULT_WORKERS = 1;

  /** Time-out of a run of a controller that says nothing about it. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);

  /** Copies the lists. */
  public ControllerSpec {
    Objects.requireNonNull(reconciler, "reconciler");
    owned = List.copyOf(owned);
    watches = List.copyOf(watches);
    sources = List.copyOf(sources);
  }

  /**
   * What the controller says.
   *
   * @throws IllegalArgumentException when it was not made by {@link Controller#of} or {@link
   *     Controller#requests}
   */
  public static <R> ControllerSpec<R> of(Controller<R> controller) {
    if (controller instanceof DefinedController<R> defined) {
      return defined.spec();
    }
    throw new IllegalArgumentException(
        "controllers are made by Controller.of or Controller.requests, found "
            + controller.getClass().getName());
  }

  /**
   * A source from outside the cluster.
   *
   * @param name unique in the controller
   * @param source started once with the controller
   * @param <R> the request type
   * @since 0.1.0
   */
  @Internal
  public record SourceSpec<R>(String name, Controller.Source<R> source) {}
}
