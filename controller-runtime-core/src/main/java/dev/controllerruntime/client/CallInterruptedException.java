package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread was interrupted while it waited; its interrupt flag is set again. A write that
 * may have been carried out is told as {@link OutcomeUnknownException} instead.
 *
 * @since 0.1.0
 */
@Stable
public class CallInterruptedException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** Says in one line which call was interrupted. */
  public CallInterruptedException(String message, @Nullable Throwable cause) {
    super(0, "", message, cause);
  }
}
