package dev.controllerruntime.apiserver.upkeep;

import dev.controllerruntime.apiserver.storage.Event;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.StoredObject;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who is there, by uid, and who depends on whom. */
final class Ownership {
  /** The place of an object; its content may have changed since. */
  record Place(ResourceStore store, String namespace, String name) {
    Optional<StoredObject> object() {
      return store.get(namespace, name);
    }
  }

  private final Map<String, Place> byUid = new HashMap<>();
  private final Map<String, Set<Place>> dependents = new HashMap<>();

  static Place place(ResourceStore store, StoredObject object) {
    return new Place(store, object.namespace(), object.name());
  }

  void committed(ResourceStore store, Event event) {
    StoredObject object = event.object();
    Place place = place(store, object);
    StoredObject previous = event.previous();
    boolean gone = event.type() == Event.Type.DELETED;
    List<String> now = gone ? List.of() : object.owners();
    if (previous != null && !previous.owners().equals(now)) {
      for (String owner : previous.owners()) {
        Set<Place> places = dependents.get(owner);
        if (places != null) {
          places.remove(place);
          if (places.isEmpty()) {
            dependents.remove(owner);
          }
        }
      }
    }
    for (String owner : now) {
      dependents.computeIfAbsent(owner, uid -> new LinkedHashSet<>()).add(place);
    }
    if (gone) {
      byUid.remove(object.uid());
    } else if (previous == null) {
      byUid.put(object.uid(), place);
    }
  }

  Optional<Place> find(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  List<Place> dependentsOf(String uid) {
    return List.copyOf(dependents.getOrDefault(uid, Set.of()));
  }
}
