package dev.controllerruntime.api;

import java.util.Optional;

/**
 * A change of one object as the watch told it. An addition has no {@link #before()}, a deletion no
 * {@link #after()}.
 *
 * @param <T> the Java shape of the kind
 * @since 0.1.0
 */
@Stable
public interface Change<T> {
  /** The state before; empty for an addition. */
  Optional<Observed<T>> before();

  /** The state after; empty for a deletion. */
  Optional<Observed<T>> after();

  /** The key of the object. */
  default ObjectKey key() {
    return after().or(this::before).orElseThrow().metadata().key();
  }
}
