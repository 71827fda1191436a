package dev.controllerruntime.event;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.cache.CacheStatus;
import dev.controllerruntime.cache.Caches;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.util.List;

/**
 * The watched kinds of one controller, connected to its queue. Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public interface Sources extends AutoCloseable {
  /** Priority of the requests of an initial list. */
  int INITIAL_PRIORITY = -100;

  /** Shares in the informers of the specs are taken at once, so that they start with the caches. */
  static <R> Sources connect(
      String controller,
      List<? extends WatchSpec<?, ? extends R>> specs,
      Caches caches,
      Concurrency concurrency,
      RequestSink<R> sink) {
    return new ConnectedSources<>(controller, specs, caches, concurrency, sink);
  }

  /**
   * Attaches the handlers: from now on the initial lists and all changes become requests. A second
   * call does nothing.
   */
  void start();

  /**
   * Whether every required source has told its whole initial list, and so has every {@code
   * ifPresent} source whose kind the server has. An {@code ifPresent} source counts as absent only
   * once the server said so.
   */
  boolean synced();

  /**
   * Waits for {@link #synced()}.
   *
   * @return false when the time passed first
   */
  boolean awaitSynced(Duration atMost) throws InterruptedException;

  /** The sources that {@link #synced()} waits for. */
  List<CacheStatus> waitingFor();

  /** Where each source stands, in the order of the wiring. */
  List<CacheStatus> statuses();

  /**
   * Calls back after every change of {@link #statuses()}: a kind synced, failing, healed, gone or
   * back. On a watch loop; must be quick.
   */
  void onStatusChange(Runnable listener);

  /** Faults and slow calls of user code so far. */
  UserCodeCounts counts();

  /**
   * What user code in predicates and mapping functions did.
   *
   * @param failures calls that threw; such a call counts as no match and maps to no request
   * @param slow calls that took over 100 ms
   */
  record UserCodeCounts(long failures, long slow) {}

  /** Detaches the handlers and gives the informers back. A second call does nothing. */
  @Override
  void close();
}
