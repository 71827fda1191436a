package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * A write was not sent because its sender may no longer write: the lease is lost, the run is over
 * its timeout, or the client was stopped. Nothing has reached the server.
 *
 * @since 0.1.0
 */
@Stable
public class WriteRefusedException extends ApiException {
  private static final long serialVersionUID = 1L;

  /** Says in one line which write, and why it may not go out. */
  public WriteRefusedException(String message, @Nullable Throwable cause) {
    super(0, "", message, cause);
  }
}
