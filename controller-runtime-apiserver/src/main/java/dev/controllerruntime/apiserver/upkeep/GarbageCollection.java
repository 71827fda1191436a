package dev.controllerruntime.apiserver.upkeep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.resource.Catalog;
import dev.controllerruntime.apiserver.resource.Conversions;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.storage.Event;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;
import dev.controllerruntime.apiserver.timer.Timers;
import dev.controllerruntime.apiserver.upkeep.Ownership.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The garbage collector (rule 82): deletes what all owners have left behind, takes dangling
 * references away, and ends foreground and orphaning deletions (rule 70).
 */
final class GarbageCollection {
  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";

  private enum Owner {
    SOLID,
    GOING,
    ABSENT,
    UNKNOWN
  }

  private final Storage storage;
  private final Catalog catalog;
  private final Deleter deleter;
  private final Supplier<Instant> time;
  private final Ownership ownership = new Ownership();
  private final WorkList<Place> work;

  GarbageCollection(
      Storage storage, Catalog catalog, Deleter deleter, Timers timers, Supplier<Instant> time) {
    this.storage = storage;
    this.catalog = catalog;
    this.deleter = deleter;
    this.time = time;
    this.work = new WorkList<>(timers, this::process);
  }

  void committed(ResourceStore store, Event event) {
    ownership.committed(store, event);
    StoredObject object = event.object();
    if (event.type() == Event.Type.DELETED) {
      ownership.dependentsOf(object.uid()).forEach(this::add);
      // An owner may be waiting for it.
      object.owners().forEach(uid -> ownership.find(uid).ifPresent(this::add));
      return;
    }
    if (!object.owners().isEmpty() || object.deleting()) {
      add(Ownership.place(store, object));
    }
  }

  private void add(Place place) {
    work.add(place, time.get());
  }

  private void process(Place place) {
    Optional<StoredObject> found = place.object();
    if (found.isEmpty()) {
      return;
    }
    StoredObject object = found.get();
    if (object.deleting()) {
      ObjectNode tree = object.tree();
      List<String> finalizers = Meta.finalizers(tree);
      if (finalizers.contains(ORPHAN)) {
        orphan(place, object, tree);
      } else if (finalizers.contains(FOREGROUND)) {
        endForeground(place, object, tree);
      }
      return;
    }
    if (!object.owners().isEmpty()) {
      judge(place, object);
    }
  }

  private void judge(Place place, StoredObject object) {
    ObjectNode tree = object.tree();
    List<String> notSolid = new ArrayList<>();
    boolean solid = false;
    boolean going = false;
    for (JsonNode reference : tree.path("metadata").path("ownerReferences")) {
      switch (owner(object, reference)) {
        case SOLID -> solid = true;
        case GOING -> {
          going = true;
          notSolid.add(reference.path("uid").asText());
        }
        case ABSENT -> notSolid.add(reference.path("uid").asText());
        case UNKNOWN -> {
          return;
        }
      }
    }
    if (solid) {
      if (!notSolid.isEmpty()) {
        removeReferences(place, tree, notSolid);
      }
      return;
    }
    List<String> finalizers = Meta.finalizers(tree);
    String policy =
        going && !ownership.dependentsOf(object.uid()).isEmpty()
            ? "Foreground"
            : finalizers.contains(ORPHAN)
                ? "Orphan"
                : finalizers.contains(FOREGROUND) ? "Foreground" : "Background";
    deleter.delete(place.store().storageType(), place.store(), object, policy, time.get());
  }

  private Owner owner(StoredObject dependent, JsonNode reference) {
    Optional<ResourceType> type =
        catalog.findByKind(reference.path("apiVersion").asText(), reference.path("kind").asText());
    if (type.isEmpty() || (type.get().namespaced() && dependent.namespace().isEmpty())) {
      // A kind that nobody serves, or a namespaced owner of a cluster-scoped object.
      return Owner.UNKNOWN;
    }
    Optional<Place> place = ownership.find(reference.path("uid").asText());
    boolean there =
        place.isPresent()
            && place.get().store().key().equals(Conversions.storageKey(type.get()))
            && place.get().name().equals(reference.path("name").asText())
            && (place.get().namespace().isEmpty()
                || place.get().namespace().equals(dependent.namespace()));
    if (!there) {
      return Owner.ABSENT;
    }
    StoredObject owner = place.get().object().orElseThrow();
    return owner.deleting() && Meta.finalizers(owner.tree()).contains(FOREGROUND)
        ? Owner.GOING
        : Owner.SOLID;
  }

  private void removeReferences(Place place, ObjectNode tree, List<String> uids) {
    ArrayNode kept = Json.object().arrayNode();
    for (JsonNode reference : tree.path("metadata").path("ownerReferences")) {
      if (!uids.contains(reference.path("uid").asText())) {
        kept.add(reference);
      }
    }
    if (kept.isEmpty()) {
      Meta.of(tree).remove("ownerReferences");
    } else {
      Meta.of(tree).set("ownerReferences", kept);
    }
    storage.put(place.store(), tree);
  }

  private void orphan(Place place, StoredObject owner, ObjectNode tree) {
    for (Place dependent : ownership.dependentsOf(owner.uid())) {
      dependent
          .object()
          .ifPresent(o -> removeReferences(dependent, o.tree(), List.of(owner.uid())));
    }
    removeFinalizer(place, owner, tree, ORPHAN);
  }

  private void endForeground(Place place, StoredObject owner, ObjectNode tree) {
    boolean blocked = false;
    for (Place dependent : ownership.dependentsOf(owner.uid())) {
      Optional<StoredObject> object = dependent.object();
      if (object.isPresent()) {
        if (!object.get().deleting()) {
          add(dependent);
        }
        for (JsonNode reference : object.get().tree().path("metadata").path("ownerReferences")) {
          blocked |=
              reference.path("uid").asText().equals(owner.uid())
                  && reference.path("blockOwnerDeletion").asBoolean();
        }
      }
    }
    if (!blocked) {
      removeFinalizer(place, owner, tree, FOREGROUND);
    }
  }

  private void removeFinalizer(
      Place place, StoredObject object, ObjectNode tree, String finalizer) {
    List<String> finalizers = new ArrayList<>(Meta.finalizers(tree));
    finalizers.remove(finalizer);
    boolean held =
        !finalizers.isEmpty()
            || tree.path("metadata").path("deletionGracePeriodSeconds").asLong() > 0
            || !tree.path("spec").path("finalizers").isEmpty();
    if (held) {
      Meta.setFinalizers(tree, finalizers);
      storage.put(place.store(), tree);
    } else {
      storage.delete(place.store(), object);
    }
  }
}
