package dev.controllerruntime.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/**
 * The generic {@code Table}: columns Name and Age, as for a custom resource without printer
 * columns. Columns of single types are not here yet. The results share parts of the objects.
 *
 * @since 0.1.0
 */
public final class TableRenderer {
  private static final String NAME_DESCRIPTION =
      "Name must be unique within a namespace. Is required when creating resources, although some"
          + " resources may allow a client to request the generation of an appropriate name"
          + " automatically. Name is primarily intended for creation idempotence and configuration"
          + " definition. Cannot be updated. More info:"
          + " https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
  private static final String AGE_DESCRIPTION =
      "CreationTimestamp is a timestamp representing the server time when this object was created."
          + " It is not guaranteed to be set in happens-before order across separate operations."
          + " Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\n"
          + "Populated by the system. Read-only. Null for lists. More info:"
          + " https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

  private final String version;
  private final IncludeObject include;

  /**
   * A renderer for one request.
   *
   * @param version version of {@code meta.k8s.io} that the client asked for: {@code v1} or {@code
   *     v1beta1}
   * @param include what stands beside the cells
   */
  public TableRenderer(String version, IncludeObject include) {
    this.version = version;
    this.include = include;
  }

  /**
   * The table of a list.
   *
   * @param listMetadata metadata of the list (resourceVersion, continue, remainingItemCount)
   * @param objects its items, in order
   * @param now for the ages
   */
  public ObjectNode ofList(ObjectNode listMetadata, List<? extends JsonNode> objects, Instant now) {
    return table(listMetadata, objects, true, now);
  }

  /**
   * The table of one object: of a get, of a write's answer, or of a watch event.
   *
   * @param object the object
   * @param columns whether the columns are told; in a watch only by the first event
   * @param now for the age
   */
  public ObjectNode ofObject(JsonNode object, boolean columns, Instant now) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    JsonNode resourceVersion = object.path("metadata").path("resourceVersion");
    if (resourceVersion.isTextual()) {
      metadata.set("resourceVersion", resourceVersion);
    }
    return table(metadata, List.of(object), columns, now);
  }

  private ObjectNode table(
      ObjectNode metadata, List<? extends JsonNode> objects, boolean columns, Instant now) {
    ObjectNode table = JsonNodeFactory.instance.objectNode();
    table.put("kind", "Table");
    table.put("apiVersion", "meta.k8s.io/" + version);
    table.set("metadata", metadata);
    if (columns) {
      ArrayNode definitions = table.putArray("columnDefinitions");
      definitions.add(column("Name", "string", "name", NAME_DESCRIPTION));
      definitions.add(column("Age", "date", "", AGE_DESCRIPTION));
    } else {
      table.putNull("columnDefinitions");
    }
    ArrayNode rows = table.putArray("rows");
    objects.forEach(object -> rows.add(row(object, now)));
    return table;
  }

  private static ObjectNode column(String name, String type, String format, String description) {
    ObjectNode column = JsonNodeFactory.instance.objectNode();
    column.put("name", name);
    column.put("type", type);
    column.put("format", format);
    column.put("description", description);
    column.put("priority", 0);
    return column;
  }

  private ObjectNode row(JsonNode object, Instant now) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    JsonNode metadata = object.path("metadata");
    ArrayNode cells = row.putArray("cells");
    cells.add(metadata.path("name").asText(""));
    cells.add(age(metadata.path("creationTimestamp").asText(""), now));
    switch (include) {
      case NONE -> row.putNull("object");
      case METADATA -> row.set("object", PartialMetadata.of(object, version));
      case OBJECT -> row.set("object", object);
    }
    return row;
  }

  /** The age of something created then; {@code <unknown>} when the text is no time. */
  static String age(String creationTimestamp, Instant now) {
    try {
      return HumanDuration.format(Duration.between(Instant.parse(creationTimestamp), now));
    } catch (DateTimeParseException e) {
      return "<unknown>";
    }
  }
}
