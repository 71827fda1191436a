package dev.controllerruntime.apiserver.schema;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that ends with a {@code Status} of kind Failure. Whoever answers the request fills in
 * the details that only it knows (name, group, resource).
 *
 * <p>It has no stack trace: these are answers, thrown on normal paths.
 *
 * @since 0.1.0
 */
public final class StatusFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * One entry of {@code details.causes}.
   *
   * @param type machine-readable reason, for example {@code FieldManagerConflict}; may be empty
   * @param message what a person reads
   * @param field path of the field, for example {@code .spec.replicas}; may be empty
   * @since 0.1.0
   */
  public record Cause(String type, String message, String field) {
    /** Checks that nothing is null. */
    public Cause {
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(message, "message");
      Objects.requireNonNull(field, "field");
    }
  }

  private final int code;
  private final transient @Nullable String reason;
  private final transient List<Cause> causes;

  /**
   * A failure.
   *
   * @param code HTTP status code
   * @param reason reason of the Status, for example {@code Conflict}; null where the real server
   *     gives none
   * @param message message of the Status
   * @param causes causes in the order of the answer
   */
  public StatusFailure(int code, @Nullable String reason, String message, List<Cause> causes) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.causes = List.copyOf(causes);
  }

  /** 400 BadRequest with this message. */
  public static StatusFailure badRequest(String message) {
    return new StatusFailure(400, "BadRequest", message, List.of());
  }

  /** 422 Invalid with this message and these causes. */
  public static StatusFailure invalid(String message, List<Cause> causes) {
    return new StatusFailure(422, "Invalid", message, causes);
  }

  /** 500 without a reason: what the real server makes of an error that is no API error. */
  public static StatusFailure internal(String message) {
    return new StatusFailure(500, null, message, List.of());
  }

  /** HTTP status code. */
  public int code() {
    return code;
  }

  /** Reason of the Status; empty where the real server gives none. */
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** Message of the Status. */
  public String message() {
    return Objects.requireNonNullElse(getMessage(), "");
  }

  /** Causes, in the order of the answer. */
  public List<Cause> causes() {
    return causes;
  }
}
