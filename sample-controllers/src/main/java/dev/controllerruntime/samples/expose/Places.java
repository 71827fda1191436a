package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectKey;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which Services ask for a place: a look-up, where a list would grow with the cluster. It holds
 * what the watch has shown, so it may name Services that are gone; whoever asks reads them anew. A
 * Service is entered before its request is queued, so no rival is overlooked. Lost at a restart,
 * which is no loss: then everything is seen again. Thread-safe; the lock spans no wait.
 */
final class Places {
  private record Entry(ExposeRequest request, Set<Wish.Place> places) {}

  private final ExposeSettings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ObjectKey, Entry> entries = new HashMap<>();
  private final Map<Wish.Place, Set<ObjectKey>> byPlace = new HashMap<>();

  Places(ExposeSettings settings) {
    this.settings = settings;
  }

  /**
   * A state of a Service was seen; of two, the later one last.
   *
   * @return the requests that it concerns: its own, and those of its rivals, who follow when it
   *     goes
   */
  Set<ExposeRequest> seen(ServiceView service) {
    Set<Wish.Place> places =
        OptIn.wanted(service, settings)
            ? new LinkedHashSet<>(Wish.of(service, settings).places())
            : Set.of();
    ExposeRequest own = OptIn.request(service);
    Set<ExposeRequest> requests = new LinkedHashSet<>();
    requests.add(own);
    lock.lock();
    try {
      enter(service.key(), new Entry(own, places));
      for (Wish.Place place : places) {
        for (ObjectKey rival : byPlace.getOrDefault(place, Set.of())) {
          Entry entry = entries.get(rival);
          if (entry != null) {
            requests.add(entry.request);
          }
        }
      }
    } finally {
      lock.unlock();
    }
    return requests;
  }

  /** The Services that may ask for the place, in order of their keys. */
  List<ObjectKey> asking(Wish.Place place) {
    lock.lock();
    try {
      return List.copyOf(byPlace.getOrDefault(place, Set.of()));
    } finally {
      lock.unlock();
    }
  }

  private void enter(ObjectKey service, Entry now) {
    Entry before = now.places.isEmpty() ? entries.remove(service) : entries.put(service, now);
    if (before != null) {
      for (Wish.Place place : before.places) {
        Set<ObjectKey> left = byPlace.get(place);
        if (left != null && left.remove(service) && left.isEmpty()) {
          byPlace.remove(place);
        }
      }
    }
    for (Wish.Place place : now.places) {
      byPlace.computeIfAbsent(place, any -> new TreeSet<>()).add(service);
    }
  }
}
