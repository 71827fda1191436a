package dev.controllerruntime.controller;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.reconciler.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the stages have gathered so far; immutable. Faults are kept, not thrown, so that the last
 * stage tells all of them at once.
 */
record Draft<R>(
    String name,
    Class<R> requestType,
    @Nullable PrimarySpec<?> primary,
    List<OwnedSpec> owned,
    List<WatchSpec<?, R>> watches,
    List<ControllerSpec.SourceSpec<R>> sources,
    int workers,
    Duration timeout,
    List<String> faults) {

  static <R> Draft<R> of(String name, Class<R> requestType, @Nullable PrimarySpec<?> primary) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(requestType, "requestType");
    return new Draft<>(
        name,
        requestType,
        primary,
        List.of(),
        List.of(),
        List.of(),
        ControllerSpec.DEFAULT_WORKERS,
        ControllerSpec.DEFAULT_TIMEOUT,
        List.of());
  }

  Draft<R> primary(PrimarySpec<?> changed) {
    return new Draft<>(
        name, requestType, changed, owned, watches, sources, workers, timeout, faults);
  }

  Draft<R> owns(Kind<?> child, boolean ifPresent) {
    Objects.requireNonNull(child, "child");
    return new Draft<>(
        name,
        requestType,
        primary,
        Lists.and(owned, new OwnedSpec(child, ifPresent)),
        watches,
        sources,
        workers,
        timeout,
        faults);
  }

  <W> Draft<R> watches(
      Kind<W> kind, boolean ifPresent, Function<Controller.On<W, R>, Controller.Mapped<R>> on) {
    Objects.requireNonNull(on, "on");
    Controller.Mapped<R> mapped = on.apply(WatchStage.of(kind, ifPresent));
    if (!(mapped instanceof WatchStage.Mapped<?, R> ours)) {
      return fault(
          "the function given to watches(" + kind.kind() + ") must return what map(…) returned");
    }
    return new Draft<>(
        name,
        requestType,
        primary,
        owned,
        Lists.and(watches, ours.spec()),
        sources,
        workers,
        timeout,
        faults);
  }

  Draft<R> source(String sourceName, Controller.Source<R> source) {
    Objects.requireNonNull(source, "source");
    return new Draft<>(
        name,
        requestType,
        primary,
        owned,
        watches,
        Lists.and(sources, new ControllerSpec.SourceSpec<>(sourceName, source)),
        workers,
        timeout,
        faults);
  }

  Draft<R> workers(int count) {
    return new Draft<>(name, requestType, primary, owned, watches, sources, count, timeout, faults);
  }

  Draft<R> timeout(Duration perRun) {
    Objects.requireNonNull(perRun, "perRun");
    return new Draft<>(
        name, requestType, primary, owned, watches, sources, workers, perRun, faults);
  }

  Draft<R> fault(String fault) {
    return new Draft<>(
        name,
        requestType,
        primary,
        owned,
        watches,
        sources,
        workers,
        timeout,
        Lists.and(faults, fault));
  }

  Controller<R> reconcile(Reconciler<? super R> reconciler) {
    Objects.requireNonNull(reconciler, "reconciler");
    List<String> all = Lists.andAll(faults, WiringRules.check(this));
    if (!all.isEmpty()) {
      throw new WiringException("controller " + name, all);
    }
    return new DefinedController<>(
        new ControllerSpec<>(
            name, requestType, primary, owned, watches, sources, workers, timeout, reconciler));
  }
}
