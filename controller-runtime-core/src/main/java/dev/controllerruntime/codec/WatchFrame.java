package dev.controllerruntime.codec;

import dev.controllerruntime.api.Internal;

/**
 * One event of a watch.
 *
 * @param type what happened
 * @param object the object; for {@link Type#BOOKMARK} only its version (and annotations) count, for
 *     {@link Type#ERROR} it is a {@code Status}
 * @since 0.1.0
 */
@Internal
public record WatchFrame(Type type, Encoded object) {
  /** The event types of the API. */
  public enum Type {
    /** Created, or entered the selection. */
    ADDED,
    /** Changed. */
    MODIFIED,
    /** Deleted, or left the selection. */
    DELETED,
    /** Only tells the version that has been reached. */
    BOOKMARK,
    /** The watch has failed; a {@code Status} says why. */
    ERROR
  }
}
