package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.Schema;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Removes what a manager applied last time and leaves out this time, unless somebody else owns it.
 * Unowned fields inside of what it applied stay, too.
 */
final class Pruner {
  private Pruner() {}

  static JsonNode prune(
      Schema schema, JsonNode merged, FieldSet last, ManagerEntry self, List<ManagerEntry> others) {
    if (last.isEmpty()) {
      return merged;
    }
    FieldSet lastFields = last.withNamedFields(schema);
    FieldSet managed = self.fields();
    for (ManagerEntry other : others) {
      managed = managed.union(other.fields());
    }
    FieldSet mergedFields = FieldSets.of(schema, merged).withNamedFields(schema);

    JsonNode pruned = Remover.remove(schema, merged, lastFields);
    FieldSet kept = FieldSets.of(schema, pruned).withNamedFields(schema);
    pruned =
        Remover.remove(
            schema, merged, mergedFields.difference(kept.union(managed.withNamedFields(schema))));
    kept = FieldSets.of(schema, pruned).withNamedFields(schema);
    JsonNode result =
        Remover.remove(schema, merged, mergedFields.difference(kept).intersection(lastFields));
    return withoutEmptied(merged, result);
  }

  /** Containers that lost their whole content are absent and not null. */
  private static JsonNode withoutEmptied(JsonNode before, JsonNode after) {
    if (before == after || !after.isObject() || !before.isObject()) {
      return after;
    }
    Iterator<Map.Entry<String, JsonNode>> fields = ((ObjectNode) after).properties().iterator();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> field = fields.next();
      JsonNode old = before.path(field.getKey());
      if (field.getValue() instanceof NullNode && !old.isNull()) {
        fields.remove();
      } else {
        withoutEmptied(old, field.getValue());
      }
    }
    return after;
  }
}
