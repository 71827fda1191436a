package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The object has changed since it was read, or a precondition failed (409 Conflict).
 *
 * @since 0.1.0
 */
@Stable
public class ConflictException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public ConflictException(int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
