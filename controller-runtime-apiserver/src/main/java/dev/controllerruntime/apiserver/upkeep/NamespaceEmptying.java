package dev.controllerruntime.apiserver.upkeep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.resource.Catalog;
import dev.controllerruntime.apiserver.storage.Event;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;
import dev.controllerruntime.apiserver.timer.Timers;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** The namespace controller (rule 83): empties namespaces that are going, then lets them go. */
final class NamespaceEmptying {
  private final Storage storage;
  private final ResourceStore namespaces;
  private final Deleter deleter;
  private final Supplier<Instant> time;
  private final WorkList<String> work;

  NamespaceEmptying(
      Storage storage, Catalog catalog, Deleter deleter, Timers timers, Supplier<Instant> time) {
    this.storage = storage;
    this.namespaces = storage.store(catalog.builtIn("v1", "namespaces"));
    this.deleter = deleter;
    this.time = time;
    this.work = new WorkList<>(timers, this::process);
  }

  void committed(ResourceStore store, Event event) {
    StoredObject object = event.object();
    if (store == namespaces) {
      if (object.deleting() && event.type() != Event.Type.DELETED) {
        work.add(object.name(), time.get());
      }
    } else if (event.type() == Event.Type.DELETED && !object.namespace().isEmpty()) {
      namespaces
          .get("", object.namespace())
          .filter(StoredObject::deleting)
          .ifPresent(namespace -> work.add(namespace.name(), time.get()));
    }
  }

  private void process(String name) {
    Optional<StoredObject> namespace = namespaces.get("", name).filter(StoredObject::deleting);
    if (namespace.isEmpty()) {
      return;
    }
    boolean empty = true;
    for (ResourceStore store : storage.stores()) {
      if (store.storageType().namespaced()) {
        for (StoredObject object : store.list(name)) {
          if (!object.deleting()) {
            deleter.delete(store.storageType(), store, object, "Background", time.get());
          }
        }
        empty &= store.list(name).isEmpty();
      }
    }
    if (empty) {
      letGo(namespace.get());
    }
  }

  private void letGo(StoredObject namespace) {
    ObjectNode tree = namespace.tree();
    if (Meta.finalizers(tree).isEmpty()) {
      storage.delete(namespaces, namespace);
    } else if (tree.get("spec") instanceof ObjectNode spec && spec.has("finalizers")) {
      spec.remove("finalizers");
      storage.put(namespaces, tree);
    }
  }
}
