package dev.controllerruntime.store;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.codec.Encoded;
import org.jspecify.annotations.Nullable;

/**
 * One change of the base: an addition has no before, a deletion no after.
 *
 * @param before the state before, or null
 * @param after the state after, or null
 * @since 0.1.0
 */
@Internal
public record BaseChange(@Nullable Encoded before, @Nullable Encoded after) {
  /** At least one state is there. */
  public BaseChange {
    if (before == null && after == null) {
      throw new IllegalArgumentException("a change needs a state before or after");
    }
  }
}
