package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The server asks to come back later (429), and did so until the retries were used up.
 *
 * @since 0.1.0
 */
@Stable
public class TooManyRequestsException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public TooManyRequestsException(
      int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
