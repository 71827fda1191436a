package dev.controllerruntime.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one implementation of {@link ObjectMetadata}. */
record MetadataValue(
    String namespace,
    String name,
    String generateName,
    String uid,
    String resourceVersion,
    long generation,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<String> finalizers,
    List<OwnerReference> owners,
    @Nullable Instant createdOrNull,
    @Nullable Instant deletionOrNull,
    @Nullable Duration graceOrNull,
    @Nullable ObjectKey keyOrNull)
    implements ObjectMetadata {

  @Override
  public ObjectKey key() {
    if (keyOrNull == null) {
      throw new IllegalStateException(
          generateName.isEmpty()
              ? "the object has no name (metadata.name)"
              : "the object has no name yet, the server makes one from " + generateName);
    }
    return keyOrNull;
  }

  @Override
  public Optional<Instant> created() {
    return Optional.ofNullable(createdOrNull);
  }

  @Override
  public Optional<Instant> deletionTimestamp() {
    return Optional.ofNullable(deletionOrNull);
  }

  @Override
  public Optional<Duration> deletionGracePeriod() {
    return Optional.ofNullable(graceOrNull);
  }

  @Override
  public boolean deleting() {
    return deletionOrNull != null;
  }

  @Override
  public String toString() {
    String what = namespace.isEmpty() ? name : namespace + "/" + name;
    return resourceVersion.isEmpty() ? what : what + "@" + resourceVersion;
  }
}
