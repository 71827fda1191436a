package dev.controllerruntime.concurrent;

import dev.controllerruntime.api.Internal;
import java.time.Duration;
import java.util.List;

/**
 * A started thread.
 *
 * @since 0.1.0
 */
@Internal
public interface Task {
  /** Its name. */
  String name();

  /** Interrupts it. */
  void interrupt();

  /** Whether its body has returned or thrown. */
  boolean finished();

  /**
   * Waits for its end.
   *
   * @return false when the time passed first
   */
  boolean join(Duration atMost) throws InterruptedException;

  /** Where it stands now, innermost frame first; empty once finished. */
  List<StackTraceElement> stack();
}
