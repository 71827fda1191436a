package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The parts of discovery and OpenAPI that tell of custom resources. */
final class CustomDocuments {
  private CustomDocuments() {}

  /** A group of aggregated discovery. */
  static ObjectNode group(String group, Map<String, Map<String, ResourceType>> versions) {
    ObjectNode item = Json.object();
    item.putObject("metadata").put("name", group);
    ArrayNode all = item.putArray("versions");
    versions.forEach(
        (version, types) -> {
          ObjectNode entry = all.addObject().put("version", version);
          ArrayNode resources = entry.putArray("resources");
          types.values().forEach(type -> resources.add(resource(type)));
          entry.put("freshness", "Current");
        });
    return item;
  }

  private static ObjectNode resource(ResourceType type) {
    ObjectNode resource = Json.object();
    resource.put("resource", type.plural());
    resource.set("responseKind", kind(type));
    resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster");
    resource.put("singularResource", names(type).path("singular").asText());
    type.verbs().forEach(resource.putArray("verbs")::add);
    copyTexts(names(type), resource, "shortNames");
    copyTexts(names(type), resource, "categories");
    if (!type.subresources().isEmpty()) {
      ArrayNode subresources = resource.putArray("subresources");
      for (Subresource sub : type.subresources()) {
        ObjectNode entry = subresources.addObject().put("subresource", sub.name());
        entry.set("responseKind", kind(type));
        sub.verbs().forEach(entry.putArray("verbs")::add);
      }
    }
    return resource;
  }

  private static JsonNode names(ResourceType type) {
    return type.definition().path("names");
  }

  private static void copyTexts(JsonNode from, ObjectNode to, String field) {
    if (!from.path(field).isEmpty()) {
      to.set(field, from.path(field));
    }
  }

  private static ObjectNode kind(ResourceType type) {
    return Json.object()
        .put("group", type.group())
        .put("version", type.version())
        .put("kind", type.kind());
  }

  /** A group of the legacy list, without its own kind. */
  static ObjectNode legacyGroup(String group, Map<String, Map<String, ResourceType>> versions) {
    ObjectNode entry = Json.object().put("name", group);
    ArrayNode all = entry.putArray("versions");
    versions.keySet().forEach(version -> all.add(groupVersion(group, version)));
    entry.set("preferredVersion", all.get(0));
    return entry;
  }

  private static ObjectNode groupVersion(String group, String version) {
    return Json.object().put("groupVersion", group + "/" + version).put("version", version);
  }

  /** The legacy list of a group-version. */
  static ObjectNode legacyResources(String apiVersion, Map<String, ResourceType> types) {
    ObjectNode list =
        Json.object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", apiVersion);
    ArrayNode resources = list.putArray("resources");
    for (ResourceType type : types.values()) {
      ObjectNode entry =
          resources
              .addObject()
              .put("name", type.plural())
              .put("singularName", names(type).path("singular").asText())
              .put("namespaced", type.namespaced())
              .put("kind", type.kind());
      type.verbs().forEach(entry.putArray("verbs")::add);
      copyTexts(names(type), entry, "shortNames");
      copyTexts(names(type), entry, "categories");
      for (Subresource sub : type.subresources()) {
        ObjectNode child =
            resources
                .addObject()
                .put("name", type.plural() + "/" + sub.name())
                .put("singularName", "")
                .put("namespaced", type.namespaced())
                .put("kind", sub.kind());
        sub.verbs().forEach(child.putArray("verbs")::add);
      }
    }
    return list;
  }

  /** The OpenAPI v3 document of a group-version: schemas, and the parameters of PATCH (rule 5). */
  static ObjectNode openApi(Map<String, ResourceType> types) {
    ObjectNode document = Json.object().put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes CRD Swagger").put("version", "v0.1.0");
    ObjectNode paths = document.putObject("paths");
    ObjectNode schemas = document.putObject("components").putObject("schemas");
    for (ResourceType type : types.values()) {
      String path =
          "/apis/"
              + type.apiVersion()
              + (type.namespaced() ? "/namespaces/{namespace}/" : "/")
              + type.plural();
      ObjectNode collection = paths.putObject(path);
      operation(type, collection, "get", "list", List.of());
      operation(
          type, collection, "post", "post", List.of("dryRun", "fieldManager", "fieldValidation"));
      ObjectNode item = paths.putObject(path + "/{name}");
      operation(type, item, "get", "get", List.of());
      operation(type, item, "put", "put", List.of("dryRun", "fieldManager", "fieldValidation"));
      operation(
          type,
          item,
          "patch",
          "patch",
          List.of("dryRun", "fieldManager", "fieldValidation", "force"));
      operation(type, item, "delete", "delete", List.of("dryRun"));
      schemas.set(schemaName(type), schema(type));
    }
    return document;
  }

  private static void operation(
      ResourceType type, ObjectNode path, String method, String action, List<String> parameters) {
    ObjectNode operation = path.putObject(method);
    ArrayNode array = operation.putArray("parameters");
    for (String parameter : parameters) {
      ObjectNode entry = array.addObject().put("name", parameter).put("in", "query");
      entry
          .putObject("schema")
          .put("type", parameter.equals("force") ? "boolean" : "string")
          .put("uniqueItems", true);
    }
    operation.put("x-kubernetes-action", action);
    operation.set("x-kubernetes-group-version-kind", kind(type));
  }

  private static String schemaName(ResourceType type) {
    List<String> parts = new ArrayList<>(Arrays.asList(type.group().split("\\.")));
    Collections.reverse(parts);
    return String.join(".", parts) + "." + type.version() + "." + type.kind();
  }

  private static ObjectNode schema(ResourceType type) {
    JsonNode own = type.definition().path("schema").path("openAPIV3Schema");
    ObjectNode schema =
        own instanceof ObjectNode object ? object.deepCopy() : Json.object().put("type", "object");
    ObjectNode properties =
        schema.get("properties") instanceof ObjectNode known
            ? known
            : schema.putObject("properties");
    properties.putObject("apiVersion").put("type", "string");
    properties.putObject("kind").put("type", "string");
    properties.putObject("metadata").put("type", "object");
    schema.putArray("x-kubernetes-group-version-kind").add(kind(type));
    return schema;
  }
}
