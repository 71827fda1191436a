package dev.controllerruntime.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads metadata off a tree of maps and lists; what has an unexpected type reads as absent. */
final class TreeMetadata {
  private TreeMetadata() {}

  /** Metadata of a tree as {@link DynamicObject#asMap()} gives it. */
  static ObjectMetadata of(Map<?, ?> metadata) {
    MetadataBuilder builder =
        new MetadataBuilder()
            .namespace(text(metadata, "namespace"))
            .name(text(metadata, "name"))
            .generateName(text(metadata, "generateName"))
            .uid(text(metadata, "uid"))
            .resourceVersion(text(metadata, "resourceVersion"))
            .labels(texts(metadata, "labels"))
            .annotations(texts(metadata, "annotations"));
    if (metadata.get("generation") instanceof Number generation) {
      builder.generation(generation.longValue());
    }
    if (metadata.get("deletionGracePeriodSeconds") instanceof Number seconds) {
      builder.deletionGraceSeconds(seconds.longValue());
    }
    if (metadata.get("finalizers") instanceof List<?> finalizers) {
      builder.finalizers(finalizers.stream().map(String::valueOf).toList());
    }
    if (metadata.get("ownerReferences") instanceof List<?> references) {
      builder.owners(owners(references));
    }
    String created = text(metadata, "creationTimestamp");
    String deletion = text(metadata, "deletionTimestamp");
    return builder
        .created(created.isEmpty() ? null : MetadataBuilder.time(created))
        .deletionTimestamp(deletion.isEmpty() ? null : MetadataBuilder.time(deletion))
        .build();
  }

  private static List<OwnerReference> owners(List<?> references) {
    List<OwnerReference> owners = new ArrayList<>(references.size());
    for (Object each : references) {
      if (each instanceof Map<?, ?> reference) {
        owners.add(
            new OwnerReference(
                text(reference, "apiVersion"),
                text(reference, "kind"),
                text(reference, "name"),
                text(reference, "uid"),
                Boolean.TRUE.equals(reference.get("controller"))));
      }
    }
    return owners;
  }

  private static String text(Map<?, ?> tree, String field) {
    return tree.get(field) instanceof String text ? text : "";
  }

  private static Map<String, String> texts(Map<?, ?> tree, String field) {
    if (!(tree.get(field) instanceof Map<?, ?> entries)) {
      return CompactMap.EMPTY;
    }
    List<String> pairs = new ArrayList<>(entries.size() * 2);
    entries.forEach(
        (key, value) -> {
          pairs.add(String.valueOf(key));
          pairs.add(value == null ? "" : String.valueOf(value));
        });
    return CompactMap.ofPairs(pairs);
  }
}
