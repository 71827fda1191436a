package dev.controllerruntime.apiserver.apply;

import dev.controllerruntime.apiserver.schema.StatusFailure;
import dev.controllerruntime.apiserver.schema.StatusFailure.Cause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fields that an apply would change although another manager owns them. */
final class Conflicts {
  private Conflicts() {}

  /** Throws the 409 when there is a conflict. Its details carry causes only, no name and kind. */
  static void check(List<ManagerEntry> others, Comparison comparison) {
    FieldSet changed = comparison.modified().union(comparison.added());
    Map<ManagerEntry, List<String>> conflicts = new LinkedHashMap<>();
    for (ManagerEntry other : others) {
      FieldSet shared = other.fields().intersection(changed);
      if (!shared.isEmpty()) {
        List<String> paths = new ArrayList<>();
        shared.forEach(path -> paths.add(FieldSet.describe(path)));
        conflicts.put(other, paths);
      }
    }
    if (!conflicts.isEmpty()) {
      throw failure(conflicts);
    }
  }

  private static StatusFailure failure(Map<ManagerEntry, List<String>> conflicts) {
    List<Cause> causes = new ArrayList<>();
    conflicts.forEach(
        (manager, paths) -> {
          String message = "conflict with " + manager.describe();
          paths.forEach(path -> causes.add(new Cause("FieldManagerConflict", message, path)));
        });
    return new StatusFailure(409, "Conflict", message(conflicts, causes), causes);
  }

  private static String message(Map<ManagerEntry, List<String>> conflicts, List<Cause> causes) {
    if (causes.size() == 1) {
      Cause only = causes.get(0);
      return "Apply failed with 1 conflict: " + only.message() + ": " + only.field();
    }
    Map<String, List<String>> sorted = new TreeMap<>();
    conflicts.forEach((manager, paths) -> sorted.put(manager.describe(), paths));
    List<String> lines = new ArrayList<>();
    sorted.forEach(
        (manager, paths) -> {
          lines.add("conflicts with " + manager + ":");
          paths.forEach(path -> lines.add("- " + path));
        });
    return "Apply failed with " + causes.size() + " conflicts: " + String.join("\n", lines);
  }
}
