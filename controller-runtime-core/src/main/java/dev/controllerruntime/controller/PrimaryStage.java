package dev.controllerruntime.controller;

import dev.controllerruntime.api.ChangeFilter;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.reconciler.Cleanup;
import dev.controllerruntime.reconciler.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The stages of a controller with a primary kind. One class for both: the static type that each
 * call returns keeps the order.
 *
 * @param draft everything but the primary kind
 * @param primary kept apart, because here its type is known
 */
record PrimaryStage<T>(Draft<Request> draft, PrimarySpec<T> primary)
    implements Controller.Primary<T> {

  static <T> PrimaryStage<T> of(String name, Kind<T> kind) {
    Objects.requireNonNull(kind, "primary");
    PrimarySpec<T> primary = new PrimarySpec<>(kind, List.of(), List.of(), List.of(), null);
    return new PrimaryStage<>(Draft.of(name, Request.class, primary), primary);
  }

  private PrimaryStage<T> with(Draft<Request> changed) {
    return new PrimaryStage<>(changed, primary);
  }

  private PrimaryStage<T> with(PrimarySpec<T> changed) {
    return new PrimaryStage<>(draft.primary(changed), changed);
  }

  @Override
  public PrimaryStage<T> where(Predicate<? super T> predicate) {
    return with(primary.where(predicate));
  }

  @Override
  public PrimaryStage<T> changed(ChangeFilter<? super T> filter) {
    return with(primary.changed(filter));
  }

  @Override
  public PrimaryStage<T> in(ListOption... scope) {
    return with(primary.in(scope));
  }

  @Override
  public PrimaryStage<T> owns(Kind<?> child) {
    return with(draft.owns(child, false));
  }

  @Override
  public PrimaryStage<T> ownsIfPresent(Kind<?> child) {
    return with(draft.owns(child, true));
  }

  @Override
  public PrimaryStage<T> finalize(String finalizer, Cleanup<? super T> cleanup) {
    PrimarySpec.FinalizerSpec<T> before = primary.finalizer();
    if (before != null) {
      return with(
          draft.fault("finalize was called twice, with " + before.name() + " and " + finalizer));
    }
    return with(primary.finalizer(finalizer, cleanup));
  }

  @Override
  public <W> PrimaryStage<T> watches(
      Kind<W> kind, Function<Controller.On<W, Request>, Controller.Mapped<Request>> on) {
    return with(draft.watches(kind, false, on));
  }

  @Override
  public <W> PrimaryStage<T> watchesIfPresent(
      Kind<W> kind, Function<Controller.On<W, Request>, Controller.Mapped<Request>> on) {
    return with(draft.watches(kind, true, on));
  }

  @Override
  public PrimaryStage<T> source(String name, Controller.Source<Request> source) {
    return with(draft.source(name, source));
  }

  @Override
  public PrimaryStage<T> workers(int count) {
    return with(draft.workers(count));
  }

  @Override
  public PrimaryStage<T> timeout(Duration perRun) {
    return with(draft.timeout(perRun));
  }

  @Override
  public Controller<Request> reconcile(Reconciler<? super Request> reconciler) {
    return draft.reconcile(reconciler);
  }
}
