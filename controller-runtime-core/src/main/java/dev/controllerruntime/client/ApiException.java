package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * A request that the server refused or did not answer. The message says what, where and why in one
 * line; subtypes say what a caller can do.
 *
 * @since 0.1.0
 */
@Stable
public class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int status;
  private final String reason;

  /**
   * From an answer.
   *
   * @param status the HTTP status; 0 when there was no answer
   * @param reason the reason of the server's Status; empty without one
   */
  public ApiException(int status, String reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
    this.reason = reason;
  }

  /** The HTTP status; 0 when there was no answer. */
  public int status() {
    return status;
  }

  /** The reason of the server's Status, such as {@code NotFound}; empty without one. */
  public String reason() {
    return reason;
  }
}
