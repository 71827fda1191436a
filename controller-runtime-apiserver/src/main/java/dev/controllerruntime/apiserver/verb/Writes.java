package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.apply.FieldManager;
import dev.controllerruntime.apiserver.apply.ManagedFields;
import dev.controllerruntime.apiserver.builtin.Behaviours;
import dev.controllerruntime.apiserver.builtin.Secrets;
import dev.controllerruntime.apiserver.builtin.ServiceAddresses;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.Failure.Cause;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.resource.Catalog;
import dev.controllerruntime.apiserver.resource.Conversions;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.resource.Traits;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.TypedForm;
import dev.controllerruntime.apiserver.storage.Event;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What every create and every update goes through, whichever verb it comes from. */
final class Writes {
  private final Storage storage;
  private final Catalog catalog;
  private final Schemas schemas;
  private final Behaviours behaviours;

  Writes(Storage storage, Catalog catalog, Schemas schemas, Behaviours behaviours) {
    this.storage = storage;
    this.catalog = catalog;
    this.schemas = schemas;
    this.behaviours = behaviours;
  }

  /** Normalises an object as decoding into the server's types would, and fills in defaults. */
  void applyDefaults(ResourceType type, ObjectNode object) {
    Schema schema = schemas.of(type);
    TypedForm.normalize(schema, object);
    Secrets.encodeStringData(type, object);
    behaviours.applyDefaults(type, object);
  }

  /**
   * Creates an object and answers 201.
   *
   * @param object the body; managed already when it comes from an apply
   * @param managed its managers when it comes from an apply
   */
  void create(Call call, ObjectNode object, Optional<ManagedFields> managed, boolean dryRun) {
    ResourceType type = call.type();
    checkNamespace(call, object);
    long positive = positiveVersion(object);
    NewNames.generate(call, object);
    ObjectChecks.mergeOwners(object, call.warnings());
    applyDefaults(type, object);
    if (managed.isEmpty()) {
      schemas
          .manager(type, "")
          .update(null, ManagedFields.empty(), object, call.fieldManager(), call.now());
    }
    prepareForCreate(call, object);
    FieldErrors errors = new FieldErrors();
    ObjectChecks.name(type, behaviours, object, errors);
    ObjectChecks.metadata(type, behaviours, object, errors);
    ownBehaviour(call, Optional.empty(), object, errors);
    errors.throwIfAny(type.group(), type.kind(), Meta.name(object));
    if (positive > 0) {
      throw Failure.internal("resourceVersion should not be set on objects to be created");
    }
    String name = Meta.name(object);
    if (call.store().get(Meta.namespace(object), name).isPresent()) {
      throw Failure.of(409, "AlreadyExists", type.qualified() + " \"" + name + "\" already exists")
          .about(name, type.group(), type.plural())
          .build();
    }
    if (dryRun) {
      Meta.of(object).remove("resourceVersion");
      Meta.order(object);
      Answers.object(call, 201, object);
      return;
    }
    Answers.stored(call, 201, commit(call, object).object());
  }

  private static long positiveVersion(ObjectNode object) {
    try {
      return Long.parseLong(Meta.resourceVersion(object));
    } catch (NumberFormatException e) {
      // Rule 43: what is no number counts as absent.
      return 0;
    }
  }

  /** 404 for a missing namespace, 403 for one that is going (rule 46). */
  private void checkNamespace(Call call, ObjectNode object) {
    if (!call.type().namespaced()) {
      return;
    }
    String namespace = call.path().namespace();
    StoredObject found =
        storage
            .store(catalog.builtIn("v1", "namespaces"))
            .get("", namespace)
            .orElseThrow(
                () ->
                    Failure.of(404, "NotFound", "namespaces \"" + namespace + "\" not found")
                        .about(namespace, "", "namespaces")
                        .build());
    if (found.deleting()) {
      String name = Meta.name(object);
      throw Failure.of(
              403,
              "Forbidden",
              call.type().qualified()
                  + " \""
                  + name
                  + "\" is forbidden: unable to create new content in namespace "
                  + namespace
                  + " because it is being terminated")
          .about(name, call.type().group(), call.type().plural())
          .causes(
              List.of(
                  new Cause(
                      "NamespaceTerminating",
                      "namespace " + namespace + " is being terminated",
                      "metadata.namespace")))
          .build();
    }
  }

  private void prepareForCreate(Call call, ObjectNode object) {
    ResourceType type = call.type();
    ObjectNode metadata = Meta.of(object);
    metadata.put("uid", NewNames.uid(call.random()));
    metadata.put("creationTimestamp", Meta.time(call.now()));
    metadata.remove(
        List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "generation"));
    if (type.traits().generation()) {
      metadata.put("generation", 1);
    }
    if (type.hasStatus() && !type.traits().statusKeptOnCreate()) {
      object.remove("status");
    }
    if (!type.traits().finalizersOnCreate().isEmpty()) {
      List<String> finalizers = new ArrayList<>(Meta.finalizers(object));
      type.traits().finalizersOnCreate().stream()
          .filter(f -> !finalizers.contains(f))
          .forEach(finalizers::add);
      Meta.setFinalizers(object, finalizers);
    }
    behaviours.applyOnCreate(type, object);
    if (type.hasStatus()) {
      // What the kind itself puts there, in full.
      TypedForm.normalize(schemas.of(type), object);
    }
  }

  private void ownBehaviour(
      Call call, Optional<ObjectNode> old, ObjectNode object, FieldErrors errors) {
    if (call.type().apiVersion().equals("v1") && call.type().plural().equals("services")) {
      ServiceAddresses.assign(call.store(), old, object, errors);
    }
  }

  /** The wanted object of an update, with its managers. */
  record Wanted(ObjectNode object, ManagedFields managed) {}

  /**
   * Changes an object and answers 200.
   *
   * @param old the stored object in the version of the request
   * @param wanted the object as the client wants it, with defaults and managers
   */
  void update(Call call, StoredObject existing, ObjectNode old, Wanted wanted, boolean dryRun) {
    ResourceType type = call.type();
    ObjectNode object = wanted.object();
    ObjectChecks.mergeOwners(object, call.warnings());
    FieldErrors errors = new FieldErrors();
    restoreMetadata(old, object, errors);
    restoreOtherPart(call, old, object);
    raiseGeneration(type, call.subresource(), old, object);
    ObjectChecks.metadata(type, behaviours, object, errors);
    ObjectChecks.change(old, object, errors);
    if (call.subresource().isEmpty()) {
      ownBehaviour(call, Optional.of(old), object, errors);
      behaviours.checkImmutable(type, old, object, errors);
    }
    errors.throwIfAny(type.group(), type.kind(), existing.name());
    FieldManager.settle(old, ManagedFields.decodeFrom(old), object, wanted.managed());
    Meta.of(object).put("resourceVersion", Meta.resourceVersion(old));
    if (Json.same(old, object)) {
      // Rule 50: nothing changes, so nothing happened.
      Answers.object(call, 200, object);
      return;
    }
    if (endsDeletion(old, object)) {
      // Rule 55: the answer is the wanted object with the old version; watchers see only DELETED.
      if (!dryRun) {
        storage.delete(call.store(), existing);
      }
      Meta.order(object);
      Answers.object(call, 200, object);
      return;
    }
    if (dryRun) {
      Meta.order(object);
      Answers.object(call, 200, object);
      return;
    }
    Answers.stored(call, 200, commit(call, object).object());
  }

  /** Whether a write takes away the last thing that held the object. */
  static boolean endsDeletion(ObjectNode old, ObjectNode object) {
    return Meta.isDeleting(old)
        && Meta.finalizers(object).isEmpty()
        && old.path("metadata").path("deletionGracePeriodSeconds").asLong() == 0
        && !holdsNamespace(object);
  }

  private static boolean holdsNamespace(ObjectNode object) {
    return object.path("kind").asText().equals("Namespace")
        && object.path("apiVersion").asText().equals("v1")
        && !object.path("spec").path("finalizers").isEmpty();
  }

  /** Stores an object that is in the version of the request. */
  Event commit(Call call, ObjectNode object) {
    Conversions.toStorage(call.type(), object);
    return storage.put(call.store(), object);
  }

  /** Keeps what belongs to the server (rule 53). */
  private static void restoreMetadata(ObjectNode old, ObjectNode object, FieldErrors errors) {
    ObjectNode before = Meta.of(old);
    ObjectNode metadata = Meta.of(object);
    metadata.remove("selfLink");
    for (String field :
        List.of("uid", "creationTimestamp", "generation", "deletionGracePeriodSeconds")) {
      restore(before, metadata, field);
    }
    JsonNode sent = metadata.path("deletionTimestamp");
    JsonNode stored = before.path("deletionTimestamp");
    if (sent.isTextual() && !sent.equals(stored)) {
      for (int i = 0; i < 2; i++) {
        // The real server checks it twice.
        errors.invalid(
            "metadata.deletionTimestamp", FieldErrors.quote(sent.asText()), "field is immutable");
      }
    } else {
      restore(before, metadata, "deletionTimestamp");
    }
    restore(before, metadata, "generateName");
  }

  static void restore(ObjectNode from, ObjectNode to, String field) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }

  /** The main endpoint keeps the stored status, {@code /status} everything else (rule 52). */
  private static void restoreOtherPart(Call call, ObjectNode old, ObjectNode object) {
    ResourceType type = call.type();
    if (call.subresource().isEmpty()) {
      if (type.hasStatus()) {
        restore(old, object, "status");
      }
      return;
    }
    List<String> fields = new ArrayList<>();
    object.properties().forEach(field -> fields.add(field.getKey()));
    old.properties().forEach(field -> fields.add(field.getKey()));
    fields.removeAll(List.of("metadata", "status", "kind", "apiVersion"));
    fields.forEach(field -> restore(old, object, field));
    ObjectNode metadata = Meta.of(object);
    if (type.custom()) {
      JsonNode managed = metadata.get("managedFields");
      ObjectNode kept = Meta.of(old).deepCopy();
      kept.remove("managedFields");
      if (managed != null) {
        kept.set("managedFields", managed);
      }
      object.set("metadata", kept);
    } else {
      type.traits().statusKeepsMetadata().forEach(field -> restore(Meta.of(old), metadata, field));
    }
  }

  /** Rule 51. */
  private static void raiseGeneration(
      ResourceType type, String subresource, ObjectNode old, ObjectNode object) {
    Traits traits = type.traits();
    if (!subresource.isEmpty() || !(traits.generation() || traits.generationOnSpec())) {
      return;
    }
    boolean changed = traits.generationOnSpec() && !sameContent(type, old, object);
    for (String field : traits.generationOnMetadata()) {
      changed |= !Json.same(Meta.of(old).path(field), Meta.of(object).path(field));
    }
    if (changed) {
      Meta.of(object).put("generation", Meta.of(old).path("generation").asInt() + 1);
    }
  }

  private static boolean sameContent(ResourceType type, ObjectNode old, ObjectNode object) {
    List<String> without =
        type.hasStatus() || !type.custom()
            ? List.of("metadata", "kind", "apiVersion", "status")
            : List.of("metadata", "kind", "apiVersion");
    ObjectNode before = Json.object().setAll(old);
    ObjectNode after = Json.object().setAll(object);
    return Json.same(before.remove(without), after.remove(without));
  }
}
