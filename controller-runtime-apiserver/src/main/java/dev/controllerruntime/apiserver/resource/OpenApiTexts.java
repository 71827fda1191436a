package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * The descriptions of the recorded OpenAPI documents, kept once for all of them: {@code
 * bin/lib/descriptions.py} takes them out when recording, this puts them back when a document is
 * served. Schemas are compiled from the documents without them.
 */
final class OpenApiTexts {
  private static final String DESCRIPTION = "description";
  private static final List<String> METHODS =
      List.of("get", "put", "post", "delete", "options", "head", "patch");

  private final JsonNode texts;

  OpenApiTexts(JsonNode texts) {
    this.texts = texts;
  }

  /** A copy of a recorded document, with all that the real server says in it. */
  ObjectNode restore(String key, JsonNode reduced) {
    ObjectNode document = reduced.deepCopy();
    for (Map.Entry<String, JsonNode> schema :
        document.path("components").path("schemas").properties()) {
      describeSchema(texts.path("schemas").path(schema.getKey()), schema.getValue());
    }
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      describePath(key, path.getKey(), path.getValue());
    }
    return document;
  }

  private static void describeSchema(JsonNode own, JsonNode schema) {
    describe(schema, own.path(""));
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      describe(property.getValue(), own.path(property.getKey()));
    }
  }

  private void describePath(String key, String path, JsonNode item) {
    JsonNode special = texts.path("places").path(path);
    describeParameters("path", special, item);
    for (Map.Entry<String, JsonNode> entry : item.properties()) {
      if (METHODS.contains(entry.getKey()) && entry.getValue() instanceof ObjectNode operation) {
        describeParameters(entry.getKey(), special, operation);
        describe(operation, texts.path("operations").path(operation.path("operationId").asText()));
        operation.set("tags", texts.path("tags").path(key));
        for (Map.Entry<String, JsonNode> response : operation.path("responses").properties()) {
          describe(response.getValue(), texts.path("responses").path(response.getKey()));
        }
      }
    }
  }

  private void describeParameters(String method, JsonNode special, JsonNode owner) {
    if (owner.path("parameters") instanceof ArrayNode parameters) {
      for (JsonNode parameter : parameters) {
        String name = parameter.path("in").asText() + " " + parameter.path("name").asText();
        JsonNode own = special.path(method).path(name);
        describe(
            parameter,
            own.isMissingNode() ? texts.path("parameters").path(method).path(name) : own);
      }
    }
  }

  private static void describe(JsonNode target, JsonNode text) {
    if (target instanceof ObjectNode object && !text.asText().isEmpty()) {
      object.set(DESCRIPTION, text);
    }
  }
}
