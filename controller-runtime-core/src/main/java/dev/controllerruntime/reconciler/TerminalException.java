package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * A failure that a retry cannot mend: the request waits for its next event.
 *
 * @since 0.1.0
 */
@Stable
public class TerminalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With what is wrong and what would mend it. */
  public TerminalException(String message) {
    super(message);
  }

  /** With what is wrong and its cause. */
  public TerminalException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
