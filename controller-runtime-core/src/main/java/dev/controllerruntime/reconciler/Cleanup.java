package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Stable;

/**
 * Clean-up of an object that is being deleted, while its finalizer holds it.
 *
 * @param <T> the Java shape of the primary kind
 * @since 0.1.0
 */
@Stable
@FunctionalInterface
public interface Cleanup<T> {
  /**
   * Undoes what was made outside the cluster; may be called again after it succeeded.
   *
   * @return {@link Result#done()}: the finalizer goes; {@link Result#requeueAfter}: it stays and
   *     the clean-up is called again
   */
  Result cleanUp(T object, Context context) throws Exception;
}
