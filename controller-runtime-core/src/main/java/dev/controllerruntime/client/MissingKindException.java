package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The server does not have the kind: its CustomResourceDefinition is not installed, or the server
 * is too old or too new for that version.
 *
 * @since 0.1.0
 */
@Stable
public class MissingKindException extends NotFoundException {
  private static final long serialVersionUID = 1L;

  /** Says in one line which kind, where, and what to do. */
  public MissingKindException(String message, @Nullable Throwable cause) {
    super(404, "NotFound", message, cause);
  }
}
