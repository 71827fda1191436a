package dev.controllerruntime.apiserver.upkeep;

import dev.controllerruntime.apiserver.timer.Timers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Work that was found and waits for the next wake-up; each piece once, oldest first. */
final class WorkList<T> {
  private final Timers timers;
  private final Consumer<T> worker;
  private final Set<T> pending = new LinkedHashSet<>();
  private boolean scheduled;

  WorkList(Timers timers, Consumer<T> worker) {
    this.timers = timers;
    this.worker = worker;
  }

  /** Adds work that is due at once. */
  void add(T piece, Instant now) {
    pending.add(piece);
    if (!scheduled) {
      scheduled = true;
      timers.at(now, this::run);
    }
  }

  private void run() {
    scheduled = false;
    List<T> batch = new ArrayList<>(pending);
    pending.clear();
    batch.forEach(worker);
  }
}
