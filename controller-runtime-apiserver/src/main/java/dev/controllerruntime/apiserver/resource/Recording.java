package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.json.Json;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The documents recorded from a real server of one version. Read lazily, once per process, and
 * shared by all servers: nobody changes the trees. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Recording {
  private static final String ROOT = "/dev/controllerruntime/apiserver/recorded/1.36/";

  private static final Recording SHARED = new Recording();

  private final Map<String, JsonNode> read = new ConcurrentHashMap<>();
  private final JsonNode index;

  private Recording() {
    index = load("index.json");
  }

  /** The recording of Kubernetes 1.36. */
  public static Recording shared() {
    return SHARED;
  }

  /** Aggregated discovery of {@code /api} or {@code /apis}. */
  public JsonNode aggregated(String path) {
    return load(index.path("aggregatedDiscovery").path(path).asText());
  }

  /** Legacy discovery of a path; empty for a path that is not recorded. */
  public Optional<JsonNode> legacy(String path) {
    return named(index.path("legacyDiscovery").path(path));
  }

  /** The OpenAPI v3 index. */
  public JsonNode openApiIndex() {
    return load(index.path("openapiIndex").asText());
  }

  /**
   * The OpenAPI v3 document of a key of the index, such as {@code apis/apps/v1}, without any text
   * for people.
   */
  public Optional<JsonNode> openApi(String key) {
    return named(index.path("openapi").path(key));
  }

  /** The texts that the documents of {@link #openApi} lack. */
  OpenApiTexts openApiTexts() {
    return new OpenApiTexts(load(index.path("openapiDescriptions").asText()));
  }

  /** {@code /version}. */
  public JsonNode version() {
    return load(index.path("version").asText());
  }

  /** Traits by {@code apiVersion/plural}; the core group's keys begin with a slash. */
  JsonNode traits() {
    return load(index.path("traits").asText());
  }

  private Optional<JsonNode> named(JsonNode file) {
    return file.isTextual() ? Optional.of(load(file.asText())) : Optional.empty();
  }

  private JsonNode load(String file) {
    return read.computeIfAbsent(
        file,
        name -> {
          InputStream in = Recording.class.getResourceAsStream(ROOT + name);
          if (in == null) {
            throw new IllegalStateException("no recorded document " + name);
          }
          return Json.resource(in);
        });
  }
}
