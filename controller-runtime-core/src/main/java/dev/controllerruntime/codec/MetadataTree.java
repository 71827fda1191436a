package dev.controllerruntime.codec;

import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.OwnerReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Metadata alone as the tree of an object: all that {@link ObjectMetadata} knows. */
final class MetadataTree {
  private MetadataTree() {}

  static Map<String, Object> of(ObjectMetadata metadata) {
    Map<String, Object> tree = new LinkedHashMap<>();
    put(tree, "name", metadata.name());
    put(tree, "namespace", metadata.namespace());
    put(tree, "uid", metadata.uid());
    put(tree, "resourceVersion", metadata.resourceVersion());
    if (metadata.generation() != 0) {
      tree.put("generation", metadata.generation());
    }
    metadata.created().ifPresent(time -> tree.put("creationTimestamp", time));
    metadata.deletionTimestamp().ifPresent(time -> tree.put("deletionTimestamp", time));
    metadata
        .deletionGracePeriod()
        .ifPresent(grace -> tree.put("deletionGracePeriodSeconds", grace.toSeconds()));
    if (!metadata.labels().isEmpty()) {
      tree.put("labels", metadata.labels());
    }
    if (!metadata.annotations().isEmpty()) {
      tree.put("annotations", metadata.annotations());
    }
    if (!metadata.owners().isEmpty()) {
      tree.put("ownerReferences", owners(metadata.owners()));
    }
    if (!metadata.finalizers().isEmpty()) {
      tree.put("finalizers", metadata.finalizers());
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("metadata", tree);
    return object;
  }

  private static List<Map<String, Object>> owners(List<OwnerReference> owners) {
    return owners.stream()
        .map(
            owner -> {
              Map<String, Object> reference = new LinkedHashMap<>();
              reference.put("apiVersion", owner.apiVersion());
              reference.put("kind", owner.kind());
              reference.put("name", owner.name());
              reference.put("uid", owner.uid());
              if (owner.controller()) {
                reference.put("controller", true);
              }
              return reference;
            })
        .toList();
  }

  private static void put(Map<String, Object> tree, String field, String value) {
    if (!value.isEmpty()) {
      tree.put(field, value);
    }
  }
}
