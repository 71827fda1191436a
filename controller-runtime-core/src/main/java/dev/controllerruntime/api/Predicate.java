package dev.controllerruntime.api;

/**
 * Whether <em>one</em> state of an object matters. A change passes when the state before or the
 * state after matches. After a restart there is no state before: a predicate must also match what
 * the controller itself left on its primary object.
 *
 * @param <T> the Java shape of the kind; {@code Object} where only metadata is asked
 * @since 0.1.0
 */
@Stable
@FunctionalInterface
public interface Predicate<T> {
  /** Must be quick (it runs on the watch loop) and free of side effects. */
  boolean test(Observed<? extends T> state);
}
