package dev.controllerruntime.apiserver.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import java.util.List;

/**
 * A request that ends with a {@code Status} of kind Failure. Has no stack trace: it is an answer.
 *
 * @since 0.1.0
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * One entry of {@code details.causes}; empty texts are left out.
   *
   * @since 0.1.0
   */
  public record Cause(String reason, String message, String field) {}

  private final int code;
  private final transient ObjectNode status;
  private final int retryAfterSeconds;

  private Failure(int code, ObjectNode status, String message, int retryAfterSeconds) {
    super(message, null, false, false);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The HTTP status code. */
  public int code() {
    return code;
  }

  /** The whole Status object. */
  public ObjectNode status() {
    return status;
  }

  /** The value of Retry-After in seconds, 0 when there is none. */
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /** Starts a failure. */
  public static Builder of(int code, String reason, String message) {
    return new Builder(code, reason, message);
  }

  /** 400 BadRequest without details. */
  public static Failure badRequest(String message) {
    return of(400, "BadRequest", message).build();
  }

  /** 500 without a reason: what the real server makes of an error that is no API error. */
  public static Failure internal(String message) {
    return of(500, "", message).build();
  }

  /** 404 for a path whose group-version is known. */
  public static Failure noSuchResource() {
    return of(404, "NotFound", "the server could not find the requested resource")
        .details()
        .build();
  }

  /** 405. */
  public static Failure methodNotAllowed() {
    return of(
            405,
            "MethodNotAllowed",
            "the server does not allow this method on the requested resource")
        .details()
        .build();
  }

  /** 501 for what this server does not do (yet); the real server would. */
  public static Failure notImplemented(String what) {
    return of(501, "NotImplemented", what + " is not implemented by this server").details().build();
  }

  /** Collects the parts of a {@link Failure}. */
  public static final class Builder {
    private final int code;
    private final String reason;
    private final String message;
    private final ObjectNode details = Json.object();
    private boolean withDetails;
    private int retryAfterSeconds;

    private Builder(int code, String reason, String message) {
      this.code = code;
      this.reason = reason;
      this.message = message;
    }

    /** Writes {@code details} even when empty. */
    public Builder details() {
      withDetails = true;
      return this;
    }

    /** Whom it is about: the resource for NotFound and Conflict, the Kind for Invalid (rule 89). */
    public Builder about(String name, String group, String kind) {
      withDetails = true;
      put("name", name);
      put("group", group);
      put("kind", kind);
      return this;
    }

    /** The causes, in order. */
    public Builder causes(List<Cause> causes) {
      if (!causes.isEmpty()) {
        withDetails = true;
        ArrayNode array = details.putArray("causes");
        for (Cause cause : causes) {
          ObjectNode node = array.addObject();
          if (!cause.reason().isEmpty()) {
            node.put("reason", cause.reason());
          }
          node.put("message", cause.message());
          if (!cause.field().isEmpty()) {
            node.put("field", cause.field());
          }
        }
      }
      return this;
    }

    /** When to try again. */
    public Builder retryAfter(int seconds) {
      withDetails = true;
      retryAfterSeconds = seconds;
      details.put("retryAfterSeconds", seconds);
      return this;
    }

    /** The failure. */
    public Failure build() {
      ObjectNode status = Json.object();
      status.put("kind", "Status").put("apiVersion", "v1");
      status.putObject("metadata");
      status.put("status", "Failure").put("message", message);
      if (!reason.isEmpty()) {
        status.put("reason", reason);
      }
      if (withDetails) {
        status.set("details", details);
      }
      status.put("code", code);
      return new Failure(code, status, message, retryAfterSeconds);
    }

    private void put(String field, String value) {
      if (!value.isEmpty()) {
        details.put(field, value);
      }
    }
  }
}
