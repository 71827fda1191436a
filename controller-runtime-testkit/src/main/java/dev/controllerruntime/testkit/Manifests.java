package dev.controllerruntime.testkit;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads objects from YAML files on the class path. */
final class Manifests {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Class<?> home;
  private final Codec codec = Codec.json();

  /** File names are relative to this class. */
  Manifests(Class<?> home) {
    this.home = home;
  }

  /**
   * The objects of a file in their order; the items of a List are taken out of it.
   *
   * @throws IllegalArgumentException in one line, with file and number of the document
   */
  List<Manifest> read(String resource) {
    try (InputStream bytes = home.getResourceAsStream(resource)) {
      if (bytes == null) {
        throw new IllegalArgumentException(
            "no such file on the class path: " + resource + ", seen from " + home.getName());
      }
      return documents(resource, bytes);
    } catch (IOException e) {
      throw new IllegalArgumentException(resource + " cannot be read: " + e.getMessage(), e);
    }
  }

  private List<Manifest> documents(String resource, InputStream bytes) throws IOException {
    List<Manifest> found = new ArrayList<>();
    int number = 1;
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(bytes)) {
      for (; documents.hasNextValue(); number++) {
        JsonNode document = documents.nextValue();
        if (!document.isNull() && !document.isMissingNode()) {
          collect(resource + ", document " + number, document, found);
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(resource + ", document " + number + malformed(e), e);
    }
    return found;
  }

  private static String malformed(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    String line = at == null ? "" : ", line " + at.getLineNr();
    return line
        + ": no valid YAML: "
        + e.getOriginalMessage().strip().replaceAll("\\s*\\R\\s*", "; ");
  }

  private void collect(String place, JsonNode document, List<Manifest> found)
      throws JsonProcessingException {
    if (!document.isObject()) {
      throw new IllegalArgumentException(place + ": no object, but " + shortened(document));
    }
    String apiVersion = text(place, document, "apiVersion");
    String kind = text(place, document, "kind");
    if (kind.endsWith("List") && document.path("items").isArray()) {
      for (JsonNode item : document.path("items")) {
        collect(place, item, found);
      }
      return;
    }
    JsonNode metadata = document.path("metadata");
    if (!metadata.path("name").isTextual() && !metadata.path("generateName").isTextual()) {
      throw new IllegalArgumentException(
          place + ": the " + kind + " has no metadata.name that is a text");
    }
    found.add(manifest(place, apiVersion, kind, document));
  }

  private Manifest manifest(String place, String apiVersion, String kind, JsonNode document)
      throws JsonProcessingException {
    try {
      Kind<DynamicObject> type = Kind.dynamic(apiVersion, kind);
      DynamicObject object = codec.decode(type, codec.read(JSON.writeValueAsBytes(document)));
      return new Manifest(place, type, object);
    } catch (IllegalArgumentException | CodecException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    }
  }

  private static String text(String place, JsonNode document, String field) {
    JsonNode value = document.path(field);
    if (!value.isTextual() || value.textValue().isEmpty()) {
      throw new IllegalArgumentException(place + ": " + field + " is missing or no text");
    }
    return value.textValue();
  }

  private static String shortened(JsonNode node) {
    String text = node.toString();
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }
}
