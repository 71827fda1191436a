package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * No answer came.
 *
 * @since 0.1.0
 */
@Internal
public final class TransportException extends IOException {
  private static final long serialVersionUID = 1L;
  private final boolean sent;

  /**
   * Says what, where and why in one line.
   *
   * @param sent whether bytes of the request may have reached the server
   */
  public TransportException(String message, boolean sent, @Nullable Throwable cause) {
    super(message, cause);
    this.sent = sent;
  }

  /** Whether bytes of the request may have reached the server: then its outcome is unknown. */
  public boolean sent() {
    return sent;
  }
}
