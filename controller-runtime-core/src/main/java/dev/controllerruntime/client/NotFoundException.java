package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The object, its namespace or its kind does not exist (404).
 *
 * @since 0.1.0
 */
@Stable
public class NotFoundException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public NotFoundException(int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
