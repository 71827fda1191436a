package dev.controllerruntime.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * {@code PartialObjectMetadata} and its list. The results share the {@code metadata} of the
 * objects.
 *
 * @since 0.1.0
 */
public final class PartialMetadata {
  private PartialMetadata() {}

  /**
   * The metadata of one object.
   *
   * @param object the object
   * @param version version of {@code meta.k8s.io} that the client asked for, {@code v1}
   */
  public static ObjectNode of(JsonNode object, String version) {
    ObjectNode partial = JsonNodeFactory.instance.objectNode();
    partial.put("kind", "PartialObjectMetadata");
    partial.put("apiVersion", "meta.k8s.io/" + version);
    partial.set("metadata", object.path("metadata"));
    return partial;
  }

  /**
   * The metadata of a list.
   *
   * @param listMetadata metadata of the list (resourceVersion, continue, remainingItemCount)
   * @param objects its items, in order
   * @param version version of {@code meta.k8s.io} that the client asked for, {@code v1}
   */
  public static ObjectNode listOf(
      ObjectNode listMetadata, List<? extends JsonNode> objects, String version) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", "PartialObjectMetadataList");
    list.put("apiVersion", "meta.k8s.io/" + version);
    list.set("metadata", listMetadata);
    // The real server writes null for an empty list.
    if (objects.isEmpty()) {
      list.putNull("items");
      return list;
    }
    ArrayNode items = list.putArray("items");
    objects.forEach(object -> items.add(of(object, version)));
    return list;
  }
}
