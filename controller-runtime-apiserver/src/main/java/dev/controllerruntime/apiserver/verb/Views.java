package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.resource.Conversions;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.StoredObject;

/** Stored objects in the version that a client asked for. */
final class Views {
  private Views() {}

  static byte[] bytes(ResourceType type, ResourceStore store, StoredObject object) {
    return Conversions.renamesFields(type)
        ? Json.bytes(tree(type, object))
        : type.renamed(store.storageType(), object.json());
  }

  /** A new tree, owned by the caller. */
  static ObjectNode tree(ResourceType type, StoredObject object) {
    ObjectNode tree = object.tree();
    Conversions.fromStorage(type, tree);
    return tree;
  }
}
