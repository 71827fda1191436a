package dev.controllerruntime.concurrent;

import dev.controllerruntime.api.Internal;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A value that one thread sets once and others wait for. The waiting goes through {@link
 * Concurrency}, which that of a {@code CompletableFuture} would not.
 *
 * <p>Thread-safe.
 *
 * @param <T> what is waited for
 * @since 0.1.0
 */
@Internal
public final class Promise<T> {
  private final Concurrency concurrency;
  private final Monitor monitor;
  private @Nullable T value;
  private @Nullable Throwable failure;

  /** Not settled yet. */
  public Promise(Concurrency concurrency) {
    this.concurrency = concurrency;
    this.monitor = concurrency.monitor();
  }

  /**
   * Sets the value.
   *
   * @return false when it was settled before; then nothing changes
   */
  public boolean complete(T with) {
    return settle(with, null);
  }

  /**
   * Ends it with a failure.
   *
   * @return false when it was settled before; then nothing changes
   */
  public boolean fail(Throwable because) {
    return settle(null, because);
  }

  private boolean settle(@Nullable T with, @Nullable Throwable because) {
    monitor.lock();
    try {
      if (isSettled()) {
        return false;
      }
      value = with;
      failure = because;
      monitor.signalAll();
      return true;
    } finally {
      monitor.unlock();
    }
  }

  /** Whether it has a value or a failure. */
  public boolean settled() {
    monitor.lock();
    try {
      return isSettled();
    } finally {
      monitor.unlock();
    }
  }

  private boolean isSettled() {
    return value != null || failure != null;
  }

  /**
   * Waits for the value.
   *
   * @throws ExecutionException with the failure as its cause
   * @throws TimeoutException when the time passed first
   */
  public T get(Duration atMost) throws InterruptedException, ExecutionException, TimeoutException {
    long start = concurrency.nanoTime();
    long budget = Durations.nanos(atMost);
    monitor.lock();
    try {
      while (!isSettled()) {
        long left = budget - (concurrency.nanoTime() - start);
        if (left <= 0) {
          throw new TimeoutException("not settled within " + atMost);
        }
        monitor.await(Duration.ofNanos(left));
      }
      if (failure != null) {
        throw new ExecutionException(failure);
      }
      T result = value;
      if (result == null) {
        throw new IllegalStateException("settled without a value");
      }
      return result;
    } finally {
      monitor.unlock();
    }
  }
}
