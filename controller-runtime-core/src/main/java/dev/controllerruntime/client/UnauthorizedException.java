package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The credentials are not accepted (401).
 *
 * @since 0.1.0
 */
@Stable
public class UnauthorizedException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public UnauthorizedException(
      int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
