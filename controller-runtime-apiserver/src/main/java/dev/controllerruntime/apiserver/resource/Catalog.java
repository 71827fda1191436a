package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.controllerruntime.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All served resources. Custom ones come and go.
 *
 * @since 0.1.0
 */
public final class Catalog {
  private final Recording recording;
  private final Map<String, Map<String, ResourceType>> builtIn = new LinkedHashMap<>();
  private final Map<String, Map<String, ResourceType>> custom = new TreeMap<>();
  private long changes;

  /** The recorded resources. */
  public Catalog(Recording recording) {
    this.recording = recording;
    JsonNode traits = recording.traits();
    readGroups(recording.aggregated("/api"), traits);
    readGroups(recording.aggregated("/apis"), traits);
  }

  /** The recorded documents. */
  public Recording recording() {
    return recording;
  }

  /** Counts changes of the custom resources, so that documents can be cached. */
  public long changes() {
    return changes;
  }

  /** Whether anything is served under this {@code apiVersion}. */
  public boolean serves(String apiVersion) {
    return builtIn.containsKey(apiVersion) || custom.containsKey(apiVersion);
  }

  /** Whether the {@code apiVersion} is a built-in one. */
  public boolean isBuiltIn(String apiVersion) {
    return builtIn.containsKey(apiVersion);
  }

  /** A resource by its plural. */
  public Optional<ResourceType> find(String apiVersion, String plural) {
    ResourceType type = builtIn.getOrDefault(apiVersion, Map.of()).get(plural);
    return Optional.ofNullable(
        type != null ? type : custom.getOrDefault(apiVersion, Map.of()).get(plural));
  }

  /** A built-in resource that is known to be recorded. */
  public ResourceType builtIn(String apiVersion, String plural) {
    return find(apiVersion, plural)
        .orElseThrow(() -> new IllegalStateException("not recorded: " + apiVersion + "/" + plural));
  }

  /** A stored resource by its Kind, as owner references name it. */
  public Optional<ResourceType> findByKind(String apiVersion, String kind) {
    List<ResourceType> types = new ArrayList<>();
    types.addAll(builtIn.getOrDefault(apiVersion, Map.of()).values());
    types.addAll(custom.getOrDefault(apiVersion, Map.of()).values());
    return types.stream().filter(type -> type.stored() && type.kind().equals(kind)).findFirst();
  }

  /** Every stored resource, one version each: recorded order, then custom ones by group-version. */
  public List<ResourceType> stored() {
    Map<String, ResourceType> first = new LinkedHashMap<>();
    for (Map<String, Map<String, ResourceType>> all : List.of(builtIn, custom)) {
      for (Map<String, ResourceType> types : all.values()) {
        for (ResourceType type : types.values()) {
          if (type.stored()) {
            first.putIfAbsent(Conversions.storageKey(type), type);
          }
        }
      }
    }
    return List.copyOf(first.values());
  }

  /** The custom resources by {@code apiVersion}. */
  Map<String, Map<String, ResourceType>> custom() {
    return custom;
  }

  /** Serves these versions of a custom resource instead of the ones before. */
  public void replaceCustom(String group, String plural, List<ResourceType> types) {
    custom
        .values()
        .forEach(
            byPlural ->
                byPlural
                    .values()
                    .removeIf(t -> t.group().equals(group) && t.plural().equals(plural)));
    custom.values().removeIf(Map::isEmpty);
    for (ResourceType type : types) {
      custom.computeIfAbsent(type.apiVersion(), key -> new TreeMap<>()).put(type.plural(), type);
    }
    changes++;
  }

  private void readGroups(JsonNode discovery, JsonNode traits) {
    for (JsonNode item : discovery.path("items")) {
      String group = item.path("metadata").path("name").asText("");
      for (JsonNode version : item.path("versions")) {
        for (JsonNode resource : version.path("resources")) {
          ResourceType type = read(group, version.path("version").asText(), resource, traits);
          builtIn
              .computeIfAbsent(type.apiVersion(), key -> new LinkedHashMap<>())
              .put(type.plural(), type);
        }
      }
    }
  }

  private static ResourceType read(
      String group, String version, JsonNode resource, JsonNode allTraits) {
    String apiVersion = group.isEmpty() ? version : group + "/" + version;
    String plural = resource.path("resource").asText();
    List<Subresource> subresources = new ArrayList<>();
    for (JsonNode sub : resource.path("subresources")) {
      JsonNode kind = sub.path("responseKind");
      String subGroup = kind.path("group").asText("");
      String subVersion = kind.path("version").asText("");
      String subApiVersion =
          subVersion.isEmpty()
              ? apiVersion
              : subGroup.isEmpty() ? subVersion : subGroup + "/" + subVersion;
      subresources.add(
          new Subresource(
              sub.path("subresource").asText(),
              subApiVersion,
              kind.path("kind").asText(),
              Meta.texts(sub.path("verbs"))));
    }
    JsonNode traits = allTraits.path((group.isEmpty() ? "/" : "") + apiVersion + "/" + plural);
    String kind = resource.path("responseKind").path("kind").asText();
    return new ResourceType(
        group,
        version,
        kind,
        kind + "List",
        plural,
        resource.path("scope").asText().equals("Namespaced"),
        Meta.texts(resource.path("verbs")),
        subresources,
        traits.isMissingNode() ? Traits.UNPROBED : Traits.read(traits),
        false,
        MissingNode.getInstance());
  }
}
