package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;

/**
 * What the server says about a request that failed: its {@code Status} object, or what can be made
 * of another body (a proxy's page, the plain text of an overloaded server).
 *
 * @param code the HTTP status
 * @param reason such as {@code NotFound}; empty without one
 * @param message one line; never empty
 * @param name {@code details.name}; empty without one
 * @param resource {@code details.kind}: the resource or the kind, as the server chose; empty
 *     without
 * @param causes {@code details.causes} in order
 * @param retryAfter when to come back: the header, else {@code details.retryAfterSeconds}; zero
 *     without
 * @since 0.1.0
 */
@Internal
public record ServerStatus(
    int code,
    String reason,
    String message,
    String name,
    String resource,
    List<Cause> causes,
    Duration retryAfter)
    implements Serializable {

  /**
   * One entry of {@code details.causes}; parts that are absent are empty.
   *
   * @param type such as {@code FieldManagerConflict}
   * @param message for people
   * @param field the field it is about
   */
  public record Cause(String type, String message, String field) implements Serializable {}

  /** Keeps its own list. */
  public ServerStatus {
    causes = List.copyOf(causes);
  }

  /** Whether one of the causes is of the type. */
  public boolean hasCause(String type) {
    return causes.stream().anyMatch(c -> c.type().equals(type));
  }
}
