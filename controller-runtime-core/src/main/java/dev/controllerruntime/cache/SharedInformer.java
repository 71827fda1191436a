package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.ResourceVersions;
import dev.controllerruntime.cache.Fanout.Registration;
import dev.controllerruntime.cache.SourceKey.ReadScope;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.reflector.DeltaSink;
import dev.controllerruntime.reflector.Reflector;
import dev.controllerruntime.reflector.ReflectorFailure;
import dev.controllerruntime.reflector.ReflectorState;
import dev.controllerruntime.reflector.ReflectorTarget;
import dev.controllerruntime.store.BaseChange;
import dev.controllerruntime.store.Index;
import dev.controllerruntime.store.Selection;
import dev.controllerruntime.store.Snapshot;
import dev.controllerruntime.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reflector, its store and its handlers.
 *
 * <p>Two locks. {@code delivery} makes a change of the base and its telling one step, so that a
 * handler that is added in between misses nothing and hears nothing twice. {@code waiting} is for
 * those who wait for the store; nobody is called under it.
 */
final class SharedInformer implements DeltaSink {
  private static final Logger LOG = LoggerFactory.getLogger(SharedInformer.class);

  private final SourceKey key;
  private final Kind<?> kind;
  private final Store store;
  private final Reflector reflector;
  private final Fanout fanout;
  private final Skipped skipped;
  private final Monitor delivery;
  private final Monitor waiting;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** The store is complete, and the server has the kind. */
  private volatile boolean readable;

  /** Readable, and every handler has seen the list. */
  private volatile boolean synced;

  /** The server said so, and has not told otherwise since. */
  private volatile boolean missing;

  private volatile boolean started;
  private volatile boolean stopped;

  SharedInformer(SourceKey key, Kind<?> kind, CachesOptions options, DeliveryMark mark) {
    this.key = key;
    this.kind = kind;
    Codec codec = options.codec();
    this.skipped = new Skipped(kind, options.concurrency().clock(), options.observer());
    this.store =
        new Store(
            selection(key.scope()),
            Decoding.transform(codec, kind),
            List.of(Index.ownerUid()),
            skipped::add);
    this.fanout =
        new Fanout(
            kind,
            codec,
            options.observer(),
            e -> skipped.add(describe() + ": " + e.getMessage()),
            mark);
    this.delivery = options.concurrency().monitor();
    this.waiting = options.concurrency().monitor();
    ReadScope scope = key.scope();
    this.reflector =
        new Reflector(
            new ReflectorTarget(kind, scope.namespace(), scope.labels(), scope.fields()),
            options.transport(),
            options.resources(),
            codec,
            options.concurrency(),
            this);
  }

  private static Selection selection(ReadScope scope) {
    boolean decidable = scope.fields().metadataOnly();
    return new Selection(
        scope.namespace(),
        metadata ->
            scope.labels().matches(metadata) && (!decidable || scope.fields().matches(metadata)),
        decidable);
  }

  SourceKey key() {
    return key;
  }

  Snapshot snapshot() {
    return store.snapshot();
  }

  Skipped skipped() {
    return skipped;
  }

  boolean readable() {
    return readable;
  }

  boolean synced() {
    return synced;
  }

  boolean missing() {
    return missing;
  }

  boolean stopped() {
    return stopped;
  }

  ReflectorState reflectorState() {
    return reflector.state();
  }

  Monitor waiting() {
    return waiting;
  }

  String describe() {
    return kind.kind() + " (" + kind.apiVersion() + ", " + reflector.target().scope() + ")";
  }

  CacheStatus status() {
    Snapshot now = store.snapshot();
    return new CacheStatus(
        kind,
        reflector.target().scope(),
        synced,
        !missing,
        now.baseSize(),
        now.overlaid(),
        skipped.count(),
        reflector.state());
  }

  CacheContent content() {
    delivery.lock();
    try {
      return new CacheContent(
          Kind.metadataOnly(kind.apiVersion(), kind.kind()),
          key.scope().options(),
          !missing,
          store.snapshot().baseVersions());
    } finally {
      delivery.unlock();
    }
  }

  boolean atOrAfter(String version) {
    return ResourceVersions.isAtLeast(store.snapshot().version(), version);
  }

  void start() {
    started = true;
    reflector.start();
  }

  boolean started() {
    return started;
  }

  /** Ends list and watch and everybody's waiting; {@link #awaitStopped} waits for the thread. */
  void stop() {
    stopped = true;
    reflector.close();
    wakeWaiting();
  }

  /** False when the time passed first. */
  boolean awaitStopped(Duration atMost) throws InterruptedException {
    return reflector.awaitStopped(atMost);
  }

  void addHandler(Registration<?> registration) {
    delivery.lock();
    try {
      fanout.add(registration, readable ? store.snapshot().baseObjects() : null);
    } finally {
      delivery.unlock();
    }
  }

  void removeHandlers(Object share) {
    delivery.lock();
    try {
      for (Registration<?> registration : new ArrayList<>(fanout.registrations())) {
        if (registration.belongsTo(share)) {
          fanout.remove(registration);
        }
      }
    } finally {
      delivery.unlock();
    }
  }

  void removeHandler(Object share, ChangeHandler<?> handler) {
    delivery.lock();
    try {
      for (Registration<?> registration : new ArrayList<>(fanout.registrations())) {
        if (registration.belongsTo(share) && registration.isFor(handler)) {
          fanout.remove(registration);
        }
      }
    } finally {
      delivery.unlock();
    }
  }

  /** Only while neither of the two has started: nothing is told, so nothing can be lost. */
  void moveHandlers(Object share, SharedInformer to) {
    delivery.lock();
    try {
      for (Registration<?> registration : new ArrayList<>(fanout.registrations())) {
        if (registration.belongsTo(share)) {
          fanout.move(registration, to.fanout);
        }
      }
    } finally {
      delivery.unlock();
    }
  }

  void addListener(Runnable listener) {
    listeners.add(listener);
  }

  void removeListener(Runnable listener) {
    listeners.remove(listener);
  }

  void stored(Encoded object) {
    try {
      store.stored(object);
    } catch (RuntimeException e) {
      skipped.add(describe() + ": own write of " + name(object) + " not laid over: " + reason(e));
    }
  }

  void deleted(ObjectKey object, String uid) {
    store.deleted(object, uid);
  }

  @Override
  public void begin() {
    store.begin();
  }

  @Override
  public void item(Encoded object) {
    try {
      store.item(object);
    } catch (RuntimeException e) {
      skip(object, e);
    }
  }

  @Override
  public void commit(String version, boolean historyReset) {
    if (historyReset) {
      LOG.warn(
          "{}: the server's history was reset (a restored backup?); its state at version {} is"
              + " taken over as it is",
          describe(),
          version);
    }
    delivery.lock();
    try {
      List<BaseChange> changes = store.commit(version, historyReset);
      missing = false;
      readable = true;
      wakeWaiting();
      fanout.deliverList(changes, () -> store.snapshot().baseObjects());
      synced = true;
    } finally {
      delivery.unlock();
    }
    wakeWaiting();
    tellListeners();
  }

  @Override
  public void upsert(Encoded object) {
    delivered(object, () -> store.upsert(object));
  }

  @Override
  public void delete(Encoded object) {
    delivered(object, () -> store.delete(object));
  }

  private void delivered(Encoded object, Supplier<List<BaseChange>> change) {
    delivery.lock();
    try {
      List<BaseChange> changes;
      try {
        changes = change.get();
      } catch (RuntimeException e) {
        skip(object, e);
        return;
      }
      fanout.deliver(changes);
    } finally {
      delivery.unlock();
    }
  }

  @Override
  public void bookmark(String version) {
    store.bookmark(version);
  }

  @Override
  public void undecodable(String message) {
    skipped.add(message);
  }

  @Override
  public void stateChanged(ReflectorState state) {
    boolean gone =
        state.failure().map(ReflectorFailure::reason).orElse(null)
            == ReflectorFailure.Reason.KIND_MISSING;
    if (gone) {
      missing = true;
      readable = false;
      synced = false;
    }
    wakeWaiting();
    tellListeners();
  }

  private void skip(Encoded object, RuntimeException fault) {
    skipped.add(describe() + ": skipped " + name(object) + ": " + reason(fault));
  }

  private static String name(Encoded object) {
    ObjectMetadata metadata = object.metadata();
    return metadata.namespace().isEmpty()
        ? metadata.name()
        : metadata.namespace() + "/" + metadata.name();
  }

  private static String reason(RuntimeException fault) {
    return fault.getMessage() == null ? fault.toString() : fault.getMessage();
  }

  private void wakeWaiting() {
    waiting.lock();
    try {
      waiting.signalAll();
    } finally {
      waiting.unlock();
    }
  }

  private void tellListeners() {
    for (Runnable listener : listeners) {
      try {
        listener.run();
      } catch (RuntimeException e) {
        LOG.error("A listener of {} failed", describe(), e);
      }
    }
  }
}
