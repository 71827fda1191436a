package dev.controllerruntime.cache;

import dev.controllerruntime.api.Change;
import dev.controllerruntime.api.Internal;

/**
 * Hears of every change of the base of one informer, in order and unmerged. Runs on the informer's
 * watch loop (its first list: on the thread that adds it): must be quick and must not wait. What it
 * throws is logged and counted, and neither other handlers nor the watch notice.
 *
 * @param <T> the Java shape of the kind
 * @since 0.1.0
 */
@Internal
public interface ChangeHandler<T> {
  /**
   * One change. An object that was deleted and made again while the watch was down is told as two:
   * the deletion of the old uid, then the addition of the new one.
   *
   * @param change its objects are shared by all handlers: not to be changed
   * @param initial whether it belongs to the handler's first list
   */
  void changed(Change<T> change, boolean initial);

  /** The handler has seen its whole first list. Called once. */
  void synced();
}
