package dev.controllerruntime.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.Schema.Field;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import dev.controllerruntime.apiserver.schema.Schema.WhenEmpty;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What decoding into a Go type and encoding again does to the JSON of a built-in kind. The real
 * server does it to every body, so it shows in what is stored and in who owns what.
 *
 * <p>The recorded schemas tell most of it: their {@code default} is either a default that the
 * server applies ({@code protocol: TCP}) or the empty value of a field that Go always writes
 * ({@code resources: {}}, {@code name: ""}). They do not tell defaults that are computed by code
 * ({@code targetPort}, {@code imagePullPolicy}), nor whether a field with an empty scalar is left
 * out; such fields stay as they were sent.
 *
 * @since 0.1.0
 */
public final class TypedForm {
  private TypedForm() {}

  /**
   * Normalises an object in place: drops nulls and empty lists and maps of fields that Go omits;
   * adds absent fields that Go writes even when they are empty ({@code rules: null} of a Role,
   * {@code resources: {}}) and those that have a default. Fields that the schema does not know are
   * left alone, see {@link UnknownFields#prune}. With {@link Schema#deduced()} it does nothing:
   * custom resources are stored as they were sent.
   */
  public static void normalize(Schema schema, ObjectNode object) {
    MapSchema map = schema.map();
    if (map == null || schema == Schema.deduced()) {
      return;
    }
    JsonNode managedFields = object.path("metadata").get("managedFields");
    normalizeObject(map, object);
    if (managedFields != null && managedFields.isArray() && managedFields.isEmpty()) {
      // An empty array is the request to reset the managers; Go tells it from an absent one.
      ((ObjectNode) object.get("metadata")).set("managedFields", managedFields);
    }
  }

  /**
   * The object that a create starts from: the empty Go value, in which nested structs exist and
   * required fields are null or empty. What it already has is not "added" by the creator.
   *
   * @return a new object; empty for {@link Schema#deduced()}
   */
  public static ObjectNode zero(Schema schema) {
    ObjectNode zero = JsonNodeFactory.instance.objectNode();
    MapSchema map = schema.map();
    if (map == null) {
      return zero;
    }
    map.written()
        .forEach(
            (name, field) -> {
              switch (field.whenEmpty()) {
                case STRUCT -> zero.set(name, zero(field.schema()));
                case NULL -> zero.putNull(name);
                case ZERO_QUANTITY -> zero.put(name, "0");
                case DEFAULT -> {
                  JsonNode value = Objects.requireNonNull(field.defaultValue());
                  if (isEmptyScalar(value)) {
                    zero.set(name, value);
                  }
                }
                case OMITTED -> throw new IllegalStateException(name + " is not written");
              }
            });
    return zero;
  }

  private static void normalizeObject(MapSchema map, ObjectNode object) {
    Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> entry = fields.next();
      Field field = map.field(entry.getKey());
      if (isOmitted(field, entry.getValue())) {
        fields.remove();
      } else {
        Schema schema = map.valueOf(entry.getKey());
        if (schema != null
            && entry.getValue().isNull()
            && schema.scalar() == Schema.Scalar.STRING) {
          // Only a map's entry gets here: Go has no null among texts.
          entry.setValue(JsonNodeFactory.instance.textNode(""));
        } else if (schema != null) {
          normalizeValue(schema, entry.getValue());
        }
      }
    }
    for (Map.Entry<String, Field> entry : map.written().entrySet()) {
      if (!object.has(entry.getKey())) {
        object.set(entry.getKey(), newValue(entry.getValue()));
      }
    }
  }

  private static void normalizeValue(Schema schema, JsonNode value) {
    MapSchema map = schema.map();
    ListSchema list = schema.list();
    // Untyped values (raw extensions, JSON) pass as they are.
    if (schema.scalar() != null) {
      return;
    }
    if (value instanceof ObjectNode object && map != null) {
      normalizeObject(map, object);
    } else if (value.isArray() && list != null) {
      value.forEach(element -> normalizeValue(list.elements(), element));
    }
  }

  /** Whether Go leaves this field out when it writes the object. */
  private static boolean isOmitted(@Nullable Field field, JsonNode value) {
    if (field == null) {
      // An entry of a map stays whatever its value; an unknown field is not our matter.
      return false;
    }
    if (value.isNull()) {
      return field.whenEmpty() != WhenEmpty.NULL;
    }
    if (field.whenEmpty() != WhenEmpty.OMITTED || !value.isContainerNode() || !value.isEmpty()) {
      return false;
    }
    Schema schema = field.schema();
    if (value.isArray()) {
      return schema.list() != null && schema.scalar() == null;
    }
    // A struct may be behind a pointer ({@code emptyDir: {}}), so an empty one means something; one
    // without any field ({@code subresources.status} of a definition) does so all the more.
    MapSchema entries = schema.map();
    return schema.scalar() == null
        && entries != null
        && entries.fields().isEmpty()
        && entries.elements() != Schema.deduced();
  }

  private static JsonNode newValue(Field field) {
    return switch (field.whenEmpty()) {
      case STRUCT -> {
        ObjectNode struct = JsonNodeFactory.instance.objectNode();
        normalizeObject(Objects.requireNonNull(field.schema().map()), struct);
        yield struct;
      }
      case DEFAULT -> Objects.requireNonNull(field.defaultValue()).deepCopy();
      case ZERO_QUANTITY -> JsonNodeFactory.instance.textNode("0");
      case NULL, OMITTED -> JsonNodeFactory.instance.nullNode();
    };
  }

  private static boolean isEmptyScalar(JsonNode value) {
    return (value.isTextual() && value.textValue().isEmpty())
        || (value.isNumber() && value.doubleValue() == 0)
        || (value.isBoolean() && !value.booleanValue());
  }
}
