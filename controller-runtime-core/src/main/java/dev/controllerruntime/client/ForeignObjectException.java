package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * An apply met an object whose fields belong to others and which does not carry our owner reference
 * or manager (409 on the first apply).
 *
 * @since 0.1.0
 */
@Stable
public class ForeignObjectException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** See {@link ApiException}. */
  public ForeignObjectException(
      int status, String reason, String message, @Nullable Throwable cause) {
    super(status, reason, message, cause);
  }
}
