package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code metadata.managedFields}: who, by which operation, in which version and
 * subresource, owns which fields. Immutable; the field set and the encoded form are each made from
 * the other when first asked for.
 *
 * @since 0.1.0
 */
public final class ManagerEntry {
  /** How the fields came to be owned. */
  public enum Operation {
    /** By an apply patch. */
    APPLY("Apply"),
    /** By any other write. */
    UPDATE("Update");

    private final String text;

    Operation(String text) {
      this.text = text;
    }
  }

  private final String manager;
  private final Operation operation;
  private final String apiVersion;
  private final String subresource;
  private final @Nullable String time;
  private @Nullable FieldSet fields;
  private @Nullable JsonNode encodedFields;

  private ManagerEntry(
      String manager,
      Operation operation,
      String apiVersion,
      String subresource,
      @Nullable String time,
      @Nullable FieldSet fields,
      @Nullable JsonNode encodedFields) {
    this.manager = manager;
    this.operation = operation;
    this.apiVersion = apiVersion;
    this.subresource = subresource;
    this.time = time;
    this.fields = fields;
    this.encodedFields = encodedFields;
  }

  static ManagerEntry of(
      String manager, Operation operation, String apiVersion, String subresource, FieldSet fields) {
    return new ManagerEntry(manager, operation, apiVersion, subresource, null, fields, null);
  }

  /**
   * Decodes an entry; its fields are decoded at once, so that a wrong one is found here.
   *
   * @throws IllegalArgumentException for an entry that the real server does not decode either
   */
  static ManagerEntry decode(JsonNode entry, int index) {
    String operation = entry.path("operation").asText("");
    if (!operation.equals("Apply") && !operation.equals("Update")) {
      throw new IllegalArgumentException("operation must be `Apply` or `Update`");
    }
    String apiVersion = entry.path("apiVersion").asText("");
    if (apiVersion.isEmpty()) {
      throw new IllegalArgumentException("apiVersion must not be empty");
    }
    String type = entry.path("fieldsType").asText("");
    if (type.isEmpty()) {
      throw new IllegalArgumentException("missing fieldsType in managed fields entry " + index);
    }
    if (!type.equals("FieldsV1")) {
      throw new IllegalArgumentException(
          "invalid fieldsType \"" + type + "\" in managed fields entry " + index);
    }
    JsonNode encoded = entry.path("fieldsV1");
    JsonNode time = entry.path("time");
    return new ManagerEntry(
        entry.path("manager").asText(""),
        operation.equals("Apply") ? Operation.APPLY : Operation.UPDATE,
        apiVersion,
        entry.path("subresource").asText(""),
        time.isTextual() ? time.asText() : null,
        FieldSet.decode(encoded),
        encoded.isObject() ? encoded : JsonNodeFactory.instance.objectNode());
  }

  /** A copy that owns these fields; the encoded form is kept when they are the same. */
  ManagerEntry with(FieldSet newFields) {
    return newFields.equals(fields())
        ? this
        : new ManagerEntry(manager, operation, apiVersion, subresource, time, newFields, null);
  }

  ManagerEntry at(Instant now) {
    return withTime(Instant.ofEpochSecond(now.getEpochSecond()).toString());
  }

  ManagerEntry withTime(@Nullable String newTime) {
    return Objects.equals(time, newTime)
        ? this
        : new ManagerEntry(
            manager, operation, apiVersion, subresource, newTime, fields, encodedFields);
  }

  ManagerEntry withApiVersion(String newApiVersion) {
    return apiVersion.equals(newApiVersion)
        ? this
        : new ManagerEntry(
            manager, operation, newApiVersion, subresource, time, fields, encodedFields);
  }

  /** Name of the manager; at most 128 characters in a valid object. */
  public String manager() {
    return manager;
  }

  /** Apply or Update. */
  public Operation operation() {
    return operation;
  }

  /** Version of the object in which the fields were written. */
  public String apiVersion() {
    return apiVersion;
  }

  /** Subresource through which they were written; empty for the object's main endpoint. */
  public String subresource() {
    return subresource;
  }

  /** Time of the last change in RFC 3339 with whole seconds; null when there is none. */
  public @Nullable String time() {
    return time;
  }

  /** The fields that are owned. */
  public FieldSet fields() {
    FieldSet known = fields;
    if (known == null) {
      known =
          FieldSet.decode(
              encodedFields == null ? JsonNodeFactory.instance.objectNode() : encodedFields);
      fields = known;
    }
    return known;
  }

  /** Whether both are the same manager; for an apply its version does not count. */
  boolean sameManager(ManagerEntry other) {
    return operation == other.operation
        && manager.equals(other.manager)
        && subresource.equals(other.subresource)
        && (operation == Operation.APPLY || apiVersion.equals(other.apiVersion));
  }

  boolean equalsExceptTime(ManagerEntry other) {
    return sameManager(other)
        && apiVersion.equals(other.apiVersion)
        && fields().equals(other.fields());
  }

  /** How messages name this manager: {@code "kubectl-edit" using apps/v1}. */
  String describe() {
    StringBuilder text = new StringBuilder();
    text.append('"').append(manager).append('"');
    if (!subresource.isEmpty()) {
      text.append(" with subresource \"").append(subresource).append('"');
    }
    if (operation == Operation.UPDATE) {
      text.append(" using ").append(apiVersion);
    }
    return text.toString();
  }

  /** The entry as JSON; its {@code fieldsV1} is shared between calls and must not be changed. */
  ObjectNode encode() {
    JsonNode known = encodedFields;
    if (known == null) {
      known = fields().encode();
      encodedFields = known;
    }
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    if (!manager.isEmpty()) {
      entry.put("manager", manager);
    }
    entry.put("operation", operation.text);
    entry.put("apiVersion", apiVersion);
    if (time != null) {
      entry.put("time", time);
    }
    entry.put("fieldsType", "FieldsV1");
    entry.set("fieldsV1", known);
    if (!subresource.isEmpty()) {
      entry.put("subresource", subresource);
    }
    return entry;
  }

  @Override
  public String toString() {
    return describe() + " " + fields();
  }
}
