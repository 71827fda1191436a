package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The name is taken (409 AlreadyExists).
 *
 * @since 0.1.0
 */
@Stable
public class AlreadyExistsException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public AlreadyExistsException(
      int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
