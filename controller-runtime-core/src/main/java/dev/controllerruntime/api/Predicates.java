package dev.controllerruntime.api;

import java.util.List;

/**
 * The usual predicates and their combinators. Those about metadata alone are {@code
 * Predicate<Object>} and fit every kind.
 *
 * @since 0.1.0
 */
@Stable
public final class Predicates {
  private Predicates() {}

  /** The annotation is there, whatever its value. */
  public static Predicate<Object> hasAnnotation(String key) {
    return state -> state.metadata().annotations().containsKey(key);
  }

  /** The annotation is there with this value. */
  public static Predicate<Object> hasAnnotation(String key, String value) {
    return state -> value.equals(state.metadata().annotations().get(key));
  }

  /** The label is there, whatever its value. */
  public static Predicate<Object> hasLabel(String key) {
    return state -> state.metadata().labels().containsKey(key);
  }

  /** The label is there with this value. */
  public static Predicate<Object> hasLabel(String key, String value) {
    return state -> value.equals(state.metadata().labels().get(key));
  }

  /** The finalizer is there. */
  public static Predicate<Object> hasFinalizer(String name) {
    return state -> state.metadata().finalizers().contains(name);
  }

  /** Every one matches; true for none. */
  @SafeVarargs
  public static <T> Predicate<T> all(Predicate<? super T>... of) {
    List<Predicate<? super T>> parts = List.of(of);
    return state -> parts.stream().allMatch(p -> p.test(state));
  }

  /** At least one matches; false for none. */
  @SafeVarargs
  public static <T> Predicate<T> any(Predicate<? super T>... of) {
    List<Predicate<? super T>> parts = List.of(of);
    return state -> parts.stream().anyMatch(p -> p.test(state));
  }

  /**
   * The state does not match. About a change this reads "some state does not match", which is not
   * the opposite of "some state matches".
   */
  public static <T> Predicate<T> not(Predicate<? super T> predicate) {
    return state -> !predicate.test(state);
  }
}
