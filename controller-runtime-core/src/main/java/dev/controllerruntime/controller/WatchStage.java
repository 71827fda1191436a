package dev.controllerruntime.controller;

import dev.controllerruntime.api.ChangeFilter;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.client.ListOption;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** The wiring of one watched kind; each call returns a new value. */
record WatchStage<W, R>(
    Kind<W> kind,
    boolean ifPresent,
    List<Predicate<? super W>> predicates,
    List<ChangeFilter<? super W>> filters,
    List<ListOption> scope)
    implements Controller.On<W, R> {

  static <W, R> WatchStage<W, R> of(Kind<W> kind, boolean ifPresent) {
    Objects.requireNonNull(kind, "kind");
    return new WatchStage<>(kind, ifPresent, List.of(), List.of(), List.of());
  }

  @Override
  public WatchStage<W, R> where(Predicate<? super W> predicate) {
    return new WatchStage<>(kind, ifPresent, Lists.and(predicates, predicate), filters, scope);
  }

  @Override
  public WatchStage<W, R> changed(ChangeFilter<? super W> filter) {
    return new WatchStage<>(kind, ifPresent, predicates, Lists.and(filters, filter), scope);
  }

  @Override
  public WatchStage<W, R> in(ListOption... options) {
    return new WatchStage<>(
        kind, ifPresent, predicates, filters, Lists.andAll(scope, List.of(options)));
  }

  @Override
  public Controller.Mapped<R> map(
      Function<? super Observed<W>, ? extends Collection<? extends R>> toRequests) {
    Objects.requireNonNull(toRequests, "toRequests");
    return new Mapped<>(
        new WatchSpec<>(kind, ifPresent, predicates, filters, scope, toRequests, 0));
  }

  /** The finished wiring of the kind. */
  record Mapped<W, R>(WatchSpec<W, R> spec) implements Controller.Mapped<R> {
    @Override
    public Mapped<W, R> priority(int priority) {
      return new Mapped<>(
          new WatchSpec<>(
              spec.kind(),
              spec.ifPresent(),
              spec.predicates(),
              spec.filters(),
              spec.scope(),
              spec.mapping(),
              priority));
    }
  }
}
