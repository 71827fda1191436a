package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The resources that a CustomResourceDefinition defines.
 *
 * @param served by served version
 * @param storage in the storage version, which may not be served
 * @since 0.1.0
 */
public record CustomTypes(List<ResourceType> served, ResourceType storage) {
  private static final List<String> VERBS =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");

  /** Reads a definition. */
  public static CustomTypes of(ObjectNode definition) {
    List<ResourceType> served = new ArrayList<>();
    ResourceType storage = null;
    for (JsonNode version : definition.path("spec").path("versions")) {
      ResourceType type = type(definition.path("spec"), version);
      if (version.path("served").asBoolean()) {
        served.add(type);
      }
      if (version.path("storage").asBoolean() || storage == null) {
        storage = type;
      }
    }
    if (storage == null) {
      throw new IllegalArgumentException("a definition without versions");
    }
    return new CustomTypes(List.copyOf(served), storage);
  }

  private static ResourceType type(JsonNode spec, JsonNode version) {
    JsonNode names = spec.path("names");
    String group = spec.path("group").asText();
    String name = version.path("name").asText();
    String kind = names.path("kind").asText();
    List<Subresource> subresources = new ArrayList<>();
    if (version.path("subresources").has("status")) {
      subresources.add(
          new Subresource("status", group + "/" + name, kind, List.of("get", "patch", "update")));
    }
    if (version.path("subresources").has("scale")) {
      subresources.add(
          new Subresource("scale", "autoscaling/v1", "Scale", List.of("get", "patch", "update")));
    }
    ObjectNode definition = ((ObjectNode) version).deepCopy();
    definition.set("names", names);
    return new ResourceType(
        group,
        name,
        kind,
        names.path("listKind").asText(kind + "List"),
        names.path("plural").asText(),
        spec.path("scope").asText().equals("Namespaced"),
        VERBS,
        subresources,
        Traits.CUSTOM,
        true,
        definition);
  }
}
