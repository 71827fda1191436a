package dev.controllerruntime.controller;

import dev.controllerruntime.api.ChangeFilter;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.client.ListOption;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Another kind a controller reacts to. A change counts when the state before or after matches
 * <em>all</em> predicates and all filters let the pair pass; then the mapping runs on both states
 * and the union is queued.
 *
 * @param kind the kind
 * @param ifPresent whether the controller also runs while the server lacks the kind
 * @param predicates in the order they were given; empty: every object matters
 * @param filters in the order they were given
 * @param scope namespace and selectors; empty: all namespaces
 * @param mapping from a state to requests
 * @param priority of the requests
 * @param <W> the Java shape of the kind
 * @param <R> the request type
 * @since 0.1.0
 */
@Internal
public record WatchSpec<W, R>(
    Kind<W> kind,
    boolean ifPresent,
    List<Predicate<? super W>> predicates,
    List<ChangeFilter<? super W>> filters,
    List<ListOption> scope,
    Function<? super Observed<W>, ? extends Collection<? extends R>> mapping,
    int priority) {

  /** Copies the lists. */
  public WatchSpec {
    predicates = List.copyOf(predicates);
    filters = List.copyOf(filters);
    scope = List.copyOf(scope);
  }
}
