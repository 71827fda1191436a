package dev.controllerruntime.reflector;

import dev.controllerruntime.api.Internal;
import java.time.Instant;
import java.util.Optional;

/**
 * Where list and watch of one kind stand. Immutable.
 *
 * @param phase where it stands
 * @param synced whether a whole list was taken over since the start, and the kind is still there
 * @param failure the current fault; present exactly while the phase is {@link Phase#FAILING}
 * @param version the version reached by list, events and bookmarks; empty before the first list
 * @param lastContact when the server last answered anything; empty before the first answer
 * @since 0.1.0
 */
@Internal
public record ReflectorState(
    Phase phase,
    boolean synced,
    Optional<ReflectorFailure> failure,
    String version,
    Optional<Instant> lastContact) {

  /** The phases. */
  public enum Phase {
    /** Not started yet. */
    NOT_STARTED,
    /** Lists for the first time, or again. */
    SYNCING,
    /** Watches. */
    SYNCED,
    /** Tries again and again; see {@link ReflectorState#failure()}. */
    FAILING,
    /** Stopped for good. */
    STOPPED
  }

  /** The state before the start. */
  public static ReflectorState notStarted() {
    return new ReflectorState(Phase.NOT_STARTED, false, Optional.empty(), "", Optional.empty());
  }
}
