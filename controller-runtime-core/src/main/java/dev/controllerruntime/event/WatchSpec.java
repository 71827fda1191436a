package dev.controllerruntime.event;

import dev.controllerruntime.api.ChangeFilter;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.ListOption;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One watched kind of a controller: what passes, and which requests it makes. Immutable.
 *
 * @param kind the kind
 * @param scope namespace and selectors
 * @param where a change passes when the state before or the state after matches all of them
 * @param changed all must match the pair
 * @param alwaysPasses an object that carries this finalizer, before or after, passes whatever
 *     {@code where} and {@code changed} say; empty for none
 * @param mapping runs on both states
 * @param priority of the requests; those of the initial list have −100 instead
 * @param ifPresent whether the source joins and leaves with the kind instead of holding the start
 * @param <W> the Java shape of the kind
 * @param <R> the request type
 * @since 0.1.0
 */
@Internal
public record WatchSpec<W, R>(
    Kind<W> kind,
    List<ListOption> scope,
    List<Predicate<? super W>> where,
    List<ChangeFilter<? super W>> changed,
    Optional<String> alwaysPasses,
    Mapping<W, R> mapping,
    int priority,
    boolean ifPresent) {

  /** Copies the lists. */
  public WatchSpec {
    scope = List.copyOf(scope);
    where = List.copyOf(where);
    changed = List.copyOf(changed);
  }

  /**
   * From one state of an object to requests.
   *
   * @param <W> the Java shape of the kind
   * @param <R> the request type
   */
  public sealed interface Mapping<W, R> {}

  /** The object itself is the request. */
  public record Itself<W>() implements Mapping<W, Request> {}

  /** Every owner of that kind, controller reference or not. */
  public record OwnersOf<W>(Kind<?> primary) implements Mapping<W, Request> {}

  /** A function of the user's. */
  public record By<W, R>(Function<? super Observed<W>, ? extends Collection<? extends R>> function)
      implements Mapping<W, R> {}

  /**
   * The primary kind: each object is its own request.
   *
   * @param finalizer the controller's own; an object that carries it always passes
   */
  public static <T> WatchSpec<T, Request> primary(
      Kind<T> kind,
      List<ListOption> scope,
      List<Predicate<? super T>> where,
      List<ChangeFilter<? super T>> changed,
      Optional<String> finalizer) {
    return new WatchSpec<>(kind, scope, where, changed, finalizer, new Itself<>(), 0, false);
  }

  /** A kind whose objects are owned by objects of the primary kind. */
  public static <C> WatchSpec<C, Request> owned(
      Kind<C> child, Kind<?> primary, List<ListOption> scope, boolean ifPresent) {
    return new WatchSpec<>(
        child,
        scope,
        List.of(),
        List.of(),
        Optional.empty(),
        new OwnersOf<>(primary),
        0,
        ifPresent);
  }

  /** A kind with a mapping function. */
  public static <W, R> WatchSpec<W, R> mapped(
      Kind<W> kind,
      List<ListOption> scope,
      List<Predicate<? super W>> where,
      List<ChangeFilter<? super W>> changed,
      Function<? super Observed<W>, ? extends Collection<? extends R>> mapping,
      int priority,
      boolean ifPresent) {
    return new WatchSpec<>(
        kind, scope, where, changed, Optional.empty(), new By<>(mapping), priority, ifPresent);
  }
}
