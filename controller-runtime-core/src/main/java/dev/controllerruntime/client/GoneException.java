package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The version asked for is no longer known (410).
 *
 * @since 0.1.0
 */
@Stable
public class GoneException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public GoneException(int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
