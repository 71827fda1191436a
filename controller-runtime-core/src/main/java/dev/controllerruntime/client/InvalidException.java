package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The object breaks a rule of its kind (422); the message names the fields.
 *
 * @since 0.1.0
 */
@Stable
public class InvalidException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public InvalidException(int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
