package dev.controllerruntime.api;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Duration;
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
  /** What a model's metadata says now; later changes of the model do not show. */
  static ObjectMetadata of(V1ObjectMeta meta) {
    return ModelMetadata.of(meta);
  }

  /**
   * Namespace and name.
   *
   * @throws IllegalStateException when the object has no name yet ({@code generateName})
   */
  ObjectKey key();

  /** The namespace; empty for a cluster-scoped object. */
  default String namespace() {
    return key().namespace();
  }

  /** The name; empty on an object that the server is still to name ({@code generateName}). */
  default String name() {
    return key().name();
  }

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

  /**
   * The grace that the deletion was given; empty on objects that are not being deleted and where
   * the kind knows no grace.
   */
  default Optional<Duration> deletionGracePeriod() {
    return Optional.empty();
  }

  /** Whether its deletion was asked for. */
  default boolean deleting() {
    return deletionTimestamp().isPresent();
  }
}
