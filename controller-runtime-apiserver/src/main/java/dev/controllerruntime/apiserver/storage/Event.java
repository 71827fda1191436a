package dev.controllerruntime.apiserver.storage;

import org.jspecify.annotations.Nullable;

/**
 * One change in the history.
 *
 * @param type what happened
 * @param object the new state; of a deletion the last stored content with the version of the
 *     deletion (rule 34)
 * @param previous the state before; null for an addition
 * @since 0.1.0
 */
public record Event(Type type, StoredObject object, @Nullable StoredObject previous) {
  /** What happened; the names are those of watch events. */
  public enum Type {
    /** Created. */
    ADDED,
    /** Changed. */
    MODIFIED,
    /** Deleted. */
    DELETED
  }

  /** The version of the change. */
  public long version() {
    return object.version();
  }
}
