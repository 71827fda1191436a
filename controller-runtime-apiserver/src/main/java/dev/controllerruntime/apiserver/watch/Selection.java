package dev.controllerruntime.apiserver.watch;

import dev.controllerruntime.apiserver.storage.StoredObject;
import java.util.function.Predicate;

/**
 * Which objects of a resource a list or watch is about.
 *
 * @param namespace empty for all
 * @param selective whether a selector was given at all
 * @param selector what the selectors say; looks at the object only
 * @since 0.1.0
 */
public record Selection(String namespace, boolean selective, Predicate<StoredObject> selector) {
  /** Whether an object is meant. */
  public boolean matches(StoredObject object) {
    return (namespace.isEmpty() || namespace.equals(object.namespace()))
        && (!selective || selector.test(object));
  }
}
