package dev.controllerruntime.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Accessors of {@code metadata}; absent texts are empty.
 *
 * @since 0.1.0
 */
public final class Meta {
  private static final List<String> ORDER =
      List.of(
          "name",
          "generateName",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "labels",
          "annotations",
          "ownerReferences",
          "finalizers",
          "managedFields");

  private Meta() {}

  /** The object's metadata, made when it is absent or null. */
  public static ObjectNode of(ObjectNode object) {
    return object.get("metadata") instanceof ObjectNode metadata
        ? metadata
        : object.putObject("metadata");
  }

  /** A text of the metadata, or an empty one. */
  public static String text(JsonNode object, String field) {
    return object.path("metadata").path(field).asText("").equals("null")
        ? ""
        : object.path("metadata").path(field).asText("");
  }

  /** The name. */
  public static String name(JsonNode object) {
    return text(object, "name");
  }

  /** The namespace. */
  public static String namespace(JsonNode object) {
    return text(object, "namespace");
  }

  /** The uid. */
  public static String uid(JsonNode object) {
    return text(object, "uid");
  }

  /** The resource version as it was sent. */
  public static String resourceVersion(JsonNode object) {
    return text(object, "resourceVersion");
  }

  /** Whether a deletion timestamp is set. */
  public static boolean isDeleting(JsonNode object) {
    return !text(object, "deletionTimestamp").isEmpty();
  }

  /** The finalizers in their order. */
  public static List<String> finalizers(JsonNode object) {
    return texts(object.path("metadata").path("finalizers"));
  }

  /** The texts of an array. */
  public static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>(array.size());
    for (JsonNode element : array) {
      texts.add(element.asText());
    }
    return texts;
  }

  /** Sets the finalizers, or drops the field when there are none. */
  public static void setFinalizers(ObjectNode object, List<String> finalizers) {
    ObjectNode metadata = of(object);
    if (finalizers.isEmpty()) {
      metadata.remove("finalizers");
      return;
    }
    ArrayNode array = metadata.putArray("finalizers");
    finalizers.forEach(array::add);
  }

  /** The labels. */
  public static Map<String, String> labels(JsonNode object) {
    JsonNode labels = object.path("metadata").path("labels");
    if (labels.isEmpty()) {
      return Map.of();
    }
    Map<String, String> map = new LinkedHashMap<>();
    labels.properties().forEach(label -> map.put(label.getKey(), label.getValue().asText()));
    return map;
  }

  /** A time in the form of metadata: UTC, whole seconds. */
  public static String time(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Puts the metadata into the order in which the real server writes it. */
  public static void order(ObjectNode object) {
    ObjectNode metadata = of(object);
    ObjectNode ordered = Json.object();
    for (String field : ORDER) {
      JsonNode value = metadata.remove(field);
      if (value != null) {
        ordered.set(field, value);
      }
    }
    ordered.setAll(metadata);
    object.set("metadata", ordered);
  }
}
