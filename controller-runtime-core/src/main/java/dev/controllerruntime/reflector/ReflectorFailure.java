package dev.controllerruntime.reflector;

import dev.controllerruntime.api.Internal;
import java.time.Instant;

/**
 * Why list or watch does not work now.
 *
 * @param reason what kind of fault
 * @param message what, where and what to do, in one line
 * @param since when it began; kept while it goes on
 * @since 0.1.0
 */
@Internal
public record ReflectorFailure(Reason reason, String message, Instant since) {
  /** Kinds of faults. */
  public enum Reason {
    /** The server does not have the kind (404). */
    KIND_MISSING,
    /** The permission is missing (403). */
    FORBIDDEN,
    /** The credentials are not accepted (401). */
    UNAUTHORIZED,
    /** The server asks to come back later (429). */
    THROTTLED,
    /** The server answered with an error of its own (5xx or another unexpected status). */
    SERVER,
    /** No connection, or it broke. */
    CONNECTION,
    /** The server is behind what was seen: another member, or a restored backup. */
    BEHIND,
    /** The answer could not be understood. */
    PROTOCOL
  }
}
