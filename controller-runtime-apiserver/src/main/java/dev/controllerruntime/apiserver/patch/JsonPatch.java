package dev.controllerruntime.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * JSON Patch (RFC 6902) as the real server does it, which differs from the RFC: {@code replace} of
 * a missing map key adds it, a missing {@code value} is null, indexes may be negative and count
 * from the end, {@code test} against null holds for a missing map key, {@code copy} of one gives
 * null, and what stands before the first slash of a path is ignored.
 *
 * <p>A library is not used because of these differences.
 *
 * @since 0.1.0
 */
public final class JsonPatch {
  /** Most operations in one patch. */
  public static final int MAX_OPERATIONS = 10_000;

  private static final String NOT_APPLICABLE =
      "the server rejected our request due to an error in our request";

  private JsonPatch() {}

  /**
   * Applies a patch.
   *
   * @param target the stored object; not changed
   * @param patch the decoded body: an array of operations, or null for none; not changed
   * @return a new object that shares nothing with the target or the patch
   * @throws StatusFailure 400 when the patch is malformed, 413 for more than 10,000 operations, 422
   *     when an operation fails
   */
  public static ObjectNode apply(ObjectNode target, JsonNode patch) {
    check(patch);
    ObjectNode root = target.deepCopy();
    for (JsonNode operation : patch) {
      root = applyOne(root, operation);
    }
    return root;
  }

  private static void check(JsonNode patch) {
    if (patch.isNull()) {
      return;
    }
    if (!patch.isArray()) {
      throw malformed(
          "cannot unmarshal " + typeName(patch) + " into Go value of type []handlers.jsonPatchOp");
    }
    for (JsonNode operation : patch) {
      if (!operation.isObject() && !operation.isNull()) {
        throw malformed(
            "cannot unmarshal "
                + typeName(operation)
                + " into Go value of type handlers.jsonPatchOp");
      }
      for (String field : List.of("op", "from", "path")) {
        JsonNode value = operation.path(field);
        if (!value.isMissingNode() && !value.isTextual() && !value.isNull()) {
          throw malformed(
              "cannot unmarshal "
                  + typeName(value)
                  + " into Go struct field jsonPatchOp."
                  + field
                  + " of type string");
        }
      }
    }
    if (patch.size() > MAX_OPERATIONS) {
      throw new StatusFailure(
          413,
          "RequestEntityTooLarge",
          "Request entity too large: The allowed maximum operations in a JSON patch is "
              + MAX_OPERATIONS
              + ", got "
              + patch.size(),
          List.of());
    }
  }

  private static StatusFailure malformed(String problem) {
    return StatusFailure.badRequest("error decoding patch: json: " + problem);
  }

  /** What Go's decoder calls this kind of JSON value. */
  static String typeName(JsonNode value) {
    return value.isBoolean() ? "bool" : value.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  private static ObjectNode applyOne(ObjectNode root, JsonNode operation) {
    String path = pathIn(operation, "path");
    switch (operation.path("op").asText("")) {
      case "add" -> Location.of(root, path).add(valueIn(operation));
      case "remove" -> Location.of(root, path).remove();
      case "replace" -> {
        if (path.isEmpty()) {
          return rootFrom(operation);
        }
        Location.of(root, path).replace(valueIn(operation));
      }
      case "move" -> {
        Location from = Location.of(root, pathIn(operation, "from"));
        JsonNode moved = from.get();
        from.remove();
        Location.of(root, path).add(moved == null ? NullNode.getInstance() : moved);
      }
      case "copy" -> {
        JsonNode copied = Location.of(root, pathIn(operation, "from")).get();
        Location.of(root, path).add(copied == null ? NullNode.getInstance() : copied.deepCopy());
      }
      case "test" -> test(root, path, operation);
      default -> throw notApplicable();
    }
    return root;
  }

  private static ObjectNode rootFrom(JsonNode operation) {
    if (valueIn(operation) instanceof ObjectNode object) {
      return object;
    }
    throw notApplicable();
  }

  private static void test(ObjectNode root, String path, JsonNode operation) {
    JsonNode found = path.isEmpty() ? root : Location.of(root, path).get();
    if (!valueIn(operation).equals(found == null ? NullNode.getInstance() : found)) {
      throw notApplicable();
    }
  }

  private static String pathIn(JsonNode operation, String field) {
    JsonNode path = operation.path(field);
    if (!path.isTextual()) {
      throw notApplicable();
    }
    return path.textValue();
  }

  private static JsonNode valueIn(JsonNode operation) {
    JsonNode value = operation.get("value");
    return value == null ? NullNode.getInstance() : value.deepCopy();
  }

  private static StatusFailure notApplicable() {
    return new StatusFailure(422, "Invalid", NOT_APPLICABLE, List.of());
  }

  /** A key in an existing container; whether there is something under it is another question. */
  private record Location(JsonNode container, String key) {
    static Location of(ObjectNode root, String path) {
      String[] parts = path.split("/", -1);
      if (parts.length < 2) {
        throw notApplicable();
      }
      JsonNode container = root;
      for (int i = 1; i < parts.length - 1; i++) {
        JsonNode next = new Location(container, decode(parts[i])).get();
        if (next == null || !next.isContainerNode()) {
          throw notApplicable();
        }
        container = next;
      }
      return new Location(container, decode(parts[parts.length - 1]));
    }

    private static String decode(String part) {
      return part.replace("~1", "/").replace("~0", "~");
    }

    /** Null for a missing map key. */
    @Nullable JsonNode get() {
      if (container instanceof ArrayNode array) {
        return array.get(index(array.size()));
      }
      return container.get(key);
    }

    void add(JsonNode value) {
      if (container instanceof ArrayNode array) {
        int size = array.size();
        array.insert(key.equals("-") ? size : index(size + 1), value);
      } else {
        ((ObjectNode) container).set(key, value);
      }
    }

    void replace(JsonNode value) {
      if (container instanceof ArrayNode array) {
        array.set(index(array.size()), value);
      } else {
        ((ObjectNode) container).set(key, value);
      }
    }

    void remove() {
      if (container instanceof ArrayNode array) {
        array.remove(index(array.size()));
      } else if (((ObjectNode) container).remove(key) == null) {
        throw notApplicable();
      }
    }

    /** The index below the limit; a negative one counts from it. */
    private int index(int limit) {
      int index;
      try {
        index = Integer.parseInt(key);
      } catch (NumberFormatException e) {
        throw notApplicable();
      }
      int resolved = index < 0 ? index + limit : index;
      if (resolved < 0 || resolved >= limit) {
        throw notApplicable();
      }
      return resolved;
    }
  }
}
