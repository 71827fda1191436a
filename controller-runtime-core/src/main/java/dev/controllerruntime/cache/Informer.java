package dev.controllerruntime.cache;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import java.time.Duration;

/**
 * A share in the one reflector and store of a kind and scope. Equal kinds and scopes share; the
 * last share that is closed stops them.
 *
 * @param <T> the Java shape of the kind
 * @since 0.1.0
 */
@Internal
public interface Informer<T> extends AutoCloseable {
  /** The kind in the view of this share. */
  Kind<T> kind();

  /**
   * Adds a handler. Where the store is complete already, the handler is told its content as
   * additions and {@link ChangeHandler#synced()} before this returns; no change is missed or told
   * twice in between. Otherwise it hears the first list when it comes.
   */
  void addHandler(ChangeHandler<T> handler);

  /** Removes it; it may still be called for the change that is being told right now. */
  void removeHandler(ChangeHandler<T> handler);

  /** Whether the store is complete and every handler has seen its first list. */
  boolean synced();

  /**
   * Waits for {@link #synced()}.
   *
   * @return false when the time passed first
   */
  boolean awaitSynced(Duration atMost) throws InterruptedException;

  /** Where it stands now. */
  CacheStatus status();

  /**
   * Calls back after every change of {@link #status()} that matters to a waiting controller:
   * synced, failing, healed, kind gone or back. On the watch loop; must be quick.
   */
  void onStatusChange(Runnable listener);

  /** Gives the share back and removes its handlers. A second call does nothing. */
  @Override
  void close();
}
