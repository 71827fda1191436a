package dev.controllerruntime.event;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Change;
import dev.controllerruntime.api.ChangeFilter;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.cache.ChangeHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Turns the changes of one watched kind into requests. Called on one watch loop at a time. */
final class WatchSource<W, R> implements ChangeHandler<W> {
  private final WatchSpec<W, ? extends R> spec;
  private final RequestMapping<W, R> mapping;
  private final UserCode userCode;
  private final RequestSink<R> sink;
  private final Runnable whenSynced;
  private volatile boolean synced;

  WatchSource(
      WatchSpec<W, ? extends R> spec,
      RequestMapping<W, R> mapping,
      UserCode userCode,
      RequestSink<R> sink,
      Runnable whenSynced) {
    this.spec = spec;
    this.mapping = mapping;
    this.userCode = userCode;
    this.sink = sink;
    this.whenSynced = whenSynced;
  }

  /** From one state to requests. */
  interface RequestMapping<W, R> {
    Collection<? extends R> map(Observed<W> state);
  }

  boolean hasSynced() {
    return synced;
  }

  @Override
  public void changed(Change<W> change, boolean initial) {
    List<Observed<W>> states = new ArrayList<>(2);
    change.before().ifPresent(states::add);
    change.after().ifPresent(states::add);
    if (!carriesFinalizer(states) && !(matches(states) && passes(change))) {
      return;
    }
    Set<R> requests = new LinkedHashSet<>();
    for (Observed<W> state : states) {
      // A function that fails on one state must not lose the requests of the other.
      requests.addAll(
          userCode.call(
              "the mapping",
              spec.kind(),
              change.key(),
              () -> List.<R>copyOf(mapping.map(state)),
              List.<R>of()));
    }
    Cause cause = new Cause(spec.kind(), change.key(), type(change));
    int priority = initial ? Sources.INITIAL_PRIORITY : spec.priority();
    for (R request : requests) {
      sink.add(request, priority, cause);
    }
  }

  @Override
  public void synced() {
    synced = true;
    whenSynced.run();
  }

  private boolean carriesFinalizer(List<Observed<W>> states) {
    return spec.alwaysPasses().isPresent()
        && states.stream()
            .anyMatch(s -> s.metadata().finalizers().contains(spec.alwaysPasses().get()));
  }

  private boolean matches(List<Observed<W>> states) {
    return states.stream().anyMatch(this::matches);
  }

  private boolean matches(Observed<W> state) {
    for (Predicate<? super W> predicate : spec.where()) {
      boolean matching =
          userCode.call(
              "a predicate",
              spec.kind(),
              state.metadata().key(),
              () -> predicate.test(state),
              false);
      if (!matching) {
        return false;
      }
    }
    return true;
  }

  private boolean passes(Change<W> change) {
    for (ChangeFilter<? super W> filter : spec.changed()) {
      boolean passing =
          userCode.call(
              "a change filter", spec.kind(), change.key(), () -> filter.test(change), false);
      if (!passing) {
        return false;
      }
    }
    return true;
  }

  private static String type(Change<?> change) {
    if (change.before().isEmpty()) {
      return "added";
    }
    return change.after().isEmpty() ? "deleted" : "modified";
  }
}
