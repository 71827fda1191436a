package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.apply.FieldManager;
import dev.controllerruntime.apiserver.apply.ManagedFields;
import dev.controllerruntime.apiserver.apply.ManagerNames;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.storage.StoredObject;
import java.util.Optional;

/** PUT on an object or its status (rules 48 to 56). */
final class Update {
  private final Bodies bodies;
  private final Writes writes;
  private final Schemas schemas;

  Update(Bodies bodies, Writes writes, Schemas schemas) {
    this.bodies = bodies;
    this.writes = writes;
    this.schemas = schemas;
  }

  void handle(Call call) {
    ManagerNames.check("UpdateOptions", false, call.query().get("fieldManager"), null);
    boolean dryRun = call.dryRun("UpdateOptions");
    ResourceType type = call.type();
    ObjectNode object = bodies.object(call, type.apiVersion(), type.kind(), "UpdateOptions");
    checkName(call, object);
    Optional<StoredObject> existing = call.store().get(call.path().namespace(), call.path().name());
    if (existing.isEmpty()) {
      if (!type.traits().createOnUpdate() || !call.subresource().isEmpty()) {
        throw call.notFound();
      }
      writes.create(call, object, Optional.empty(), dryRun);
      return;
    }
    ObjectNode old = Views.tree(type, existing.get());
    writes.applyDefaults(type, object);
    checkPreconditions(call, old, object);
    FieldManager.Outcome outcome =
        schemas
            .manager(type, call.subresource())
            .update(old, ManagedFields.decodeFrom(old), object, call.fieldManager(), call.now());
    writes.update(
        call, existing.get(), old, new Writes.Wanted(outcome.object(), outcome.managed()), dryRun);
  }

  static void checkName(Call call, ObjectNode object) {
    String name = Meta.name(object);
    if (name.isEmpty()) {
      throw Failure.badRequest(
          "the name of the object ("
              + call.path().name()
              + " based on URL) was undeterminable: name must be provided");
    }
    if (!name.equals(call.path().name())) {
      throw Failure.badRequest(
          "the name of the object ("
              + name
              + ") does not match the name on the URL ("
              + call.path().name()
              + ")");
    }
  }

  private static void checkPreconditions(Call call, ObjectNode old, ObjectNode object) {
    String name = call.path().name();
    String uid = Meta.uid(object);
    if (!uid.isEmpty() && !uid.equals(Meta.uid(old))) {
      throw call.conflict(
          name,
          "StorageError: invalid object, Code: 4, Key: /registry/"
              + call.type().plural()
              + "/"
              + StoredObject.key(call.path().namespace(), name)
              + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in"
              + " precondition: "
              + uid
              + ", UID in object meta: "
              + Meta.uid(old));
    }
    String version = Meta.resourceVersion(object);
    if (version.isEmpty() || version.equals("0")) {
      if (!call.type().traits().unconditionalUpdate()) {
        FieldErrors errors = new FieldErrors();
        errors.invalid("metadata.resourceVersion", "0", "must be specified for an update");
        throw errors.failure(call.type().group(), call.type().plural(), name);
      }
      return;
    }
    checkVersion(call, old, version);
  }

  /** 409 for another version (rule 48), 500 for what is no number. */
  static void checkVersion(Call call, ObjectNode old, String version) {
    try {
      Long.parseUnsignedLong(version);
    } catch (NumberFormatException e) {
      throw Failure.internal(
          "strconv.ParseUint: parsing " + FieldErrors.quote(version) + ": invalid syntax");
    }
    if (!version.equals(Meta.resourceVersion(old))) {
      throw call.conflict(
          call.path().name(),
          "the object has been modified; please apply your changes to the latest version and try"
              + " again");
    }
  }
}
