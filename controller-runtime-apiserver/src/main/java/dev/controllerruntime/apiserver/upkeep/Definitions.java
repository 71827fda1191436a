package dev.controllerruntime.apiserver.upkeep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.resource.Catalog;
import dev.controllerruntime.apiserver.resource.CustomTypes;
import dev.controllerruntime.apiserver.storage.Event;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;
import dev.controllerruntime.apiserver.timer.Timers;
import dev.controllerruntime.apiserver.watch.WatchHub;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Serves custom resources as long as their definitions are there (rules 39, 76): a new definition
 * is established at once, a deleted one takes its objects along.
 */
final class Definitions {
  private static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

  private final Storage storage;
  private final Catalog catalog;
  private final ResourceStore definitions;
  private final WatchHub hub;
  private final Deleter deleter;
  private final Supplier<Instant> time;
  private final WorkList<String> cleanup;

  Definitions(
      Storage storage,
      Catalog catalog,
      WatchHub hub,
      Deleter deleter,
      Timers timers,
      Supplier<Instant> time) {
    this.storage = storage;
    this.catalog = catalog;
    this.definitions =
        storage.store(catalog.builtIn("apiextensions.k8s.io/v1", "customresourcedefinitions"));
    this.hub = hub;
    this.deleter = deleter;
    this.time = time;
    this.cleanup = new WorkList<>(timers, this::cleanUp);
  }

  void committed(ResourceStore store, Event event) {
    if (store == definitions) {
      definition(event);
    } else if (event.type() == Event.Type.DELETED && store.storageType().custom()) {
      definitions
          .get("", store.storageType().qualified())
          .filter(StoredObject::deleting)
          .ifPresent(d -> cleanup.add(d.name(), time.get()));
    }
  }

  private void definition(Event event) {
    ObjectNode tree = event.object().tree();
    switch (event.type()) {
      case DELETED -> {
        ResourceStore store = storage.store(CustomTypes.of(tree).storage());
        catalog.replaceCustom(group(tree), plural(tree), List.of());
        hub.endAll(store);
      }
      case ADDED -> establish(tree);
      case MODIFIED -> {
        StoredObject previous = event.previous();
        if (previous != null
            && !Json.same(previous.tree().path("spec"), tree.path("spec"))
            && isEstablished(tree)) {
          serve(tree);
          hub.endAll(storage.store(CustomTypes.of(tree).storage()));
        }
        if (event.object().deleting()) {
          terminate(tree);
        }
      }
    }
  }

  private static String group(ObjectNode definition) {
    return definition.path("spec").path("group").asText();
  }

  private static String plural(ObjectNode definition) {
    return definition.path("spec").path("names").path("plural").asText();
  }

  private void establish(ObjectNode tree) {
    JsonNode names = tree.path("spec").path("names");
    Optional<String> conflict = conflict(tree);
    ObjectNode status = tree.putObject("status");
    ArrayNode conditions = status.putArray("conditions");
    if (conflict.isPresent()) {
      condition(conditions, "NamesAccepted", false, "KindConflict", conflict.get());
      condition(conditions, "Established", false, "NotAccepted", "not all names are accepted");
      status.putObject("acceptedNames").put("plural", "").put("kind", "");
    } else {
      condition(conditions, "NamesAccepted", true, "NoConflicts", "no conflicts found");
      condition(
          conditions,
          "Established",
          true,
          "InitialNamesAccepted",
          "the initial names have been accepted");
      status.set("acceptedNames", names.deepCopy());
    }
    status.putArray("storedVersions").add(CustomTypes.of(tree).storage().version());
    if (conflict.isEmpty()) {
      serve(tree);
    }
    storage.put(definitions, tree);
  }

  private Optional<String> conflict(ObjectNode tree) {
    String kind = tree.path("spec").path("names").path("kind").asText();
    for (JsonNode version : tree.path("spec").path("versions")) {
      String apiVersion = group(tree) + "/" + version.path("name").asText();
      boolean taken =
          catalog
              .findByKind(apiVersion, kind)
              .filter(other -> !other.plural().equals(plural(tree)))
              .isPresent();
      if (taken) {
        return Optional.of("\"" + kind + "\" is already in use");
      }
    }
    return Optional.empty();
  }

  private static boolean isEstablished(ObjectNode tree) {
    for (JsonNode condition : tree.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Established")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private void condition(
      ArrayNode conditions, String type, boolean on, String reason, String message) {
    conditions
        .addObject()
        .put("type", type)
        .put("status", on ? "True" : "False")
        .put("lastTransitionTime", Meta.time(time.get()))
        .put("reason", reason)
        .put("message", message);
  }

  private void serve(ObjectNode tree) {
    CustomTypes types = CustomTypes.of(tree);
    catalog.replaceCustom(group(tree), plural(tree), types.served());
    storage.store(types.storage()).storageType(types.storage());
  }

  private void terminate(ObjectNode tree) {
    cleanup.add(Meta.name(tree), time.get());
    JsonNode conditions = tree.path("status").path("conditions");
    for (JsonNode condition : conditions) {
      if (condition.path("type").asText().equals("Terminating")) {
        return;
      }
    }
    if (conditions instanceof ArrayNode array) {
      condition(
          array,
          "Terminating",
          true,
          "InstanceDeletionPending",
          "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
      storage.put(definitions, tree);
    }
  }

  private void cleanUp(String name) {
    Optional<StoredObject> definition = definitions.get("", name).filter(StoredObject::deleting);
    if (definition.isEmpty()) {
      return;
    }
    ObjectNode tree = definition.get().tree();
    ResourceStore store = storage.store(CustomTypes.of(tree).storage());
    for (StoredObject object : store.list("")) {
      if (!object.deleting()) {
        deleter.delete(store.storageType(), store, object, "Background", time.get());
      }
    }
    if (store.size() > 0) {
      return;
    }
    List<String> finalizers = new ArrayList<>(Meta.finalizers(tree));
    finalizers.remove(CLEANUP);
    if (finalizers.isEmpty()) {
      storage.delete(definitions, definition.get());
    } else if (finalizers.size() < Meta.finalizers(tree).size()) {
      Meta.setFinalizers(tree, finalizers);
      storage.put(definitions, tree);
    }
  }
}
