package dev.controllerruntime.testkit;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Resource;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.codec.Codec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Definitions of custom resources with an open schema. */
final class CustomResources {
  private static final Kind<DynamicObject> DEFINITIONS =
      Kind.dynamic("apiextensions.k8s.io/v1", "CustomResourceDefinition");

  private CustomResources() {}

  static boolean isDefinition(DynamicObject object) {
    return object.get("/kind").filter(DEFINITIONS.kind()::equals).isPresent();
  }

  /** The kinds that a definition has served. */
  static List<Kind<DynamicObject>> kinds(DynamicObject definition) {
    String group = String.valueOf(definition.get("/spec/group").orElse(""));
    String kind = String.valueOf(definition.get("/spec/names/kind").orElse(""));
    List<Kind<DynamicObject>> kinds = new ArrayList<>();
    if (definition.get("/spec/versions").orElse(List.of()) instanceof List<?> versions) {
      for (Object each : versions) {
        if (each instanceof Map<?, ?> version && Boolean.TRUE.equals(version.get("served"))) {
          kinds.add(Kind.dynamic(group + "/" + version.get("name"), kind));
        }
      }
    }
    return kinds;
  }

  /**
   * The definition of an annotated class or record.
   *
   * @throws IllegalArgumentException when it is not annotated
   */
  static Manifest definition(Class<?> type) {
    Resource resource = type.getAnnotation(Resource.class);
    if (resource == null) {
      throw new IllegalArgumentException(
          type.getName() + " is not annotated @Resource: only such a class can be defined");
    }
    return definition(
        type.getName(),
        resource.group(),
        resource.version(),
        resource.kind(),
        resource.plural(),
        resource.scope());
  }

  /** A definition of one version, any fields, status as a subresource. */
  static Manifest definition(
      String place, String group, String version, String kind, String plural, Scope scope) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("x-kubernetes-preserve-unknown-fields", true);
    Map<String, Object> served = new LinkedHashMap<>();
    served.put("name", version);
    served.put("served", true);
    served.put("storage", true);
    served.put("schema", Map.of("openAPIV3Schema", schema));
    served.put("subresources", Map.of("status", Map.of()));
    Map<String, Object> names = new LinkedHashMap<>();
    names.put("plural", plural);
    names.put("singular", kind.toLowerCase(Locale.ROOT));
    names.put("kind", kind);
    names.put("listKind", kind + "List");
    DynamicObject definition = empty(DEFINITIONS);
    definition.set("/metadata/name", plural + "." + group);
    definition.set("/spec/group", group);
    definition.set("/spec/names", names);
    definition.set("/spec/scope", scope == Scope.NAMESPACED ? "Namespaced" : "Cluster");
    definition.set("/spec/versions", List.of(served));
    return new Manifest(place, DEFINITIONS, definition);
  }

  private static DynamicObject empty(Kind<DynamicObject> kind) {
    Codec codec = Codec.json();
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("apiVersion", kind.apiVersion());
    tree.put("kind", kind.kind());
    return codec.decode(kind, codec.read(codec.bytes(tree)));
  }
}
