package dev.controllerruntime.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a value may be and how it merges: a scalar, a list, a map, or several of these (a value
 * without a type). Recursive types refer to themselves, so never walk a schema without a value
 * beside it.
 *
 * <p>Source: structured-merge-diff's schema and its conversion from OpenAPI; {@code
 * x-kubernetes-list-type}, {@code x-kubernetes-list-map-keys}, {@code x-kubernetes-map-type} and,
 * where the list type is absent, {@code x-kubernetes-patch-strategy} and {@code
 * x-kubernetes-patch-merge-key}.
 *
 * @since 0.1.0
 */
public final class Schema {
  /** Which scalars are valid. */
  public enum Scalar {
    /** Integer or floating point. */
    NUMERIC,
    /** Text. */
    STRING,
    /** True or false. */
    BOOLEAN,
    /** Any scalar, for example IntOrString, Quantity or a date. */
    UNTYPED
  }

  /** How two lists merge. */
  public enum ListType {
    /** As a whole. */
    ATOMIC,
    /** By value. */
    SET,
    /** By the key fields of the elements. */
    MAP
  }

  /**
   * A list.
   *
   * @param type how it merges
   * @param keys key fields, in the order of the schema; empty unless the type is MAP
   * @param sortedKeys the same, sorted
   * @param elements schema of the elements
   * @since 0.1.0
   */
  public record ListSchema(
      ListType type, List<String> keys, List<String> sortedKeys, Schema elements) {
    /** Copies the keys. */
    public ListSchema {
      keys = List.copyOf(keys);
      sortedKeys = List.copyOf(sortedKeys);
    }

    ListSchema(ListType type, List<String> keys, Schema elements) {
      this(type, keys, keys.stream().sorted().toList(), elements);
    }
  }

  /** What stands for an empty field when Go writes the object. */
  public enum WhenEmpty {
    /** Nothing. */
    OMITTED,
    /** Null. */
    NULL,
    /** The quantity {@code "0"}. */
    ZERO_QUANTITY,
    /** The field's default. */
    DEFAULT,
    /** A nested struct, with whatever stands for its own empty fields. */
    STRUCT
  }

  /**
   * A field that the schema names.
   *
   * @param schema the field's schema
   * @param defaultValue its {@code default}, or null; never change it
   * @param whenEmpty what stands for it when it is empty
   * @since 0.1.0
   */
  public record Field(Schema schema, @Nullable JsonNode defaultValue, WhenEmpty whenEmpty) {}

  /** An object: a struct with named fields, a map, or both. */
  public static final class MapSchema {
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final Map<String, Field> written = new LinkedHashMap<>();
    private @Nullable Schema elements;
    private boolean atomic;

    MapSchema() {}

    /** The named fields, in the order of the schema. */
    public Map<String, Field> fields() {
      return Collections.unmodifiableMap(fields);
    }

    /** The field of this name, or null: this is on the hot path. */
    public @Nullable Field field(String name) {
      return fields.get(name);
    }

    /** Schema of the values of all other keys; null when other keys are unknown fields. */
    public @Nullable Schema elements() {
      return elements;
    }

    /** Schema of the value under this key; null when the key is an unknown field. */
    public @Nullable Schema valueOf(String key) {
      Field field = fields.get(key);
      return field != null ? field.schema() : elements;
    }

    /** Whether it merges as a whole. */
    public boolean atomic() {
      return atomic;
    }

    /** The fields that are written even when they are empty, in the order of the schema. */
    Map<String, Field> written() {
      return written;
    }

    void put(String name, Field field) {
      fields.put(name, field);
      if (field.whenEmpty() != WhenEmpty.OMITTED) {
        written.put(name, field);
      }
    }

    void elements(@Nullable Schema value) {
      elements = value;
    }

    void atomic(boolean value) {
      atomic = value;
    }

    MapSchema asAtomic(boolean value) {
      MapSchema copy = new MapSchema();
      copy.fields.putAll(fields);
      copy.written.putAll(written);
      copy.elements = elements;
      copy.atomic = value;
      return copy;
    }
  }

  private static final Schema UNTYPED_ATOMIC = untypedAtomic();
  private static final Schema DEDUCED = deducedSchema();

  private @Nullable Scalar scalar;
  private @Nullable ListSchema list;
  private @Nullable MapSchema map;

  Schema() {}

  /**
   * The schema of a value of which nothing is known: maps merge by key, lists as a whole. Kinds
   * without a recorded schema have it.
   */
  public static Schema deduced() {
    return DEDUCED;
  }

  /** Any value, merged as a whole. */
  public static Schema anyAtomic() {
    return UNTYPED_ATOMIC;
  }

  /** Which scalars are valid; null when none. */
  public @Nullable Scalar scalar() {
    return scalar;
  }

  /** The list form; null when a list is not valid. */
  public @Nullable ListSchema list() {
    return list;
  }

  /** The map form; null when a map is not valid. */
  public @Nullable MapSchema map() {
    return map;
  }

  /**
   * The schema of a named field of this object; empty when this is no object or has no such field.
   */
  public Optional<Schema> field(String name) {
    MapSchema object = map;
    Field field = object == null ? null : object.field(name);
    return field == null ? Optional.empty() : Optional.of(field.schema());
  }

  void fill(@Nullable Scalar newScalar, @Nullable ListSchema newList, @Nullable MapSchema newMap) {
    scalar = newScalar;
    list = newList;
    map = newMap;
  }

  private static Schema untypedAtomic() {
    Schema schema = new Schema();
    MapSchema map = new MapSchema();
    map.elements(schema);
    map.atomic(true);
    schema.fill(Scalar.UNTYPED, new ListSchema(ListType.ATOMIC, List.of(), schema), map);
    return schema;
  }

  private static Schema deducedSchema() {
    Schema schema = new Schema();
    MapSchema map = new MapSchema();
    map.elements(schema);
    schema.fill(Scalar.UNTYPED, new ListSchema(ListType.ATOMIC, List.of(), UNTYPED_ATOMIC), map);
    return schema;
  }
}
