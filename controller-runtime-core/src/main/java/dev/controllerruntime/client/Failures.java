package dev.controllerruntime.client;

import dev.controllerruntime.client.transport.ServerStatus;
import dev.controllerruntime.client.transport.StatusException;
import dev.controllerruntime.client.transport.TransportException;
import java.io.IOException;

/** From what happened on the wire to what a caller can act on. */
final class Failures {
  private Failures() {}

  static ApiException of(Deed deed, String server, IOException e) {
    if (e instanceof StatusException refused) {
      return of(deed, server, refused.status(), e);
    }
    if (deed.write() && e instanceof TransportException lost && lost.sent()) {
      return new OutcomeUnknownException(
          0,
          "",
          deed
              + ": whether it happened is unknown (it was sent, but no answer came): "
              + e.getMessage(),
          e);
    }
    return new ApiException(0, "", deed + " failed: " + e.getMessage(), e);
  }

  private static ApiException of(Deed deed, String server, ServerStatus status, IOException e) {
    int code = status.code();
    String reason = status.reason();
    String text =
        deed
            + " at "
            + server
            + ": "
            + code
            + (reason.isEmpty() ? "" : " " + reason)
            + ": "
            + status.message();
    // The gateway, or the server's own limit, gave up waiting for work that may still be done.
    if (deed.write() && (code == 502 || code == 504)) {
      return new OutcomeUnknownException(
          code, reason, text + " (whether it happened is unknown)", e);
    }
    return switch (code) {
      case 401 -> new UnauthorizedException(code, reason, text, e);
      case 403 -> new ForbiddenException(code, reason, text, e);
      case 404 -> new NotFoundException(code, reason, text, e);
      case 409 ->
          reason.equals("AlreadyExists")
              ? new AlreadyExistsException(code, reason, text, e)
              : new ConflictException(code, reason, text, e);
      case 410 -> new GoneException(code, reason, text, e);
      case 422 -> new InvalidException(code, reason, text, e);
      case 429 -> new TooManyRequestsException(code, reason, text, e);
      default -> new ApiException(code, reason, text, e);
    };
  }
}
