package dev.controllerruntime.codec;

import dev.controllerruntime.api.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that could not be understood; the message says which object, where and why.
 *
 * @since 0.1.0
 */
@Internal
public final class CodecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the reason in one line. */
  public CodecException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
