package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.Schema;
import java.util.List;

/**
 * Removes what a manager applied last time and leaves out this time, unless somebody else owns it.
 * Unowned fields inside of what it applied stay, too. A container that is still applied, but empty,
 * is null afterwards: that is what the real server stores of a custom resource; for built-in kinds
 * the typed form drops it.
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
    return Remover.remove(schema, merged, mergedFields.difference(kept).intersection(lastFields));
  }
}
