package dev.controllerruntime.cache;

import dev.controllerruntime.cache.CacheUnavailableException.Reason;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.reflector.ReflectorFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waiting for an informer, never for ever and never without saying why it ended. */
final class Waits {
  private static final Logger LOG = LoggerFactory.getLogger(Waits.class);

  /** An informer that is waited for this long is reported. */
  private static final Duration REPORT_AFTER = Duration.ofSeconds(10);

  private final Concurrency concurrency;
  private final DeliveryMark mark;

  Waits(Concurrency concurrency, DeliveryMark mark) {
    this.concurrency = concurrency;
    this.mark = mark;
  }

  /**
   * Returns when the informer can be read.
   *
   * @throws CacheUnavailableException when that will not happen, or not in time
   */
  void awaitReadable(SharedInformer informer, Instant deadline) {
    if (informer.readable()) {
      return;
    }
    if (mark.here()) {
      throw unavailable(
          Reason.NOT_WAITING,
          informer,
          "it is not complete yet, and reads in predicates and mapping functions never wait");
    }
    try {
      boolean there =
          await(
              informer,
              deadline,
              () -> {
                failEarly(informer);
                return informer.readable();
              });
      if (!there) {
        throw unavailable(Reason.DEADLINE, informer, "not complete in time: " + standing(informer));
      }
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw unavailable(Reason.INTERRUPTED, informer, "interrupted while waiting for it");
    }
  }

  /** Waits until the condition holds; false when the deadline passed first. */
  boolean await(SharedInformer informer, Instant deadline, BooleanSupplier condition)
      throws InterruptedException {
    Monitor monitor = informer.waiting();
    Instant begun = concurrency.clock().instant();
    boolean reported = false;
    monitor.lock();
    try {
      while (!condition.getAsBoolean()) {
        Instant now = concurrency.clock().instant();
        if (!now.isBefore(deadline)) {
          return false;
        }
        Instant report = begun.plus(REPORT_AFTER);
        if (!reported && !now.isBefore(report)) {
          reported = true;
          LOG.warn("Still waiting for {}: {}", informer.describe(), standing(informer));
        }
        Instant until = !reported && report.isBefore(deadline) ? report : deadline;
        boolean signalled = monitor.await(Duration.between(now, until));
        if (!signalled) {
          LOG.trace("{}: nothing new until {}", informer.describe(), until);
        }
      }
      return true;
    } finally {
      monitor.unlock();
    }
  }

  private static void failEarly(SharedInformer informer) {
    if (informer.stopped()) {
      throw unavailable(Reason.STOPPED, informer, "caches are stopped");
    }
    if (!informer.started()) {
      throw unavailable(Reason.STOPPED, informer, "caches are not started yet");
    }
    Optional<ReflectorFailure> failure = informer.reflectorState().failure();
    if (informer.missing()) {
      throw unavailable(
          Reason.KIND_MISSING,
          informer,
          failure.map(ReflectorFailure::message).orElse("the server does not have the kind"));
    }
    if (failure.isPresent()) {
      switch (failure.get().reason()) {
        case FORBIDDEN, UNAUTHORIZED ->
            throw unavailable(Reason.FORBIDDEN, informer, failure.get().message());
        default -> LOG.trace("{}", failure.get().message()); // heals by itself: worth waiting for
      }
    }
  }

  private static String standing(SharedInformer informer) {
    return informer
        .reflectorState()
        .failure()
        .map(ReflectorFailure::message)
        .orElse("its list is not complete");
  }

  private static CacheUnavailableException unavailable(
      Reason reason, SharedInformer informer, String why) {
    return new CacheUnavailableException(
        reason, "cannot read " + informer.describe() + " from the cache: " + why);
  }
}
