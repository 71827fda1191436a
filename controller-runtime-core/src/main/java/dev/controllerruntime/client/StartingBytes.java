package dev.controllerruntime.client;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.codec.Encoded;
import java.util.Optional;

/**
 * The bytes a read-modify-write may start from without asking the server: what a cached get would
 * see, own writes included. Never waits, and never answers with bytes that a transform or a
 * metadata-only view has shortened. Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
@FunctionalInterface
public interface StartingBytes {
  /** Knows nothing: every edit starts from a live read. */
  StartingBytes NONE = (kind, key) -> Optional.empty();

  /** The object as stored; empty where the kind is not cached whole or the object is not there. */
  Optional<Encoded> find(Kind<?> kind, ObjectKey key);
}
