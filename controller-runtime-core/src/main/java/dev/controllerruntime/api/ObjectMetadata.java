package dev.controllerruntime.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the runtime reads of every object without decoding it. Immutable; maps and lists keep the
 * order of the wire and are never null.
 *
 * @since 0.1.0
 */
@Stable
public interface ObjectMetadata {
  /** Namespace and name. */
  ObjectKey key();

  /** The uid; empty on an object that was never stored. */
  String uid();

  /** The resource version; empty on an object that was never stored. */
  String resourceVersion();

  /** The generation; 0 where the kind has none. */
  long generation();

  /** Labels; unmodifiable. */
  Map<String, String> labels();

  /** Annotations; unmodifiable. */
  Map<String, String> annotations();

  /** Finalizers; unmodifiable. */
  List<String> finalizers();

  /** Owner references; unmodifiable. */
  List<OwnerReference> owners();

  /** When the server created it. */
  Optional<Instant> created();

  /** When its deletion was asked for (plus grace); present exactly on objects being deleted. */
  Optional<Instant> deletionTimestamp();

  /** Whether its deletion was asked for. */
  default boolean deleting() {
    return deletionTimestamp().isPresent();
  }
}
