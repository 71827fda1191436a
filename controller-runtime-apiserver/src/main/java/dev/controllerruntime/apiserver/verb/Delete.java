package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.builtin.Behaviours;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.resource.Conversions;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;
import dev.controllerruntime.apiserver.watch.Selection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** DELETE on an object or a collection (rules 68 to 73). */
final class Delete {
  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";

  private final Storage storage;
  private final Behaviours behaviours;

  Delete(Storage storage, Behaviours behaviours) {
    this.storage = storage;
    this.behaviours = behaviours;
  }

  void handle(Call call) {
    DeleteOptions options = DeleteOptions.parse(call);
    StoredObject existing = call.existing();
    checkPreconditions(call, options, existing);
    if (behaviours.undeletable(call.type(), existing.name())) {
      throw call.forbidden(existing.name(), "this namespace may not be deleted");
    }
    Result result = delete(call.type(), call.store(), existing, options, call.now());
    if (!result.gone() || call.type().traits().deleteAnswersObject()) {
      Answers.object(call, 200, result.shown());
      return;
    }
    ObjectNode status = Json.object();
    status.put("kind", "Status").put("apiVersion", "v1");
    status.putObject("metadata");
    status.put("status", "Success");
    ObjectNode details = status.putObject("details");
    details.put("name", existing.name());
    if (!call.type().group().isEmpty()) {
      details.put("group", call.type().group());
    }
    details.put("kind", call.type().plural()).put("uid", existing.uid());
    Answers.tree(call, 200, status);
  }

  /** Deletes everything that is selected; answers what was found. */
  void handleCollection(Call call) {
    ListOptions options = ListOptions.parse(call.query(), false);
    options.versionNumber();
    DeleteOptions delete = DeleteOptions.parse(call);
    Selection selection = Selections.of(call);
    List<StoredObject> found = new ArrayList<>();
    for (StoredObject object : call.store().list(call.path().namespace())) {
      if (selection.matches(object) && !behaviours.undeletable(call.type(), object.name())) {
        found.add(object);
      }
    }
    ObjectNode metadata = Json.object();
    metadata.put("resourceVersion", Long.toString(storage.version()));
    for (StoredObject object : found) {
      delete(call.type(), call.store(), object, delete, call.now());
    }
    ListVerb.answer(call, metadata, found);
  }

  /** Rule 68: here the details carry the Kind. */
  private static void checkPreconditions(Call call, DeleteOptions options, StoredObject existing) {
    String why = "";
    String version = Long.toString(existing.version());
    if (!options.uid().isEmpty() && !options.uid().equals(existing.uid())) {
      why =
          "the UID in the precondition ("
              + options.uid()
              + ") does not match the UID in record ("
              + existing.uid()
              + "). The object might have been deleted and then recreated";
    } else if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals(version)) {
      why =
          "the ResourceVersion in the precondition ("
              + options.resourceVersion()
              + ") does not match the ResourceVersion in record ("
              + version
              + "). The object might have been modified";
    }
    if (!why.isEmpty()) {
      throw Failure.of(
              409,
              "Conflict",
              "Operation cannot be fulfilled on "
                  + call.type().qualifiedKind()
                  + " \""
                  + existing.name()
                  + "\": "
                  + why)
          .about(existing.name(), call.type().group(), call.type().kind())
          .build();
    }
  }

  /**
   * What a delete came to.
   *
   * @param gone whether the object is no longer there
   * @param shown the object as the answer shows it
   */
  record Result(boolean gone, ObjectNode shown) {}

  /** Deletes an object, or marks it where something holds it. */
  Result delete(
      ResourceType type,
      ResourceStore store,
      StoredObject existing,
      DeleteOptions options,
      Instant now) {
    ObjectNode tree = Views.tree(type, existing);
    List<String> before = Meta.finalizers(tree);
    List<String> finalizers = new ArrayList<>(finalizers(type, options, before));
    if (!existing.deleting()) {
      behaviours.finalizersOnDelete(type).stream()
          .filter(finalizer -> !finalizers.contains(finalizer))
          .forEach(finalizers::add);
    }
    long grace = behaviours.graceful(type) ? grace(options, tree) : 0;
    boolean held =
        !finalizers.isEmpty() || grace > 0 || !tree.path("spec").path("finalizers").isEmpty();
    ObjectNode metadata = Meta.of(tree);
    boolean shorter =
        existing.deleting() && grace < metadata.path("deletionGracePeriodSeconds").asLong();
    if (held && existing.deleting() && !shorter && finalizers.equals(before)) {
      return new Result(false, tree);
    }
    mark(type, tree, finalizers, grace, existing.deleting(), now);
    if (!held) {
      if (!options.dryRun()) {
        metadata.put("resourceVersion", Long.toString(storage.delete(store, existing).version()));
      }
      if (!behaviours.graceful(type) && !existing.deleting()) {
        metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds"));
        Writes.restore(Meta.of(Views.tree(type, existing)), metadata, "generation");
      }
      Meta.order(tree);
      return new Result(true, tree);
    }
    if (options.dryRun()) {
      Meta.order(tree);
      return new Result(false, tree);
    }
    ObjectNode stored = tree.deepCopy();
    Conversions.toStorage(type, stored);
    return new Result(false, Views.tree(type, storage.put(store, stored).object()));
  }

  private static void mark(
      ResourceType type,
      ObjectNode tree,
      List<String> finalizers,
      long grace,
      boolean again,
      Instant now) {
    ObjectNode metadata = Meta.of(tree);
    metadata.put("deletionTimestamp", Meta.time(now.plusSeconds(grace)));
    metadata.put("deletionGracePeriodSeconds", (int) grace);
    if (!again && metadata.path("generation").asInt() > 0) {
      metadata.put("generation", metadata.path("generation").asInt() + 1);
    }
    Meta.setFinalizers(tree, finalizers);
    if (type.apiVersion().equals("v1")
        && type.plural().equals("namespaces")
        && tree.get("status") instanceof ObjectNode status) {
      status.put("phase", "Terminating");
    }
  }

  /** Rule 72: the pod's own period, unless it never ran anywhere. */
  private static long grace(DeleteOptions options, ObjectNode pod) {
    String phase = pod.path("status").path("phase").asText();
    if (pod.path("spec").path("nodeName").asText("").isEmpty()
        || phase.equals("Succeeded")
        || phase.equals("Failed")) {
      return 0;
    }
    long grace =
        options.graceSeconds() >= 0
            ? options.graceSeconds()
            : pod.path("spec").path("terminationGracePeriodSeconds").asLong(30);
    long already = pod.path("metadata").path("deletionGracePeriodSeconds").asLong(grace);
    return Meta.isDeleting(pod) ? Math.min(already, grace) : grace;
  }

  /** Rule 70. */
  private static List<String> finalizers(
      ResourceType type, DeleteOptions options, List<String> before) {
    List<String> finalizers = new ArrayList<>(before);
    String policy = options.policy();
    if (policy.isEmpty()) {
      if (before.contains(ORPHAN) || before.contains(FOREGROUND)) {
        return finalizers;
      }
      policy = type.traits().orphansByDefault() ? "Orphan" : "Background";
    }
    finalizers.removeAll(List.of(ORPHAN, FOREGROUND));
    switch (policy) {
      case "Orphan" -> finalizers.add(ORPHAN);
      case "Foreground" -> finalizers.add(FOREGROUND);
      default -> {
        return finalizers;
      }
    }
    return finalizers.size() == before.size() && finalizers.containsAll(before)
        ? before
        : finalizers;
  }
}
