package dev.controllerruntime.cache;

import dev.controllerruntime.api.Stable;

/**
 * A cached read could not be answered: the cache is not complete, and waiting ended or was not
 * possible. Never thrown by a cache that has been complete once and still has its kind: a broken
 * connection makes it old, not unavailable.
 *
 * @since 0.1.0
 */
@Stable
public final class CacheUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final Reason reason;

  /** Why a read could not be answered. */
  public enum Reason {
    /** The server does not have the kind. */
    KIND_MISSING,
    /** The permission to list or watch it is missing, or the credentials are not accepted. */
    FORBIDDEN,
    /** The cache was not complete before the deadline of the read. */
    DEADLINE,
    /** The read came from a predicate, mapping function or handler, where reads never wait. */
    NOT_WAITING,
    /** The waiting thread was interrupted; its interrupt flag is set again. */
    INTERRUPTED,
    /** The caches are not started yet, or stopped. */
    STOPPED
  }

  /** Says what, where and what to do, in one line. */
  public CacheUnavailableException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
