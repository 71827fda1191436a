package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.builtin.Behaviours;
import dev.controllerruntime.apiserver.builtin.Names;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is checked on the metadata of every object. */
final class ObjectChecks {
  private ObjectChecks() {}

  /** Checks that hold for new and changed objects. */
  static void metadata(
      ResourceType type, Behaviours behaviours, ObjectNode object, FieldErrors errors) {
    ObjectNode metadata = Meta.of(object);
    for (var label : metadata.path("labels").properties()) {
      Names.checkKey("metadata.labels", label.getKey(), errors);
      Names.checkLabelValue("metadata.labels", label.getValue().asText(), errors);
    }
    for (var annotation : metadata.path("annotations").properties()) {
      // Keys of annotations are looked at in lower case.
      Names.checkKey(
          "metadata.annotations", annotation.getKey().toLowerCase(java.util.Locale.ROOT), errors);
    }
    owners(metadata, errors);
    int i = 0;
    for (String finalizer : Meta.finalizers(object)) {
      if (!Names.isFinalizer(finalizer)) {
        errors.invalid(
            "metadata.finalizers[" + i + "]",
            FieldErrors.quote(finalizer),
            "name is neither a standard finalizer name nor is it fully qualified");
      }
      i++;
    }
  }

  /** Checks of a name that nobody could change afterwards. */
  static void name(
      ResourceType type, Behaviours behaviours, ObjectNode object, FieldErrors errors) {
    String name = Meta.name(object);
    String format = behaviours.nameFormat(type);
    String base = Meta.text(object, "generateName");
    if (!base.isEmpty()) {
      // A generated suffix follows, so that a dash at the end is fine.
      Names.check(
          format,
          "metadata.generateName",
          base.endsWith("-") ? base.substring(0, base.length() - 1) + "a" : base,
          errors);
    }
    if (name.isEmpty()) {
      errors.required("metadata.name", "name or generateName is required");
    } else {
      Names.check(format, "metadata.name", name, errors);
    }
  }

  private static void owners(ObjectNode metadata, FieldErrors errors) {
    List<String> controllers = new ArrayList<>();
    for (JsonNode owner : metadata.path("ownerReferences")) {
      for (String field : List.of("apiVersion", "kind", "name", "uid")) {
        if (owner.path(field).asText("").isEmpty()) {
          errors.invalid("metadata.ownerReferences." + field, "\"\"", "must not be empty");
        }
      }
      if (owner.path("controller").asBoolean()) {
        controllers.add(owner.path("kind").asText() + "/" + owner.path("name").asText());
      }
    }
    if (controllers.size() > 1) {
      errors.invalid(
          "metadata.ownerReferences",
          new String(Json.bytes(metadata.path("ownerReferences")), StandardCharsets.UTF_8),
          "Only one reference can have Controller set to true. Found \"true\" in references for "
              + controllers.get(0)
              + " and "
              + controllers.get(1));
    }
  }

  /** Merges identical owner references, with a warning (rule 47). */
  static void mergeOwners(ObjectNode object, Set<String> warnings) {
    JsonNode sent = object.path("metadata").path("ownerReferences");
    if (!(sent instanceof ArrayNode owners) || owners.size() < 2) {
      return;
    }
    Set<JsonNode> distinct = new LinkedHashSet<>();
    Set<String> duplicates = new LinkedHashSet<>();
    for (JsonNode owner : owners) {
      if (!distinct.add(owner)) {
        duplicates.add(owner.path("uid").asText());
      }
    }
    if (!duplicates.isEmpty()) {
      owners.removeAll();
      distinct.forEach(owners::add);
      warnings.add(
          ".metadata.ownerReferences contains duplicate entries; API server dedups owner references"
              + " in 1.20+, and may reject such requests as early as 1.24; please fix your requests;"
              + " duplicate UID(s) observed: "
              + String.join(", ", duplicates));
    }
  }

  /** Checks that hold for changes: what nobody may change (rules 53, 54). */
  static void change(ObjectNode old, ObjectNode wanted, FieldErrors errors) {
    if (Meta.isDeleting(old)) {
      List<String> added = new ArrayList<>(Meta.finalizers(wanted));
      added.removeAll(Meta.finalizers(old));
      if (!added.isEmpty()) {
        List<String> quoted = added.stream().map(FieldErrors::quote).toList();
        errors.forbidden(
            "metadata.finalizers",
            "no new finalizers can be added if the object is being deleted, found new finalizers"
                + " []string{"
                + String.join(", ", quoted)
                + "}");
      }
    }
  }
}
