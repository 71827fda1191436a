package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Stable;
import java.util.Optional;

/**
 * Reads objects, live from the server or from a cache.
 *
 * @since 0.1.0
 */
@Stable
public interface Reader {
  /** The object; a private copy. Empty when it does not exist. */
  <T> Optional<T> get(Kind<T> kind, ObjectKey key);

  /** The objects that match; over all namespaces unless told otherwise. */
  <T> Listing<T> list(Kind<T> kind, ListOption... options);

  /** Metadata alone; from a cache it never decodes. Empty when the object does not exist. */
  Optional<ObjectMetadata> metadata(Kind<?> kind, ObjectKey key);
}
