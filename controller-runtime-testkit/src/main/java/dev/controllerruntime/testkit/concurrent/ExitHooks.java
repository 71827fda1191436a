package dev.controllerruntime.testkit.concurrent;

import dev.controllerruntime.api.Internal;

/**
 * What to do when the JVM ends although nobody has cleaned up: child processes must not outlive it.
 *
 * @since 0.1.0
 */
@Internal
public final class ExitHooks {
  private final Thread thread;

  private ExitHooks(Thread thread) {
    this.thread = thread;
  }

  /** Runs the action at the end of the JVM. */
  public static ExitHooks onExit(Runnable action) {
    Thread thread = new Thread(action, "testkit-exit");
    Runtime.getRuntime().addShutdownHook(thread);
    return new ExitHooks(thread);
  }

  /** The action is no longer needed; nothing happens when the JVM is ending already. */
  public void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException ending) {
      // The hook runs by itself then, and what it does may be done twice.
      return;
    }
  }
}
