package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.cache.Fanout.Registration;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** One share in a shared informer, in a view of its own. */
final class InformerShare<T> implements Informer<T> {
  private final SharedCaches caches;
  private final Kind<T> kind;
  private final Waits waits;
  private final Concurrency concurrency;
  private final List<Runnable> listeners = new ArrayList<>();

  /** Guards the listeners and the closing. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Another one only before the start, when a metadata-only kind moves to the whole kind. */
  private volatile SharedInformer informer;

  private boolean closed;

  InformerShare(
      SharedCaches caches,
      Kind<T> kind,
      SharedInformer informer,
      Waits waits,
      Concurrency concurrency) {
    this.caches = caches;
    this.kind = kind;
    this.informer = informer;
    this.waits = waits;
    this.concurrency = concurrency;
  }

  SharedInformer informer() {
    return informer;
  }

  /** Takes its handlers along; only while neither of the two has started. */
  void moveTo(SharedInformer other) {
    SharedInformer old = informer;
    informer = other;
    old.moveHandlers(this, other);
    lock.lock();
    try {
      listeners.forEach(old::removeListener);
      listeners.forEach(other::addListener);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Kind<T> kind() {
    return kind;
  }

  @Override
  public void addHandler(ChangeHandler<T> handler) {
    informer.addHandler(new Registration<>(this, kind, handler));
    if (isClosed()) {
      // Closed before or meanwhile: its handlers may have been removed already.
      informer.removeHandler(this, handler);
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void removeHandler(ChangeHandler<T> handler) {
    informer.removeHandler(this, handler);
  }

  @Override
  public boolean synced() {
    return informer.synced();
  }

  @Override
  public boolean awaitSynced(Duration atMost) throws InterruptedException {
    SharedInformer here = informer;
    return waits.await(here, concurrency.clock().instant().plus(atMost), here::synced);
  }

  @Override
  public CacheStatus status() {
    return informer.status();
  }

  @Override
  public void onStatusChange(Runnable listener) {
    lock.lock();
    try {
      if (!closed) {
        listeners.add(listener);
        informer.addListener(listener);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      listeners.forEach(informer::removeListener);
      listeners.clear();
    } finally {
      lock.unlock();
    }
    informer.removeHandlers(this);
    caches.release(this);
  }
}
