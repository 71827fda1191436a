package dev.controllerruntime.manager;

import dev.controllerruntime.cache.CacheContent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** See {@link Quiescence}. */
final class ManagerQuiescence implements Quiescence {
  private final RuntimeManager manager;
  private final Parts parts;

  ManagerQuiescence(RuntimeManager manager, Parts parts) {
    this.manager = manager;
    this.parts = parts;
  }

  @Override
  public int readyKeys() {
    return manager.runtimes().stream().mapToInt(ControllerRuntime::readyKeys).sum();
  }

  @Override
  public int running() {
    // By the queue: a key counts from the moment it is taken until it is given back.
    return manager.runtimes().stream().mapToInt(each -> each.loop().queue().inWork()).sum();
  }

  @Override
  public int starting() {
    return (int) manager.runtimes().stream().filter(ControllerRuntime::starting).count();
  }

  @Override
  public boolean eventsWaiting() {
    return !parts.events().idle();
  }

  @Override
  public Optional<Duration> nextReady() {
    return manager.runtimes().stream()
        .flatMap(each -> each.loop().queue().nextReady().stream())
        .min(Duration::compareTo);
  }

  @Override
  public boolean cachesAtOrAfter(String version) {
    return parts.caches().atOrAfter(version);
  }

  @Override
  public List<CacheContent> caches() {
    return parts.caches().contents();
  }

  @Override
  public List<String> busy() {
    List<String> busy = new ArrayList<>();
    for (ControllerRuntime<?> each : manager.runtimes()) {
      if (each.starting()) {
        busy.add("controller " + each.name() + " is starting");
      }
      int ready = each.readyKeys();
      if (ready > 0) {
        busy.add("controller " + each.name() + " has " + ready + " ready keys");
      }
      int running = each.loop().queue().inWork();
      if (running > 0) {
        busy.add("controller " + each.name() + " runs " + running + " reconciles");
      }
    }
    if (eventsWaiting()) {
      busy.add("events wait to be sent");
    }
    return busy;
  }
}
