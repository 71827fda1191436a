package dev.controllerruntime.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import java.util.Map;

/**
 * JSON Merge Patch (RFC 7386).
 *
 * @since 0.1.0
 */
public final class MergePatch {
  private MergePatch() {}

  /**
   * Applies a patch.
   *
   * @param target the stored object; not changed
   * @param patch the decoded body; not changed
   * @return a new object that shares nothing with the target or the patch
   * @throws StatusFailure 400 when the patch is no object
   */
  public static ObjectNode apply(ObjectNode target, JsonNode patch) {
    if (patch.isNull()) {
      throw StatusFailure.badRequest("Invalid JSON Patch");
    }
    if (!(patch instanceof ObjectNode changes)) {
      throw StatusFailure.badRequest(
          "error decoding patch: json: cannot unmarshal "
              + JsonPatch.typeName(patch)
              + " into Go value of type map[string]interface {}");
    }
    ObjectNode result = target.deepCopy();
    merge(result, changes);
    return result;
  }

  private static void merge(ObjectNode target, ObjectNode patch) {
    for (Map.Entry<String, JsonNode> change : patch.properties()) {
      String name = change.getKey();
      JsonNode value = change.getValue();
      if (value.isNull()) {
        target.remove(name);
      } else if (value instanceof ObjectNode nested) {
        // Also into what is absent or no object, so that nulls inside of the patch vanish.
        ObjectNode into =
            target.get(name) instanceof ObjectNode existing
                ? existing
                : JsonNodeFactory.instance.objectNode();
        merge(into, nested);
        target.set(name, into);
      } else {
        target.set(name, value.deepCopy());
      }
    }
  }
}
