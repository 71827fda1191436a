package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The settings for reaching the API server are missing or wrong. The message is one line: what,
 * where, and what to do.
 *
 * @since 0.1.0
 */
@Stable
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the one line. */
  public ConfigurationException(String message) {
    this(message, null);
  }

  /** With the one line and what led to it. */
  public ConfigurationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
