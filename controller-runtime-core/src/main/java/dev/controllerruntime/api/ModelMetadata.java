package dev.controllerruntime.api;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads client-java's metadata model, where every field may be null. */
final class ModelMetadata {
  private ModelMetadata() {}

  static ObjectMetadata of(V1ObjectMeta meta) {
    MetadataBuilder builder =
        new MetadataBuilder()
            .namespace(text(meta.getNamespace()))
            .name(text(meta.getName()))
            .generateName(text(meta.getGenerateName()))
            .uid(text(meta.getUid()))
            .resourceVersion(text(meta.getResourceVersion()))
            .labels(map(meta.getLabels()))
            .annotations(map(meta.getAnnotations()))
            .created(instant(meta.getCreationTimestamp()))
            .deletionTimestamp(instant(meta.getDeletionTimestamp()));
    Long generation = meta.getGeneration();
    if (generation != null) {
      builder.generation(generation);
    }
    Long grace = meta.getDeletionGracePeriodSeconds();
    if (grace != null) {
      builder.deletionGraceSeconds(grace);
    }
    List<String> finalizers = meta.getFinalizers();
    if (finalizers != null) {
      builder.finalizers(finalizers);
    }
    List<V1OwnerReference> owners = meta.getOwnerReferences();
    if (owners != null) {
      builder.owners(owners.stream().map(ModelMetadata::owner).toList());
    }
    return builder.build();
  }

  private static OwnerReference owner(V1OwnerReference reference) {
    return new OwnerReference(
        text(reference.getApiVersion()),
        text(reference.getKind()),
        text(reference.getName()),
        text(reference.getUid()),
        Boolean.TRUE.equals(reference.getController()));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static Map<String, String> map(@Nullable Map<String, String> value) {
    return value == null ? Map.of() : value;
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime value) {
    return value == null ? null : value.toInstant();
  }
}
