package dev.controllerruntime.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.controllerruntime.apiserver.schema.OpenApiSchemas;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** The recorded schemas and other JSON of the class path, for tests. */
public final class RecordedSchemas {
  public static final JsonMapper JSON = new JsonMapper();
  public static final OpenApiSchemas SCHEMAS = new OpenApiSchemas(RecordedSchemas::document);

  private RecordedSchemas() {}

  private static Optional<JsonNode> document(String apiVersion) {
    String path =
        apiVersion.contains("/") ? "apis_" + apiVersion.replace('/', '_') : "api_" + apiVersion;
    String file = "/dev/controllerruntime/apiserver/recorded/1.36/openapi/" + path + ".json";
    return RecordedSchemas.class.getResource(file) == null
        ? Optional.empty()
        : Optional.of(read(file));
  }

  public static JsonNode read(String file) {
    try (InputStream in = RecordedSchemas.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no such resource: " + file);
      }
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
