package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.cache.CacheObserver;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds handlers that change the objects they share: predicates, filters and mapping functions of
 * all controllers see the same decoded object, so it is encoded again after the last of them.
 */
final class Mutations implements CacheObserver {
  private final Codec codec = Codec.json();
  private final Monitor monitor;

  // Guarded by monitor.
  private final Set<String> found = new LinkedHashSet<>();

  Mutations(Concurrency concurrency) {
    this.monitor = concurrency.monitor();
  }

  @Override
  public void delivered(Kind<?> kind, Encoded stored, Object decoded) {
    if (kind.view() != Kind.View.METADATA && changed(kind, stored, decoded)) {
      report(
          "a predicate, filter or mapping function changed the "
              + kind.kind()
              + " "
              + stored.metadata().key()
              + " that it was shown; it is shared by all of them: change a copy");
    }
  }

  private <T> boolean changed(Kind<T> kind, Encoded stored, Object decoded) {
    T left = kind.type().cast(decoded);
    T fresh = codec.decode(kind, stored);
    return !Arrays.equals(codec.encode(kind, left).bytes(), codec.encode(kind, fresh).bytes());
  }

  private void report(String line) {
    monitor.lock();
    try {
      found.add(line);
    } finally {
      monitor.unlock();
    }
  }

  /** Fails the test when there was one; each is told once. */
  void check() {
    List<String> told;
    monitor.lock();
    try {
      told = new ArrayList<>(found);
      found.clear();
    } finally {
      monitor.unlock();
    }
    if (!told.isEmpty()) {
      throw new AssertionError(String.join("\n", told));
    }
  }
}
