package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import java.time.Instant;
import java.util.List;

/**
 * Which objects name an owner: a look-up in the owner index of the cache. Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
@FunctionalInterface
public interface OwnedObjects {
  /**
   * Metadata of the objects of the kind with an owner reference of that uid, ordered by key, own
   * writes included; waits for an incomplete cache until the deadline.
   */
  List<ObjectMetadata> ownedBy(Kind<?> kind, String ownerUid, Instant deadline);
}
