package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what was skipped in one informer, and logs it at once, then at most once a minute. */
final class Skipped {
  private static final Logger LOG = LoggerFactory.getLogger(SharedInformer.class);
  private static final Duration REPEAT = Duration.ofMinutes(1);

  private final Kind<?> kind;
  private final InstantSource clock;
  private final CacheObserver observer;
  private final AtomicLong count = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Instant told;

  Skipped(Kind<?> kind, InstantSource clock, CacheObserver observer) {
    this.kind = kind;
    this.clock = clock;
    this.observer = observer;
  }

  long count() {
    return count.get();
  }

  void add(String message) {
    long soFar = count.incrementAndGet();
    observer.skipped(kind, message);
    if (due()) {
      LOG.warn("{} ({} skipped so far)", message, soFar);
    } else {
      LOG.debug("{} ({} skipped so far)", message, soFar);
    }
  }

  private boolean due() {
    lock.lock();
    try {
      Instant now = clock.instant();
      Instant last = told;
      if (last != null && now.isBefore(last.plus(REPEAT))) {
        return false;
      }
      told = now;
      return true;
    } finally {
      lock.unlock();
    }
  }
}
