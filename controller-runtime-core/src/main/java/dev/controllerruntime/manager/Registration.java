package dev.controllerruntime.manager;

import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.controller.ControllerSpec;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A controller as its handle: remembers what was asked for until its runtime exists, then passes it
 * on.
 */
final class Registration implements Manager.Running {
  private final ControllerSpec<?> spec;
  private final Monitor monitor;
  private final Consumer<Registration> remover;

  // Guarded by monitor.
  private int workers;
  private boolean paused;
  private @Nullable ControllerRuntime<?> runtime;

  Registration(ControllerSpec<?> spec, Monitor monitor, Consumer<Registration> remover) {
    this.spec = spec;
    this.monitor = monitor;
    this.remover = remover;
    this.workers = spec.workers();
  }

  ControllerSpec<?> spec() {
    return spec;
  }

  /** From now on the handle acts on this. */
  void attach(ControllerRuntime<?> made) {
    monitor.lock();
    try {
      runtime = made;
      made.loop().workers(workers);
      if (paused) {
        made.pause();
      }
    } finally {
      monitor.unlock();
    }
  }

  @Nullable ControllerRuntime<?> runtime() {
    monitor.lock();
    try {
      return runtime;
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void workers(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a controller needs at least 1 worker, found " + count);
    }
    monitor.lock();
    try {
      workers = count;
      if (runtime != null) {
        runtime.loop().workers(count);
      }
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void pause() {
    monitor.lock();
    try {
      paused = true;
      if (runtime != null) {
        runtime.pause();
      }
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void resume() {
    monitor.lock();
    try {
      paused = false;
      if (runtime != null) {
        runtime.resume();
      }
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void close() {
    remover.accept(this);
  }
}
