package dev.controllerruntime.controller;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.reconciler.Reconciler;
import java.time.Duration;
import java.util.function.Function;

/** The stages of a controller without a primary kind. */
record RequestStage<R>(Draft<R> draft) implements Controller.Wiring<R> {
  @Override
  public <W> RequestStage<R> watches(
      Kind<W> kind, Function<Controller.On<W, R>, Controller.Mapped<R>> on) {
    return new RequestStage<>(draft.watches(kind, false, on));
  }

  @Override
  public <W> RequestStage<R> watchesIfPresent(
      Kind<W> kind, Function<Controller.On<W, R>, Controller.Mapped<R>> on) {
    return new RequestStage<>(draft.watches(kind, true, on));
  }

  @Override
  public RequestStage<R> source(String name, Controller.Source<R> source) {
    return new RequestStage<>(draft.source(name, source));
  }

  @Override
  public RequestStage<R> workers(int count) {
    return new RequestStage<>(draft.workers(count));
  }

  @Override
  public RequestStage<R> timeout(Duration perRun) {
    return new RequestStage<>(draft.timeout(perRun));
  }

  @Override
  public Controller<R> reconcile(Reconciler<? super R> reconciler) {
    return draft.reconcile(reconciler);
  }
}
