package dev.controllerruntime.cache;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.client.WriteListener;
import dev.controllerruntime.codec.Encoded;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All caches of one cluster: informers by kind and scope, reads from memory, own writes laid over.
 *
 * <p>A kind and scope that nobody wired gets an informer at the first read. Which informer answers:
 * one of exactly the options of the read; else one of the whole kind; else one of the namespace of
 * the read. One with selectors never answers a read without them.
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public interface Caches extends WriteListener, AutoCloseable {
  /** Caches made of these parts; nothing runs yet. */
  static Caches create(CachesOptions options) {
    return new SharedCaches(options);
  }

  /**
   * A share in the informer of the kind and scope. Before {@link #start()} nothing runs; after it,
   * the informer starts at once.
   *
   * @param scope namespace and selectors; all namespaces without any
   * @throws IllegalArgumentException when a selector is malformed
   */
  <T> Informer<T> informer(Kind<T> kind, ListOption... scope);

  /** Starts the informers wired so far. A second call does nothing. */
  void start();

  /**
   * Stops all informers, ends waiting reads with an error, and waits up to 5 s for the watch loops.
   * A second call does nothing.
   */
  void stop();

  /**
   * Reads from memory; waits for a cache that is not complete, at most 2 minutes unless told
   * otherwise, then {@link CacheUnavailableException}. A missing kind or permission ends the wait
   * at once. In handlers, predicates and mapping functions it never waits.
   */
  Reader reader();

  /** {@link #reader()}, but waits until the given instant at most: the deadline of a reconcile. */
  Reader reader(Instant deadline);

  /**
   * The bytes an edit may start from: what a cached get would see, own writes included. Empty when
   * the kind is not cached whole (no transform, not metadata alone, no selectors), the cache is not
   * complete, or the object is not there. Never waits.
   */
  Optional<Encoded> startingBytes(Kind<?> kind, ObjectKey key);

  /**
   * Metadata of the objects of a kind that name the owner in an owner reference, controller
   * reference or not, ordered by key. A look-up in the owner index, never a scan, own writes
   * included; waits as {@link #reader(Instant)} does.
   *
   * @param kind what {@code owns} was given; its view does not matter. Where it is wired for single
   *     namespaces, children in others are not found
   * @throws CacheUnavailableException as for any cached read; {@code KIND_MISSING} where the server
   *     lacks the kind
   */
  List<ObjectMetadata> ownedBy(Kind<?> kind, String ownerUid, Instant deadline);

  /**
   * Whether the server has the kind, as far as its informers know; empty without an informer, and
   * while the server was not asked yet.
   */
  Optional<Boolean> present(Kind<?> kind);

  /** Where objects of the kind live; empty while the server was not asked or lacks the kind. */
  Optional<Scope> scope(Kind<?> kind);

  /** Whether every informer is synced. */
  boolean synced();

  /** Where each informer stands, in the order they were made. */
  List<CacheStatus> statuses();

  /** What each informer holds, in the order they were made; waits for a delivery that runs. */
  List<CacheContent> contents();

  /**
   * Whether every base is at or after a version that was read freshly: then all that was written
   * before that read has been told to the handlers. A quiet kind gets there with its next bookmark.
   */
  boolean atOrAfter(String version);

  /** {@link #stop()}. */
  @Override
  void close();
}
