package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The permission is missing (403); the message names verb, resource and namespace.
 *
 * @since 0.1.0
 */
@Stable
public class ForbiddenException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public ForbiddenException(int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
