package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Discovery and OpenAPI v3 of everything that is served: the recording, and the custom resources.
 * Made when asked for, and again after the custom resources changed.
 *
 * @since 0.1.0
 */
public final class Documents {
  private static final String OPEN_API = "/openapi/v3/";

  private final Catalog catalog;
  private final Map<String, Optional<Document>> made = new HashMap<>();
  private long madeAt = -1;

  /** Documents of a catalog. */
  public Documents(Catalog catalog) {
    this.catalog = catalog;
  }

  private Optional<Document> cached(
      String key, java.util.function.Supplier<Optional<JsonNode>> make) {
    if (madeAt != catalog.changes()) {
      made.clear();
      madeAt = catalog.changes();
    }
    Optional<Document> known = made.get(key);
    if (known == null) {
      // Not computeIfAbsent: the index asks for the documents it lists.
      known = make.get().map(Document::of);
      made.put(key, known);
    }
    return known;
  }

  /** Aggregated discovery of {@code /api} or {@code /apis}. */
  public Document aggregated(String path) {
    return cached("aggregated " + path, () -> Optional.of(aggregatedTree(path))).orElseThrow();
  }

  private JsonNode aggregatedTree(String path) {
    ObjectNode list = catalog.recording().aggregated(path).deepCopy();
    if (path.equals("/apis")) {
      ArrayNode items = (ArrayNode) list.get("items");
      customGroups()
          .forEach((group, versions) -> items.add(CustomDocuments.group(group, versions)));
    }
    return list;
  }

  /** Custom group to version to resources. */
  private Map<String, Map<String, Map<String, ResourceType>>> customGroups() {
    Map<String, Map<String, Map<String, ResourceType>>> groups = new TreeMap<>();
    catalog
        .custom()
        .forEach(
            (apiVersion, types) -> {
              String group = apiVersion.substring(0, apiVersion.indexOf('/'));
              String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
              groups
                  .computeIfAbsent(group, g -> new TreeMap<>(VersionOrder.PREFERRED_FIRST))
                  .put(version, types);
            });
    return groups;
  }

  /** Legacy discovery of {@code /api}, {@code /apis}, a group or a group-version. */
  public Optional<Document> legacy(String path) {
    return cached("legacy " + path, () -> legacyTree(path));
  }

  private Optional<JsonNode> legacyTree(String path) {
    Optional<JsonNode> recorded = catalog.recording().legacy(path);
    Map<String, Map<String, Map<String, ResourceType>>> groups = customGroups();
    if (path.equals("/apis") && recorded.isPresent()) {
      ObjectNode list = recorded.get().deepCopy();
      ArrayNode array = (ArrayNode) list.get("groups");
      groups.forEach((group, versions) -> array.add(CustomDocuments.legacyGroup(group, versions)));
      return Optional.of(list);
    }
    if (recorded.isPresent() || !path.startsWith("/apis/")) {
      return recorded;
    }
    String[] parts = path.substring("/apis/".length()).split("/");
    Map<String, Map<String, ResourceType>> versions = groups.get(parts[0]);
    if (versions == null) {
      return Optional.empty();
    }
    if (parts.length == 1) {
      ObjectNode group = CustomDocuments.legacyGroup(parts[0], versions);
      ObjectNode whole = Json.object().put("kind", "APIGroup").put("apiVersion", "v1");
      return Optional.of(whole.setAll(group));
    }
    Map<String, ResourceType> types = versions.get(parts[1]);
    return types == null
        ? Optional.empty()
        : Optional.of(CustomDocuments.legacyResources(parts[0] + "/" + parts[1], types));
  }

  /** The OpenAPI v3 index. */
  public Document openApiIndex() {
    return cached("index", () -> Optional.of(indexTree())).orElseThrow();
  }

  private JsonNode indexTree() {
    ObjectNode index = catalog.recording().openApiIndex().deepCopy();
    ObjectNode paths = (ObjectNode) index.get("paths");
    for (String apiVersion : catalog.custom().keySet()) {
      String key = "apis/" + apiVersion;
      openApi(key)
          .ifPresent(
              document ->
                  paths
                      .putObject(key)
                      .put("serverRelativeURL", OPEN_API + key + "?hash=" + document.hash()));
    }
    return index;
  }

  /** The OpenAPI v3 document of a key of the index; its hash is the one in the index. */
  public Optional<Document> openApi(String key) {
    Optional<JsonNode> recorded = catalog.recording().openApi(key);
    if (recorded.isPresent()) {
      String url =
          catalog
              .recording()
              .openApiIndex()
              .path("paths")
              .path(key)
              .path("serverRelativeURL")
              .asText();
      String hash = url.substring(url.indexOf('=') + 1);
      return cached(
              "openapi " + key,
              () -> recorded.map(it -> catalog.recording().openApiTexts().restore(key, it)))
          .map(document -> new Document(document.bytes(), hash));
    }
    Map<String, ResourceType> types =
        key.startsWith("apis/") ? catalog.custom().get(key.substring("apis/".length())) : null;
    return types == null
        ? Optional.empty()
        : cached(
            "openapi " + key,
            () -> Optional.of(CustomDocuments.openApi(new LinkedHashMap<>(types))));
  }

  /** {@code /version}. */
  public JsonNode version() {
    return catalog.recording().version();
  }
}
