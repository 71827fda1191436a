package dev.controllerruntime.apiserver.upkeep;

import dev.controllerruntime.apiserver.resource.Catalog;
import dev.controllerruntime.apiserver.storage.Event;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.timer.Timers;
import dev.controllerruntime.apiserver.watch.WatchHub;
import java.time.Instant;
import java.util.Optional;

/**
 * Hears of every change and sees what is to be done because of it.
 *
 * @since 0.1.0
 */
public final class Upkeep implements Storage.Listener {
  private final Optional<GarbageCollection> garbageCollection;
  private final NamespaceEmptying namespaces;
  private final Definitions definitions;
  private Instant now = Instant.EPOCH;

  /** Upkeep of a storage; to be added to it as a listener after the hub. */
  public Upkeep(
      Storage storage,
      Catalog catalog,
      WatchHub hub,
      Timers timers,
      Deleter deleter,
      boolean garbageCollection) {
    this.garbageCollection =
        garbageCollection
            ? Optional.of(new GarbageCollection(storage, catalog, deleter, timers, () -> now))
            : Optional.empty();
    namespaces = new NamespaceEmptying(storage, catalog, deleter, timers, () -> now);
    definitions = new Definitions(storage, catalog, hub, deleter, timers, () -> now);
  }

  /** The time of what happens from now on. */
  public void time(Instant time) {
    now = time;
  }

  @Override
  public void committed(ResourceStore store, Event event) {
    garbageCollection.ifPresent(gc -> gc.committed(store, event));
    namespaces.committed(store, event);
    definitions.committed(store, event);
  }
}
