package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import java.io.IOException;

/**
 * The server answered with an error. The message says in one line what was asked, where, and what
 * the server said.
 *
 * @since 0.1.0
 */
@Internal
public final class StatusException extends IOException {
  private static final long serialVersionUID = 1L;
  private final ServerStatus status;

  /** With what was asked, such as {@code GET /api/v1/pods}. */
  public StatusException(String what, String server, ServerStatus status) {
    super(
        what
            + " at "
            + server
            + ": "
            + status.code()
            + (status.reason().isEmpty() ? "" : " " + status.reason())
            + ": "
            + status.message());
    this.status = status;
  }

  /** What the server said. */
  public ServerStatus status() {
    return status;
  }
}
