package dev.controllerruntime.event;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.OwnerReference;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.cache.CacheStatus;
import dev.controllerruntime.cache.Caches;
import dev.controllerruntime.cache.Informer;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.event.WatchSource.RequestMapping;
import dev.controllerruntime.event.WatchSpec.By;
import dev.controllerruntime.event.WatchSpec.Itself;
import dev.controllerruntime.event.WatchSpec.OwnersOf;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The one implementation. */
final class ConnectedSources<R> implements Sources {
  private final Caches caches;
  private final Concurrency concurrency;
  private final RequestSink<R> sink;
  private final UserCode userCode;
  private final List<Connection<?>> connections = new ArrayList<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** Guards what follows; those who wait for synced() wait on it. Nobody is called under it. */
  private final Monitor monitor;

  private boolean started;
  private boolean closed;

  ConnectedSources(
      String controller,
      List<? extends WatchSpec<?, ? extends R>> specs,
      Caches caches,
      Concurrency concurrency,
      RequestSink<R> sink) {
    this.caches = caches;
    this.concurrency = concurrency;
    this.sink = sink;
    this.userCode = new UserCode(controller, concurrency);
    this.monitor = concurrency.monitor();
    for (WatchSpec<?, ? extends R> spec : specs) {
      connections.add(new Connection<>(spec));
    }
  }

  @Override
  public void start() {
    monitor.lock();
    try {
      if (started || closed) {
        return;
      }
      started = true;
    } finally {
      monitor.unlock();
    }
    for (Connection<?> connection : connections) {
      connection.informer.onStatusChange(this::statusChanged);
    }
    statusChanged();
  }

  /** Never under a lock of an informer: attaching takes that of another one. */
  private void statusChanged() {
    attachReady();
    wake();
    listeners.forEach(Runnable::run);
  }

  private void wake() {
    monitor.lock();
    try {
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  private void attachReady() {
    for (Connection<?> connection : connections) {
      if (connection.ready() && claim(connection)) {
        connection.attach();
      }
    }
  }

  /** True for the one caller that may attach it. */
  private boolean claim(Connection<?> connection) {
    monitor.lock();
    try {
      if (connection.attached || closed) {
        return false;
      }
      connection.attached = true;
      return true;
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public boolean synced() {
    return connections.stream().allMatch(Connection::synced);
  }

  @Override
  public boolean awaitSynced(Duration atMost) throws InterruptedException {
    Instant deadline = concurrency.clock().instant().plus(atMost);
    monitor.lock();
    try {
      while (!synced()) {
        Duration left = Duration.between(concurrency.clock().instant(), deadline);
        if (left.isZero() || left.isNegative()) {
          return false;
        }
        if (!monitor.await(left)) {
          return synced();
        }
      }
      return true;
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public List<CacheStatus> waitingFor() {
    return connections.stream().filter(c -> !c.synced()).map(c -> c.informer.status()).toList();
  }

  @Override
  public List<CacheStatus> statuses() {
    return connections.stream().map(c -> c.informer.status()).toList();
  }

  @Override
  public void onStatusChange(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public UserCodeCounts counts() {
    return userCode.counts();
  }

  @Override
  public void close() {
    monitor.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
    connections.forEach(connection -> connection.informer.close());
  }

  /** One spec and its share in an informer. */
  private final class Connection<W> {
    private final WatchSpec<W, ? extends R> spec;
    private final Informer<W> informer;
    private final WatchSource<W, R> source;
    private boolean attached;

    Connection(WatchSpec<W, ? extends R> spec) {
      this.spec = spec;
      this.informer = caches.informer(spec.kind(), spec.scope().toArray(new ListOption[0]));
      this.source =
          new WatchSource<>(
              // Told under the informer's lock; its own status change follows, outside of it.
              spec, mapping(spec), userCode, sink, ConnectedSources.this::wake);
    }

    /** Owners can be named only once it is known whether they live in namespaces. */
    boolean ready() {
      return !(spec.mapping() instanceof OwnersOf<?> owners)
          || caches.scope(owners.primary()).isPresent();
    }

    void attach() {
      informer.addHandler(source);
    }

    boolean synced() {
      if (informer.synced() && source.hasSynced()) {
        return true;
      }
      return spec.ifPresent() && !informer.status().present();
    }
  }

  /**
   * The sealed mapping as one function. Itself and OwnersOf are mappings to {@link Request} only,
   * so that R is Request there.
   */
  @SuppressWarnings("unchecked")
  private <W> RequestMapping<W, R> mapping(WatchSpec<W, ? extends R> spec) {
    WatchSpec.Mapping<W, ? extends R> mapping = spec.mapping();
    if (mapping instanceof By<W, ? extends R> by) {
      return state -> by.function().apply(state);
    }
    if (mapping instanceof OwnersOf<?> owners) {
      return state -> (Collection<R>) owners(owners.primary(), state);
    }
    if (mapping instanceof Itself<?>) {
      return state -> (Collection<R>) List.of(Request.of(state.metadata().key()));
    }
    throw new IllegalStateException("unknown mapping " + mapping);
  }

  private List<Request> owners(Kind<?> primary, Observed<?> state) {
    boolean namespaced = caches.scope(primary).map(scope -> scope == Scope.NAMESPACED).orElse(true);
    List<Request> requests = new ArrayList<>();
    for (OwnerReference owner : state.metadata().owners()) {
      // Not the version: a reference keeps the one it was written with.
      if (owner.group().equals(primary.group()) && owner.kind().equals(primary.kind())) {
        String namespace = namespaced ? state.metadata().namespace() : "";
        // A cluster-scoped child cannot have a namespaced owner: such a reference is void.
        if (namespaced == !namespace.isEmpty()) {
          requests.add(Request.of(new ObjectKey(namespace, owner.name())));
        }
      }
    }
    return requests;
  }
}
