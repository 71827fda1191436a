package dev.controllerruntime.concurrent;

import dev.controllerruntime.api.Internal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that is done before the process ends on SIGTERM, SIGINT or an exit. The process ends when
 * the work has returned, with the status that the JVM has for the signal (143, 130).
 *
 * @since 0.1.0
 */
@Internal
public final class ShutdownHook implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShutdownHook.class);
  private final Thread thread;

  private ShutdownHook(Thread thread) {
    this.thread = thread;
  }

  /**
   * Installs it; process-wide.
   *
   * @param work runs at most once, on a thread of its own
   */
  public static ShutdownHook install(String threadName, Runnable work) {
    Thread thread = new Thread(work, threadName);
    Runtime.getRuntime().addShutdownHook(thread);
    return new ShutdownHook(thread);
  }

  /** Takes it away; does nothing once the process is ending. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      LOG.debug("The process is ending already; its shutdown hook stays");
    }
  }
}
