package dev.controllerruntime.controller;

import dev.controllerruntime.api.ChangeFilter;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.api.Stable;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.reconciler.Cleanup;
import dev.controllerruntime.reconciler.Reconciler;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;

/**
 * A controller as an immutable value: all wiring, no threads. Made in stages; each call returns a
 * new value, and the order is checked by the compiler: predicates about the primary kind come
 * before any {@code owns} or {@code watches}.
 *
 * @param <R> the request type
 * @since 0.1.0
 */
@Stable
public interface Controller<R> {
  /** Its name: unique in a manager; in logs, metrics and the field manager. */
  String name();

  /**
   * Starts the wiring of a controller of one kind; its requests are the keys of that kind's
   * objects.
   *
   * @param name 1 to 63 lower-case letters, digits, {@code -} or {@code .}
   */
  static <T> Primary<T> of(String name, Kind<T> primary) {
    return PrimaryStage.of(name, primary);
  }

  /**
   * Starts the wiring of a controller with requests of its own: no primary kind, so no {@code
   * where}, {@code owns} or {@code finalize}.
   *
   * @param name 1 to 63 lower-case letters, digits, {@code -} or {@code .}
   * @param type needs {@code equals} and {@code hashCode} by value: a record
   */
  static <R> Wiring<R> requests(String name, Class<R> type) {
    return new RequestStage<>(Draft.of(name, type, null));
  }

  /** The wiring of everything but the reconciler. */
  interface Wiring<R> {
    /** Also reacts to another kind; a forgotten {@code map} does not compile. */
    <W> Wiring<R> watches(Kind<W> kind, Function<On<W, R>, Mapped<R>> on);

    /** {@link #watches}, as long as the server has the kind. */
    <W> Wiring<R> watchesIfPresent(Kind<W> kind, Function<On<W, R>, Mapped<R>> on);

    /** Requests from outside the cluster. */
    Wiring<R> source(String name, Source<R> source);

    /** Reconciles that may run at once; 1 unless told otherwise. */
    Wiring<R> workers(int count);

    /** The longest a run may take before it is interrupted; 2 minutes unless told otherwise. */
    Wiring<R> timeout(Duration perRun);

    /**
     * The last stage.
     *
     * @throws WiringException with every fault of the wiring that is found without a server
     */
    Controller<R> reconcile(Reconciler<? super R> reconciler);
  }

  /** Narrows the return types, so that {@code owns} may follow {@code watches}. */
  interface Owning<T> extends Wiring<Request> {
    /** Queues every owner of the primary kind, controller reference or not. */
    Owning<T> owns(Kind<?> child);

    /** {@link #owns}, as long as the server has the kind. */
    Owning<T> ownsIfPresent(Kind<?> child);

    /**
     * Adds the finalizer before the first reconcile and removes it when the clean-up is done.
     *
     * @param finalizer {@code domain/name}: the server refuses a name without a slash
     */
    Owning<T> finalize(String finalizer, Cleanup<? super T> cleanup);

    @Override
    <W> Owning<T> watches(Kind<W> kind, Function<On<W, Request>, Mapped<Request>> on);

    @Override
    <W> Owning<T> watchesIfPresent(Kind<W> kind, Function<On<W, Request>, Mapped<Request>> on);

    @Override
    Owning<T> source(String name, Source<Request> source);

    @Override
    Owning<T> workers(int count);

    @Override
    Owning<T> timeout(Duration perRun);
  }

  /** Exists only before the first {@code owns} or {@code watches}. */
  interface Primary<T> extends Owning<T> {
    /** Which objects matter; several calls: all must match. */
    Primary<T> where(Predicate<? super T> predicate);

    /** Which pairs of states matter; an opt-in. */
    Primary<T> changed(ChangeFilter<? super T> filter);

    /** Namespace and selectors of the primary kind; all namespaces unless told otherwise. */
    Primary<T> in(ListOption... scope);
  }

  /** One watched kind. */
  interface On<W, R> {
    /** Which objects matter; several calls: all must match. */
    On<W, R> where(Predicate<? super W> predicate);

    /** Which pairs of states matter; an opt-in. */
    On<W, R> changed(ChangeFilter<? super W> filter);

    /** Namespace and selectors; all namespaces unless told otherwise. */
    On<W, R> in(ListOption... scope);

    /** Runs on the state before and on the state after; the union is queued. */
    Mapped<R> map(Function<? super Observed<W>, ? extends Collection<? extends R>> toRequests);
  }

  /** A watched kind with its mapping. */
  interface Mapped<R> {
    /** Priority of the requests; 0 unless told otherwise, higher first. */
    Mapped<R> priority(int priority);
  }

  /** Requests from outside the cluster. */
  @FunctionalInterface
  interface Source<R> {
    /** Called once when the controller starts; must not block. */
    void start(Sink<R> sink);
  }

  /** Where a source puts its requests. Thread-safe. */
  interface Sink<R> {
    /** Queues a request. */
    void add(R request);

    /** Queues a request at a time; a timer of the same name and request is replaced. */
    void timer(String name, R request, Instant due);

    /** Forgets a timer. */
    void cancel(String name, R request);
  }
}
