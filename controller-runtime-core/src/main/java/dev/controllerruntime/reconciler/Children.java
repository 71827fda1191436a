package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Stable;

/**
 * The owned objects of one owner.
 *
 * @since 0.1.0
 */
@Stable
public interface Children {
  /**
   * "These are my children": applies all with an owner reference; owned ones that are not in the
   * set are deleted or, where other owners remain, only lose our reference. Covers every kind given
   * to {@code owns} and {@code ownsIfPresent}, also one that the set does not mention.
   */
  void apply(Desired all);
}
