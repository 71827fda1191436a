package dev.controllerruntime.apiserver.storage;

import dev.controllerruntime.apiserver.resource.ResourceType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The objects of one resource and their part of the history.
 *
 * @since 0.1.0
 */
public final class ResourceStore {
  private final String key;
  private final NavigableMap<String, StoredObject> objects = new TreeMap<>();
  private final EventLog history = new EventLog();
  private ResourceType storageType;

  ResourceStore(String key, ResourceType storageType) {
    this.key = key;
    this.storageType = storageType;
  }

  /** {@code group/plural}. */
  public String key() {
    return key;
  }

  /** The version in which objects are stored. */
  public ResourceType storageType() {
    return storageType;
  }

  /**
   * Stores in another version from now on; what is stored already is rewritten by renaming.
   *
   * @param type differs from the type before in its name only
   */
  public void storageType(ResourceType type) {
    ResourceType before = storageType;
    storageType = type;
    objects.replaceAll(
        (place, o) ->
            new StoredObject(
                o.namespace(),
                o.name(),
                o.uid(),
                o.version(),
                type.renamed(before, o.json()),
                o.labels(),
                o.owners(),
                o.deleting()));
  }

  /** An object by namespace and name. */
  public Optional<StoredObject> get(String namespace, String name) {
    return Optional.ofNullable(objects.get(StoredObject.key(namespace, name)));
  }

  /** The objects of a namespace, or all when it is empty; a copy, in the order of rule 20. */
  public List<StoredObject> list(String namespace) {
    return new ArrayList<>(view(namespace).values());
  }

  /** How many objects there are. */
  public int size() {
    return objects.size();
  }

  /** This store's part of the history. */
  public EventLog history() {
    return history;
  }

  /**
   * The objects as they were at a version that history still covers; a copy in the order of rule
   * 20.
   */
  public Collection<StoredObject> listAt(String namespace, long version) {
    int first = history.after(version);
    if (first == history.size()) {
      return list(namespace);
    }
    NavigableMap<String, StoredObject> then = new TreeMap<>(view(namespace));
    for (int i = history.size() - 1; i >= first; i--) {
      Event event = history.get(i);
      StoredObject object = event.object();
      if (namespace.isEmpty() || namespace.equals(object.namespace())) {
        StoredObject previous = event.previous();
        if (previous == null) {
          then.remove(object.key());
        } else {
          then.put(object.key(), previous);
        }
      }
    }
    return then.values();
  }

  NavigableMap<String, StoredObject> objects() {
    return objects;
  }

  private NavigableMap<String, StoredObject> view(String namespace) {
    // '0' is the character after '/'.
    return namespace.isEmpty()
        ? objects
        : objects.subMap(namespace + "/", true, namespace + "0", false);
  }
}
