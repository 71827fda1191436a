package dev.controllerruntime.store;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import java.util.function.Predicate;

/**
 * Which objects of the kind belong to a store: needed to tell what an own write means for it. What
 * the watch delivers is taken as it comes, for there the server has decided.
 *
 * @param namespace only this namespace; empty for all
 * @param matches labels, and what field selectors can say about metadata
 * @param decidable false where a field selector beyond {@code metadata.*} decides: own writes are
 *     then left to the watch
 * @since 0.1.0
 */
@Internal
public record Selection(String namespace, Predicate<ObjectMetadata> matches, boolean decidable) {
  /** Everything. */
  public static Selection all() {
    return new Selection("", metadata -> true, true);
  }

  boolean covers(ObjectKey key) {
    return namespace.isEmpty() || namespace.equals(key.namespace());
  }
}
