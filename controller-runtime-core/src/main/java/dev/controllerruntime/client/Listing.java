package dev.controllerruntime.client;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.api.Stable;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of a list: one snapshot, ordered by key. Not a Collection, so that nothing decodes by
 * accident. Immutable and thread-safe.
 *
 * @param <T> the Java shape of the kind
 * @since 0.1.0
 */
@Stable
public interface Listing<T> {
  /** The number of objects; decodes nothing. */
  int size();

  /** The keys in order; decodes nothing. */
  List<ObjectKey> keys();

  /** The metadata in order; decodes nothing. */
  Stream<ObjectMetadata> metadata();

  /** The part that matches; decodes only what the predicate decodes. */
  Listing<T> where(Predicate<? super T> predicate);

  /** Each object with its metadata; decodes on {@link Observed#get()}. */
  Stream<Observed<T>> observed();

  /** Decodes each element when it is reached: a private copy for each call. */
  Stream<T> stream();

  /** The version of the snapshot; empty where it is not known. */
  String resourceVersion();
}
