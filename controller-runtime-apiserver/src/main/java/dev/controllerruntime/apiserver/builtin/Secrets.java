package dev.controllerruntime.apiserver.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * {@code stringData} is a way to write {@code data}; it is never stored.
 *
 * @since 0.1.0
 */
public final class Secrets {
  private Secrets() {}

  /** Moves {@code stringData} of a Secret into {@code data}. */
  public static void encodeStringData(ResourceType type, ObjectNode object) {
    if (!type.apiVersion().equals("v1") || !type.plural().equals("secrets")) {
      return;
    }
    JsonNode texts = object.remove("stringData");
    if (texts == null || texts.isEmpty()) {
      return;
    }
    ObjectNode data =
        object.get("data") instanceof ObjectNode existing ? existing : object.putObject("data");
    texts
        .properties()
        .forEach(
            text ->
                data.put(
                    text.getKey(),
                    Base64.getEncoder()
                        .encodeToString(
                            text.getValue().asText().getBytes(StandardCharsets.UTF_8))));
  }
}
