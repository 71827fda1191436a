package dev.controllerruntime.api;

/**
 * Whether a <em>pair</em> of states matters (generation changed, …). An opt-in: what it swallows is
 * not seen again before the next change or restart.
 *
 * @param <T> the Java shape of the kind; {@code Object} where only metadata is asked
 * @since 0.1.0
 */
@Stable
@FunctionalInterface
public interface ChangeFilter<T> {
  /** Must be quick (it runs on the watch loop) and free of side effects. */
  boolean test(Change<? extends T> change);
}
