package dev.controllerruntime.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.resource.Conversions;
import dev.controllerruntime.apiserver.resource.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * All stores under one version counter and one bounded history, as etcd has them.
 *
 * @since 0.1.0
 */
public final class Storage {
  /** Hears of every change right after it was made. */
  @FunctionalInterface
  public interface Listener {
    /** A change was made. */
    void committed(ResourceStore store, Event event);
  }

  private record Logged(ResourceStore store, Event event) {}

  private final Map<String, ResourceStore> stores = new LinkedHashMap<>();
  private final java.util.ArrayDeque<Logged> history = new java.util.ArrayDeque<>();
  private final List<Listener> listeners = new ArrayList<>();
  private final int historySize;
  private long version = 1;
  private long compacted;

  /**
   * An empty storage.
   *
   * @param historySize how many events are kept
   */
  public Storage(int historySize) {
    this.historySize = historySize;
  }

  /** Adds a listener; listeners are called in the order in which they were added. */
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /** The newest version of anything. */
  public long version() {
    return version;
  }

  /** The version up to which history is forgotten: what follows it can still be told. */
  public long compacted() {
    return compacted;
  }

  /** The store of a resource, made on first use. */
  public ResourceStore store(ResourceType type) {
    String key = Conversions.storageKey(type);
    return stores.computeIfAbsent(key, k -> new ResourceStore(k, type));
  }

  /** The store of this key. */
  public Optional<ResourceStore> find(String key) {
    return Optional.ofNullable(stores.get(key));
  }

  /** All stores, in the order of their first use. */
  public List<ResourceStore> stores() {
    return List.copyOf(stores.values());
  }

  /**
   * Stores a new or changed object.
   *
   * @param object in its stored form; gets the resource version
   * @return the change
   */
  public Event put(ResourceStore store, ObjectNode object) {
    version++;
    StoredObject stored = encode(store, object, version);
    StoredObject previous = store.objects().put(stored.key(), stored);
    Event event =
        new Event(previous == null ? Event.Type.ADDED : Event.Type.MODIFIED, stored, previous);
    commit(store, event);
    return event;
  }

  /** Removes an object; the change shows its last content with the version of the deletion. */
  public Event delete(ResourceStore store, StoredObject object) {
    StoredObject removed = store.objects().remove(object.key());
    StoredObject last = Objects.requireNonNull(removed, "deletes what is not there");
    version++;
    Event event = new Event(Event.Type.DELETED, encode(store, last.tree(), version), last);
    commit(store, event);
    return event;
  }

  /** Forgets the whole history. */
  public void compact() {
    while (!history.isEmpty()) {
      forgetFirst();
    }
    compacted = version;
  }

  private void commit(ResourceStore store, Event event) {
    history.add(new Logged(store, event));
    store.history().add(event);
    if (history.size() > historySize) {
      forgetFirst();
    }
    for (Listener listener : listeners) {
      listener.committed(store, event);
    }
  }

  private void forgetFirst() {
    Logged first = history.remove();
    first.store().history().removeFirst();
    compacted = first.event().version();
  }

  /** An object as it would be stored at a version. */
  private static StoredObject encode(ResourceStore store, ObjectNode object, long version) {
    ResourceType type = store.storageType();
    Meta.of(object).put("resourceVersion", Long.toString(version));
    Meta.order(object);
    ObjectNode ordered = Json.object();
    ordered.put("kind", type.kind()).put("apiVersion", type.apiVersion());
    ordered.set("metadata", object.get("metadata"));
    object
        .properties()
        .forEach(
            field -> {
              if (!ordered.has(field.getKey())) {
                ordered.set(field.getKey(), field.getValue());
              }
            });
    List<String> owners = new ArrayList<>();
    for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
      owners.add(owner.path("uid").asText());
    }
    return new StoredObject(
        Meta.namespace(object),
        Meta.name(object),
        Meta.uid(object),
        version,
        Json.bytes(ordered),
        object.path("metadata").path("labels").deepCopy(),
        List.copyOf(owners),
        Meta.isDeleting(object));
  }
}
