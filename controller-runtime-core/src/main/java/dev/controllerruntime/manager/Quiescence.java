package dev.controllerruntime.manager;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.cache.CacheContent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether a manager has nothing to do now; for tests. Thread-safe; each answer is of its own
 * moment.
 *
 * @since 0.1.0
 */
@Internal
public interface Quiescence {
  /**
   * That of a manager.
   *
   * @throws IllegalArgumentException when it was not made by {@link Manager#builder()}
   */
  static Quiescence of(Manager manager) {
    if (manager instanceof RuntimeManager own) {
      return own.quiescence();
    }
    throw new IllegalArgumentException("no manager of this library: " + manager.getClass());
  }

  /**
   * Ready keys that a worker may take, now or as soon as a starting controller runs. Those of a
   * controller that is paused by its user, stands by, or waits for something that fails, do not
   * count: nothing happens to them by itself.
   */
  int readyKeys();

  /** Reconciles that have not returned. */
  int running();

  /** Controllers whose sources are not synced yet though nothing fails. */
  int starting();

  /** Events that are not sent yet. */
  boolean eventsWaiting();

  /** When the next delayed key becomes ready, from now; empty when there is none. */
  Optional<Duration> nextReady();

  /** Whether every cache is at or after this version of the server. */
  boolean cachesAtOrAfter(String version);

  /** What each cache holds, to be compared with fresh lists. */
  List<CacheContent> caches();

  /** What is in the way, one line each; empty when quiet, versions of caches aside. */
  List<String> busy();

  /** No ready key, no running reconcile, nothing starting, no event waiting. */
  default boolean quiet() {
    return busy().isEmpty();
  }
}
