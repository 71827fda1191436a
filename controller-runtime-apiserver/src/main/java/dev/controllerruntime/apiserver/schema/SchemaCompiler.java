package dev.controllerruntime.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.Schema.Field;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.ListType;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import dev.controllerruntime.apiserver.schema.Schema.Scalar;
import dev.controllerruntime.apiserver.schema.Schema.WhenEmpty;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the {@code components.schemas} of one OpenAPI v3 document into {@link Schema}s. */
final class SchemaCompiler {
  private static final String GVK = "x-kubernetes-group-version-kind";
  private static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
  private static final String RAW_EXTENSION = "io.k8s.apimachinery.pkg.runtime.RawExtension";

  private final JsonNode definitions;
  private final Map<String, Schema> named = new HashMap<>();

  SchemaCompiler(JsonNode definitions) {
    this.definitions = definitions;
  }

  /** Name of the definition that carries this kind; null when there is none. */
  @Nullable String nameOf(String group, String version, String kind) {
    for (Map.Entry<String, JsonNode> definition : definitions.properties()) {
      for (JsonNode gvk : definition.getValue().path(GVK)) {
        if (gvk.path("kind").asText().equals(kind)
            && gvk.path("version").asText().equals(version)
            && gvk.path("group").asText().equals(group)) {
          return definition.getKey();
        }
      }
    }
    return null;
  }

  Schema compile(String name) {
    Schema known = named.get(name);
    if (known != null) {
      return known;
    }
    Schema schema = new Schema();
    // Before it is filled, so that a recursive type finds itself.
    named.put(name, schema);
    JsonNode definition = definitions.path(name);
    if (name.equals(QUANTITY)) {
      // Published as "string or number"; merges as one scalar.
      schema.fill(Scalar.UNTYPED, null, null);
    } else if (name.equals(RAW_EXTENSION) || definition.isMissingNode()) {
      Schema any = Schema.anyAtomic();
      schema.fill(any.scalar(), any.list(), any.map());
    } else {
      fill(schema, name, definition, preservesUnknown(definition, false));
    }
    return schema;
  }

  private Schema inline(JsonNode definition, boolean parentPreservesUnknown) {
    String reference = reference(definition);
    if (reference != null) {
      return withMapType(compile(reference), definition.path("x-kubernetes-map-type"));
    }
    Schema schema = new Schema();
    fill(schema, null, definition, preservesUnknown(definition, parentPreservesUnknown));
    return schema;
  }

  /** A property may say of a named type that it merges otherwise there. */
  private static Schema withMapType(Schema target, JsonNode mapType) {
    if (!mapType.isTextual()) {
      return target;
    }
    MapSchema map = target.map();
    if (map == null) {
      return target;
    }
    Schema copy = new Schema();
    copy.fill(target.scalar(), target.list(), map.asAtomic(mapType.asText().equals("atomic")));
    return copy;
  }

  private static @Nullable String reference(JsonNode definition) {
    JsonNode reference = definition.path("$ref");
    JsonNode all = definition.path("allOf");
    if (reference.isMissingNode() && all.size() == 1) {
      reference = all.path(0).path("$ref");
    }
    if (!reference.isTextual()) {
      return null;
    }
    String text = reference.asText();
    return text.substring(text.lastIndexOf('/') + 1);
  }

  private static boolean preservesUnknown(JsonNode definition, boolean inherited) {
    return inherited || definition.path("x-kubernetes-preserve-unknown-fields").asBoolean(false);
  }

  private void fill(
      Schema schema, @Nullable String name, JsonNode definition, boolean preservesUnknown) {
    switch (definition.path("type").asText("")) {
      case "object" -> schema.fill(null, null, object(name, definition, preservesUnknown));
      case "array" -> schema.fill(null, list(definition, preservesUnknown), null);
      case "integer", "number" -> schema.fill(Scalar.NUMERIC, null, null);
      case "boolean" -> schema.fill(Scalar.BOOLEAN, null, null);
      case "string" -> schema.fill(text(definition.path("format").asText("")), null, null);
      default ->
          schema.fill(
              Scalar.UNTYPED,
              list(definition, preservesUnknown),
              object(name, definition, preservesUnknown));
    }
  }

  private static Scalar text(String format) {
    return format.isEmpty() || format.equals("byte") ? Scalar.STRING : Scalar.UNTYPED;
  }

  private MapSchema object(@Nullable String name, JsonNode definition, boolean preservesUnknown) {
    MapSchema map = new MapSchema();
    Set<String> required = new HashSet<>();
    definition.path("required").forEach(field -> required.add(field.asText()));
    for (Map.Entry<String, JsonNode> property : definition.path("properties").properties()) {
      JsonNode value = property.getValue();
      JsonNode defaultValue = value.get("default");
      Schema schema = inline(value, preservesUnknown);
      WhenEmpty whenEmpty =
          whenEmpty(name, property.getKey(), value, required.contains(property.getKey()));
      map.put(property.getKey(), new Field(schema, defaultValue, whenEmpty));
    }
    map.elements(otherKeys(definition, preservesUnknown));
    map.atomic(definition.path("x-kubernetes-map-type").asText().equals("atomic"));
    return map;
  }

  private WhenEmpty whenEmpty(
      @Nullable String definition, String property, JsonNode value, boolean required) {
    String type = reference(value);
    JsonNode defaultValue = value.get("default");
    if (defaultValue != null
        && defaultValue.isObject()
        && type != null
        && !definitions.path(type).path("properties").isEmpty()) {
      return WhenEmpty.STRUCT;
    }
    WhenEmpty exception = definition == null ? null : TypedFields.exception(definition, property);
    if (exception != null) {
      return exception;
    }
    if (defaultValue != null) {
      return WhenEmpty.DEFAULT;
    }
    return required ? WhenEmpty.NULL : WhenEmpty.OMITTED;
  }

  private @Nullable Schema otherKeys(JsonNode definition, boolean preservesUnknown) {
    JsonNode additional = definition.path("additionalProperties");
    if (additional.isMissingNode()) {
      // An object of which nothing is said is free-form; one with fields is closed.
      return preservesUnknown || definition.path("properties").isEmpty() ? Schema.deduced() : null;
    }
    if (additional.isObject()) {
      return inline(additional, preservesUnknown);
    }
    return additional.asBoolean() ? Schema.deduced() : null;
  }

  private ListSchema list(JsonNode definition, boolean preservesUnknown) {
    JsonNode items = definition.path("items");
    Schema elements = items.isObject() ? inline(items, preservesUnknown) : Schema.anyAtomic();
    JsonNode type = definition.path("x-kubernetes-list-type");
    if (type.isTextual()) {
      return switch (type.asText()) {
        case "set" -> new ListSchema(ListType.SET, List.of(), elements);
        case "map" ->
            new ListSchema(
                ListType.MAP, texts(definition.path("x-kubernetes-list-map-keys")), elements);
        default -> new ListSchema(ListType.ATOMIC, List.of(), elements);
      };
    }
    String strategy = definition.path("x-kubernetes-patch-strategy").asText("");
    if (strategy.equals("merge") || strategy.equals("merge,retainKeys")) {
      JsonNode key = definition.path("x-kubernetes-patch-merge-key");
      return key.isTextual()
          ? new ListSchema(ListType.MAP, List.of(key.asText()), elements)
          : new ListSchema(ListType.SET, List.of(), elements);
    }
    return new ListSchema(ListType.ATOMIC, List.of(), elements);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
