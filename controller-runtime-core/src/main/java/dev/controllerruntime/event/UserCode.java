package dev.controllerruntime.event;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls predicates and mapping functions of one controller: what they throw ends with them, and
 * what takes too long is told. Everything is counted; each sort is logged at once, then at most
 * once a minute.
 */
final class UserCode {
  private static final Logger LOG = LoggerFactory.getLogger(UserCode.class);

  /** Longer calls delay their kind noticeably (invariant 9). */
  static final Duration SLOW = Duration.ofMillis(100);

  private final String controller;
  private final Concurrency concurrency;
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong slow = new AtomicLong();
  private final Throttle failureLog = new Throttle();
  private final Throttle slowLog = new Throttle();

  UserCode(String controller, Concurrency concurrency) {
    this.controller = controller;
    this.concurrency = concurrency;
  }

  Sources.UserCodeCounts counts() {
    return new Sources.UserCodeCounts(failures.get(), slow.get());
  }

  /** The result of the call, or the other one when it throws. */
  <X> X call(String what, Kind<?> kind, ObjectKey key, Supplier<X> call, X otherwise) {
    long begun = concurrency.nanoTime();
    try {
      return call.get();
    } catch (Throwable failure) {
      // Whatever it is: the watch serves other controllers, too.
      long count = failures.incrementAndGet();
      if (failureLog.due(concurrency.clock().instant())) {
        LOG.error(
            "{} of controller {} failed on {} {} ({} failures so far); it counts as no match",
            what,
            controller,
            kind.kind(),
            key,
            count,
            failure);
      }
      return otherwise;
    } finally {
      Duration took = Duration.ofNanos(concurrency.nanoTime() - begun);
      if (took.compareTo(SLOW) > 0) {
        long count = slow.incrementAndGet();
        if (slowLog.due(concurrency.clock().instant())) {
          LOG.warn(
              "{} of controller {} took {} ms on {} {} ({} slow calls so far); it delays all events"
                  + " of its kind",
              what,
              controller,
              took.toMillis(),
              kind.kind(),
              key,
              count);
        }
      }
    }
  }

  /** Once at once, then at most once a minute. */
  private static final class Throttle {
    private static final Duration REPEAT = Duration.ofMinutes(1);
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Instant last;

    boolean due(Instant now) {
      lock.lock();
      try {
        Instant before = last;
        if (before != null && now.isBefore(before.plus(REPEAT))) {
          return false;
        }
        last = now;
        return true;
      } finally {
        lock.unlock();
      }
    }
  }
}
