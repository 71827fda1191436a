package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.cache.SourceKey.ReadScope;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.store.Index;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one implementation: a registry of shared informers, and the routing of reads and writes. */
final class SharedCaches implements Caches {
  private static final Logger LOG = LoggerFactory.getLogger(SharedCaches.class);

  private static final Duration STOP_WAIT = Duration.ofSeconds(5);

  private final CachesOptions options;
  private final DeliveryMark mark = new DeliveryMark();
  private final Waits waits;
  private final ScopeMemo scopes;

  /** Guards the registry; spans no wait and no call of a handler. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Replaced as a whole, in the order of making, so that reads need no lock. */
  private volatile Map<SourceKey, SharedInformer> informers = Map.of();

  private final List<InformerShare<?>> shares = new ArrayList<>();
  private final List<SharedInformer> onDemand = new ArrayList<>();
  private boolean started;
  private boolean stopped;

  SharedCaches(CachesOptions options) {
    this.scopes = new ScopeMemo(options.resources());
    this.options = options.toBuilder().resources(scopes).build();
    this.waits = new Waits(options.concurrency(), mark);
  }

  @Override
  public <T> Informer<T> informer(Kind<T> kind, ListOption... scope) {
    SourceKey key = SourceKey.of(kind, Scopes.of(scope));
    lock.lock();
    try {
      SharedInformer whole = key.metadataOnly() ? informers.get(key.whole()) : null;
      SharedInformer informer = whole != null && started ? whole : shared(key, kind);
      InformerShare<T> share =
          new InformerShare<>(this, kind, informer, waits, options.concurrency());
      shares.add(share);
      return share;
    } finally {
      lock.unlock();
    }
  }

  /** The informer of exactly that key; made, and started once the caches are. Under the lock. */
  private SharedInformer shared(SourceKey key, Kind<?> kind) {
    SharedInformer present = informers.get(key);
    if (present != null) {
      return present;
    }
    SharedInformer made = new SharedInformer(key, kind, options, mark);
    Map<SourceKey, SharedInformer> more = new LinkedHashMap<>(informers);
    more.put(key, made);
    informers = more;
    if (stopped) {
      made.stop();
    } else if (started) {
      made.start();
    }
    return made;
  }

  @Override
  public void start() {
    lock.lock();
    try {
      if (started || stopped) {
        return;
      }
      mergeMetadataOnly();
      started = true;
      informers.values().forEach(SharedInformer::start);
    } finally {
      lock.unlock();
    }
  }

  /** A metadata-only kind whose whole kind is wired too needs no watch of its own. */
  private void mergeMetadataOnly() {
    for (SharedInformer informer : List.copyOf(informers.values())) {
      SharedInformer whole =
          informer.key().metadataOnly() ? informers.get(informer.key().whole()) : null;
      if (whole != null) {
        shares.stream().filter(s -> s.informer() == informer).forEach(s -> s.moveTo(whole));
        remove(informer);
      }
    }
  }

  private void remove(SharedInformer informer) {
    Map<SourceKey, SharedInformer> fewer = new LinkedHashMap<>(informers);
    fewer.remove(informer.key(), informer);
    informers = fewer;
  }

  void release(InformerShare<?> share) {
    SharedInformer informer = share.informer();
    lock.lock();
    try {
      shares.remove(share);
      boolean used =
          onDemand.contains(informer) || shares.stream().anyMatch(s -> s.informer() == informer);
      if (used || stopped) {
        return;
      }
      remove(informer);
    } finally {
      lock.unlock();
    }
    informer.stop();
  }

  @Override
  public void stop() {
    lock.lock();
    try {
      if (stopped) {
        return;
      }
      stopped = true;
    } finally {
      lock.unlock();
    }
    informers.values().forEach(SharedInformer::stop);
    try {
      long until = options.concurrency().nanoTime() + STOP_WAIT.toNanos();
      for (SharedInformer informer : informers.values()) {
        long left = Math.max(0, until - options.concurrency().nanoTime());
        if (!informer.awaitStopped(Duration.ofNanos(left))) {
          LOG.warn("The watch loop of {} has not ended in time", informer.describe());
        }
      }
    } catch (InterruptedException e) {
      options.concurrency().current().interrupt();
      LOG.warn("Interrupted while the watch loops were ending");
    }
  }

  @Override
  public void close() {
    stop();
  }

  @Override
  public Reader reader() {
    return new CachedReader(
        this,
        options.codec(),
        waits,
        () -> options.concurrency().clock().instant().plus(options.readTimeout()));
  }

  @Override
  public Reader reader(Instant deadline) {
    return readerUntil(deadline);
  }

  private CachedReader readerUntil(Instant deadline) {
    return new CachedReader(this, options.codec(), waits, () -> deadline);
  }

  /** The informer that answers reads of one object. */
  SharedInformer forKey(Kind<?> kind, ObjectKey key, boolean metadataSuffices) {
    SourceKey all = SourceKey.of(kind, ReadScope.ALL);
    SourceKey namespaced = all.in(ReadScope.namespace(key.namespace()));
    List<SourceKey> candidates = new ArrayList<>(List.of(all, namespaced));
    if (all.metadataOnly()) {
      candidates.addAll(List.of(all.whole(), namespaced.whole()));
    } else if (metadataSuffices) {
      candidates.addAll(List.of(all.metadata(), namespaced.metadata()));
    }
    SharedInformer found = first(candidates);
    return found != null ? found : onDemand(kind, all, key.namespace());
  }

  /** The informer that answers a list. */
  SharedInformer forList(Kind<?> kind, ReadScope scope) {
    SourceKey exact = SourceKey.of(kind, scope);
    if (!scope.fields().metadataOnly()) {
      // Only the server can tell which objects these are.
      SharedInformer found = first(List.of(exact));
      return found != null ? found : demanded(kind, exact);
    }
    SourceKey all = exact.in(ReadScope.ALL);
    SourceKey namespaced = exact.in(ReadScope.namespace(scope.namespace()));
    List<SourceKey> candidates = new ArrayList<>(List.of(exact, all, namespaced));
    if (exact.metadataOnly()) {
      candidates.addAll(List.of(exact.whole(), all.whole(), namespaced.whole()));
    }
    SharedInformer found = first(candidates);
    return found != null ? found : onDemand(kind, all, scope.namespace());
  }

  private @Nullable SharedInformer first(List<SourceKey> candidates) {
    Map<SourceKey, SharedInformer> now = informers;
    for (SourceKey candidate : candidates) {
      SharedInformer informer = now.get(candidate);
      if (informer != null) {
        return informer;
      }
    }
    return null;
  }

  /**
   * Where the kind is wired for single namespaces only, another namespace gets an informer of its
   * own too: the permissions may not reach further.
   */
  private SharedInformer onDemand(Kind<?> kind, SourceKey all, String namespace) {
    List<SharedInformer> wired =
        informers.values().stream().filter(i -> i.key().isOf(kind)).toList();
    boolean byNamespace =
        !namespace.isEmpty()
            && !wired.isEmpty()
            && wired.stream().noneMatch(i -> i.key().scope().namespace().isEmpty());
    return demanded(kind, byNamespace ? all.in(ReadScope.namespace(namespace)) : all);
  }

  private SharedInformer demanded(Kind<?> kind, SourceKey key) {
    lock.lock();
    try {
      boolean known = informers.containsKey(key);
      SharedInformer informer = shared(key, kind);
      if (!known) {
        onDemand.add(informer);
        LOG.info("{} is read but not wired: caching it from now on", informer.describe());
      }
      return informer;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<ObjectMetadata> ownedBy(Kind<?> kind, String ownerUid, Instant deadline) {
    CachedReader reader = readerUntil(deadline);
    TreeMap<ObjectKey, ObjectMetadata> owned = new TreeMap<>();
    for (SharedInformer informer : forOwned(kind)) {
      for (Encoded child : reader.snapshot(informer).indexed(Index.OWNER_UID, ownerUid)) {
        owned.put(child.metadata().key(), child.metadata());
      }
    }
    return List.copyOf(owned.values());
  }

  /**
   * One of the whole kind; else all that hold whole namespaces of it, since permissions may not
   * reach beyond those.
   */
  private List<SharedInformer> forOwned(Kind<?> kind) {
    SourceKey all = SourceKey.of(kind, ReadScope.ALL);
    SharedInformer found = first(List.of(all, all.whole(), all.metadata()));
    if (found != null) {
      return List.of(found);
    }
    List<SharedInformer> parts =
        informers.values().stream()
            .filter(informer -> informer.key().isOf(kind))
            .filter(informer -> !informer.key().scope().selective())
            .toList();
    return parts.isEmpty() ? List.of(demanded(kind, all)) : parts;
  }

  @Override
  public Optional<Encoded> startingBytes(Kind<?> kind, ObjectKey key) {
    SourceKey all = SourceKey.of(kind, ReadScope.ALL);
    if (!all.isWhole()) {
      return Optional.empty();
    }
    SharedInformer informer = first(List.of(all, all.in(ReadScope.namespace(key.namespace()))));
    return informer != null && informer.readable()
        ? informer.snapshot().get(key)
        : Optional.empty();
  }

  @Override
  public void stored(Kind<?> kind, Encoded object) {
    ObjectMetadata metadata = object.metadata();
    // Whoever takes the last finalizer away gets the object back as it was before it went.
    boolean gone =
        metadata.deleting()
            && metadata.finalizers().isEmpty()
            && metadata.deletionGracePeriod().map(grace -> grace.isZero()).orElse(true);
    if (gone) {
      deleted(kind, metadata.key(), metadata.uid());
      return;
    }
    for (SharedInformer informer : informers.values()) {
      if (informer.key().isOf(kind) && isWholeEnough(kind, informer)) {
        informer.stored(object);
      }
    }
  }

  /** An answer of metadata alone is no content for an informer that keeps more. */
  private static boolean isWholeEnough(Kind<?> written, SharedInformer informer) {
    return informer.key().metadataOnly() || written.view() != Kind.View.METADATA;
  }

  @Override
  public void deleted(Kind<?> kind, ObjectKey key, String uid) {
    for (SharedInformer informer : informers.values()) {
      if (informer.key().isOf(kind)) {
        informer.deleted(key, uid);
      }
    }
  }

  @Override
  public Optional<Boolean> present(Kind<?> kind) {
    List<SharedInformer> of = informers.values().stream().filter(i -> i.key().isOf(kind)).toList();
    if (of.stream().anyMatch(SharedInformer::readable)) {
      return Optional.of(true);
    }
    return of.stream().anyMatch(SharedInformer::missing) ? Optional.of(false) : Optional.empty();
  }

  @Override
  public Optional<Scope> scope(Kind<?> kind) {
    return scopes.scope(kind);
  }

  @Override
  public boolean synced() {
    return informers.values().stream().allMatch(SharedInformer::synced);
  }

  @Override
  public List<CacheStatus> statuses() {
    return informers.values().stream().map(SharedInformer::status).toList();
  }

  @Override
  public List<CacheContent> contents() {
    return informers.values().stream().map(SharedInformer::content).toList();
  }

  @Override
  public boolean atOrAfter(String version) {
    return informers.values().stream()
        .filter(informer -> !informer.missing())
        .allMatch(informer -> informer.atOrAfter(version));
  }
}
