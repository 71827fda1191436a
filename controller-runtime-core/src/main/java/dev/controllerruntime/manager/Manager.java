package dev.controllerruntime.manager;

import dev.controllerruntime.api.Stable;
import dev.controllerruntime.controller.Controller;

/**
 * Starts, stops and watches over controllers: caches before controllers, controllers only while
 * this process leads, the lease released last.
 *
 * @since 0.1.0
 */
@Stable
public interface Manager extends AutoCloseable {
  /** Adds a controller, before or after the start. */
  Running add(Controller<?> controller);

  /** Starts, and returns after SIGTERM or SIGINT and a graceful stop. Installs signal handlers. */
  void run();

  /** Starts; touches nothing global. */
  void start();

  /** Drains running reconciles (20 s), releases the lease and stops; at most 25 s. */
  void stop();

  /** {@link #stop()}. */
  @Override
  void close();

  /** What may change while a controller runs. */
  interface Running extends AutoCloseable {
    /** Reconciles that may run at once. */
    void workers(int count);

    /** Stops taking requests; what runs is finished. */
    void pause();

    /** Takes requests again. */
    void resume();

    /** Stops and removes the controller. */
    @Override
    void close();
  }
}
