package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;

/** PUT on {@code namespaces/x/finalize}: the only way to take {@code spec.finalizers} away. */
final class Finalize {
  private final Bodies bodies;
  private final Storage storage;

  Finalize(Bodies bodies, Storage storage) {
    this.bodies = bodies;
    this.storage = storage;
  }

  void handle(Call call) {
    boolean dryRun = call.dryRun("UpdateOptions");
    ObjectNode object =
        bodies.object(call, call.type().apiVersion(), call.type().kind(), "UpdateOptions");
    Update.checkName(call, object);
    StoredObject existing = call.existing();
    ObjectNode old = Views.tree(call.type(), existing);
    String version = Meta.resourceVersion(object);
    if (!version.isEmpty()) {
      Update.checkVersion(call, old, version);
    }
    ObjectNode wanted = old.deepCopy();
    ObjectNode spec =
        wanted.get("spec") instanceof ObjectNode known ? known : wanted.putObject("spec");
    if (object.path("spec").path("finalizers").isEmpty()) {
      spec.remove("finalizers");
    } else {
      spec.set("finalizers", object.path("spec").path("finalizers"));
    }
    if (Writes.endsDeletion(old, wanted)) {
      if (!dryRun) {
        storage.delete(call.store(), existing);
      }
      Answers.object(call, 200, wanted);
    } else if (dryRun || Json.same(old, wanted)) {
      Answers.object(call, 200, wanted);
    } else {
      Answers.stored(call, 200, storage.put(call.store(), wanted).object());
    }
  }
}
