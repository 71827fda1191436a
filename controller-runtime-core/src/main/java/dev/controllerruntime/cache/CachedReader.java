package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.cache.SourceKey.ReadScope;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.Listing;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.store.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads from memory, waiting until a deadline at most. */
final class CachedReader implements Reader {
  private final SharedCaches caches;
  private final Codec codec;
  private final Waits waits;

  /** Asked at each read. */
  private final Supplier<Instant> deadline;

  CachedReader(SharedCaches caches, Codec codec, Waits waits, Supplier<Instant> deadline) {
    this.caches = caches;
    this.codec = codec;
    this.waits = waits;
    this.deadline = deadline;
  }

  @Override
  public <T> Optional<T> get(Kind<T> kind, ObjectKey key) {
    return snapshot(caches.forKey(kind, key, false))
        .get(key)
        .map(object -> Decoding.decode(codec, kind, object));
  }

  @Override
  public Optional<ObjectMetadata> metadata(Kind<?> kind, ObjectKey key) {
    return snapshot(caches.forKey(kind, key, true)).get(key).map(Encoded::metadata);
  }

  @Override
  public <T> Listing<T> list(Kind<T> kind, ListOption... options) {
    ReadScope scope = Scopes.of(options);
    SharedInformer informer = caches.forList(kind, scope);
    Snapshot snapshot = snapshot(informer);
    List<Encoded> objects =
        scope.namespace().isEmpty() ? snapshot.all() : snapshot.namespace(scope.namespace());
    if (scope.selective() && !informer.key().scope().equals(scope)) {
      objects =
          objects.stream()
              .filter(object -> scope.labels().matches(object.metadata()))
              .filter(object -> scope.fields().matches(object.metadata()))
              .toList();
    }
    return new CachedListing<>(codec, kind, objects, snapshot.version(), informer.skipped()::add);
  }

  Snapshot snapshot(SharedInformer informer) {
    waits.awaitReadable(informer, deadline.get());
    return informer.snapshot();
  }
}
