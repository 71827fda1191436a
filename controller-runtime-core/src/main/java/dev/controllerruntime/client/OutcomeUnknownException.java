package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The connection died after the request was sent: it may have been carried out.
 *
 * @since 0.1.0
 */
@Stable
public class OutcomeUnknownException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public OutcomeUnknownException(
      int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
