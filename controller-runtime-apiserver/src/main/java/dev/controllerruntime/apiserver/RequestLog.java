package dev.controllerruntime.apiserver;

import java.time.Instant;

/**
 * Told of every request once its status is known, in the order in which the engine handled them.
 * Called under the engine's lock: it only records.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RequestLog {
  /** A log that keeps nothing. */
  RequestLog NONE = entry -> {};

  /** One request was answered. */
  void answered(Entry entry);

  /**
   * A request and how it was answered.
   *
   * @param at the time the request brought along
   * @param method upper case
   * @param path raw, without the query
   * @param query raw; empty when there is none
   * @param userAgent empty when there is none
   * @param user the name of the user; empty when nobody was recognised
   * @param status the HTTP status code
   * @param resourceVersion the newest version of the server right after the request, which is the
   *     object's own version for a write that was accepted and changed something
   * @since 0.1.0
   */
  record Entry(
      Instant at,
      String method,
      String path,
      String query,
      String userAgent,
      String user,
      int status,
      long resourceVersion) {
    /** Whether the request was a write that the server accepted. */
    public boolean acceptedWrite() {
      return status < 300 && !method.equals("GET") && !method.equals("HEAD");
    }
  }
}
