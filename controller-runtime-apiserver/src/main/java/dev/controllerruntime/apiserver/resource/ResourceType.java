package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One resource in one served version.
 *
 * <p>Stored bytes of every object begin with {@link #prefix}, so that a list can leave kind and
 * apiVersion out (as built-in kinds do), and another version of a custom resource can be written
 * without parsing.
 *
 * @since 0.1.0
 */
public final class ResourceType {
  private final String group;
  private final String version;
  private final String kind;
  private final String listKind;
  private final String plural;
  private final boolean namespaced;
  private final List<String> verbs;
  private final Map<String, Subresource> subresources;
  private final Traits traits;
  private final boolean custom;
  private final JsonNode definition;
  private final byte[] prefix;

  ResourceType(
      String group,
      String version,
      String kind,
      String listKind,
      String plural,
      boolean namespaced,
      List<String> verbs,
      List<Subresource> subresources,
      Traits traits,
      boolean custom,
      JsonNode definition) {
    this.group = group;
    this.version = version;
    this.kind = kind;
    this.listKind = listKind;
    this.plural = plural;
    this.namespaced = namespaced;
    this.verbs = List.copyOf(verbs);
    this.subresources = new LinkedHashMap<>();
    subresources.forEach(sub -> this.subresources.put(sub.name(), sub));
    this.traits = traits;
    this.custom = custom;
    this.definition = definition;
    this.prefix =
        ("{\"kind\":"
                + new String(Json.bytes(Json.object().textNode(kind)), StandardCharsets.UTF_8)
                + ",\"apiVersion\":\""
                + apiVersion()
                + "\",")
            .getBytes(StandardCharsets.UTF_8);
  }

  /** The group; empty for the core group. */
  public String group() {
    return group;
  }

  /** The version, such as {@code v1}. */
  public String version() {
    return version;
  }

  /** The Kind, such as {@code Deployment}. */
  public String kind() {
    return kind;
  }

  /** The kind of a list of it. */
  public String listKind() {
    return listKind;
  }

  /** The resource, such as {@code deployments}. */
  public String plural() {
    return plural;
  }

  /** Whether objects live in a namespace. */
  public boolean namespaced() {
    return namespaced;
  }

  /** Whether a verb of discovery is served. */
  public boolean allows(String verb) {
    return verbs.contains(verb);
  }

  /** The verbs of discovery, in order. */
  public List<String> verbs() {
    return verbs;
  }

  /** The subresources, in order. */
  public List<Subresource> subresources() {
    return List.copyOf(subresources.values());
  }

  /** Whether there are objects to store: reviews and bindings have none. */
  public boolean stored() {
    return verbs.contains("get");
  }

  /** The subresource of this name. */
  public Optional<Subresource> subresource(String name) {
    return Optional.ofNullable(subresources.get(name));
  }

  /** Whether status has its own endpoint. */
  public boolean hasStatus() {
    return subresources.containsKey("status");
  }

  /** How it differs from generic storage. */
  public Traits traits() {
    return traits;
  }

  /** Whether it comes from a custom resource definition. */
  public boolean custom() {
    return custom;
  }

  /** The version's entry in the custom resource definition; missing for built-in kinds. */
  public JsonNode definition() {
    return definition;
  }

  /** {@code v1}, {@code apps/v1}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** {@code configmaps}, {@code deployments.apps}: how messages name it. */
  public String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** {@code ConfigMap}, {@code Deployment.apps}: how messages of Invalid name it. */
  public String qualifiedKind() {
    return group.isEmpty() ? kind : kind + "." + group;
  }

  /** The first bytes of each object in this version. */
  public byte[] prefix() {
    return prefix.clone();
  }

  /** An object's bytes as an element of a list. */
  public byte[] listItem(byte[] object) {
    if (custom) {
      return object;
    }
    byte[] item = Arrays.copyOfRange(object, prefix.length - 1, object.length);
    item[0] = '{';
    return item;
  }

  /** Bytes of another version that differs in nothing but its name, in this version. */
  public byte[] renamed(ResourceType from, byte[] object) {
    if (from == this) {
      return object;
    }
    int rest = object.length - from.prefix.length;
    byte[] renamed = Arrays.copyOf(prefix, prefix.length + rest);
    System.arraycopy(object, from.prefix.length, renamed, prefix.length, rest);
    return renamed;
  }

  @Override
  public String toString() {
    return apiVersion() + "/" + plural;
  }
}
