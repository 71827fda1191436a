package dev.controllerruntime.controller;

import dev.controllerruntime.api.ChangeFilter;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.reconciler.Cleanup;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The primary kind of a controller. A change makes a request when the state before or after matches
 * <em>all</em> predicates and all filters let the pair pass, or when either state carries the
 * finalizer.
 *
 * @param kind the kind
 * @param predicates in the order they were given; empty: every object matters
 * @param filters in the order they were given
 * @param scope namespace and selectors; empty: all namespaces
 * @param finalizer null when the controller has none
 * @param <T> the Java shape of the kind
 * @since 0.1.0
 */
@Internal
public record PrimarySpec<T>(
    Kind<T> kind,
    List<Predicate<? super T>> predicates,
    List<ChangeFilter<? super T>> filters,
    List<ListOption> scope,
    @Nullable FinalizerSpec<T> finalizer) {

  /** Copies the lists. */
  public PrimarySpec {
    predicates = List.copyOf(predicates);
    filters = List.copyOf(filters);
    scope = List.copyOf(scope);
  }

  PrimarySpec<T> where(Predicate<? super T> predicate) {
    return new PrimarySpec<>(kind, Lists.and(predicates, predicate), filters, scope, finalizer);
  }

  PrimarySpec<T> changed(ChangeFilter<? super T> filter) {
    return new PrimarySpec<>(kind, predicates, Lists.and(filters, filter), scope, finalizer);
  }

  PrimarySpec<T> in(ListOption... options) {
    return new PrimarySpec<>(
        kind, predicates, filters, Lists.andAll(scope, List.of(options)), finalizer);
  }

  PrimarySpec<T> finalizer(String name, Cleanup<? super T> cleanup) {
    return new PrimarySpec<>(kind, predicates, filters, scope, new FinalizerSpec<>(name, cleanup));
  }

  /**
   * The finalizer of a controller.
   *
   * @param name {@code domain/name}
   * @param cleanup called while an object that carries the finalizer is being deleted
   * @param <T> the Java shape of the primary kind
   * @since 0.1.0
   */
  @Internal
  public record FinalizerSpec<T>(String name, Cleanup<? super T> cleanup) {
    /** Both parts are required. */
    public FinalizerSpec {
      Objects.requireNonNull(name, "finalizer");
      Objects.requireNonNull(cleanup, "cleanup");
    }
  }
}
