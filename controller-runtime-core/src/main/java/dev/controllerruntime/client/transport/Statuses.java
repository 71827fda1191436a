package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.codec.Encoded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the server says about a failure.
 *
 * @since 0.1.0
 */
@Internal
public final class Statuses {
  private static final int LONGEST_BODY = 1 << 20;
  private static final int LONGEST_TEXT = 300;

  private Statuses() {}

  /**
   * Of an answer with an error status. Other bodies than a {@code Status} (plain text of an
   * overloaded server, a proxy's page) become a message without reason.
   */
  public static ServerStatus read(Codec codec, Answer answer) {
    byte[] body;
    try {
      body = answer.body().readNBytes(LONGEST_BODY);
    } catch (IOException e) {
      // The status line alone says enough to act on.
      body = ("the explanation broke off: " + FailureText.of(e)).getBytes(StandardCharsets.UTF_8);
    }
    ServerStatus status = of(codec, answer.status(), body);
    Duration header = answer.header("Retry-After").map(Statuses::seconds).orElse(Duration.ZERO);
    return header.isZero() ? status : withRetryAfter(status, header);
  }

  /** Of the {@code Status} in the ERROR event of a watch; 500 where it has no code. */
  public static ServerStatus read(Codec codec, Encoded status) {
    return of(codec, 500, status.bytes());
  }

  /** Whether the body is a {@code Status} that tells success; so deletions are answered. */
  public static Optional<Map<String, @Nullable Object>> success(Codec codec, Reply reply) {
    Optional<Map<String, @Nullable Object>> tree = tree(codec, reply.body());
    return tree.filter(t -> text(t, "kind").equals("Status") && text(t, "apiVersion").equals("v1"));
  }

  private static ServerStatus of(Codec codec, int code, byte[] body) {
    Map<String, @Nullable Object> tree = tree(codec, body).orElse(Map.of());
    if (!text(tree, "kind").equals("Status")) {
      String text = new String(body, StandardCharsets.UTF_8);
      text = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
      return new ServerStatus(
          code, "", FailureText.oneLine(text, "no explanation"), "", "", List.of(), Duration.ZERO);
    }
    Map<?, ?> details = tree.get("details") instanceof Map<?, ?> map ? map : Map.of();
    int said = tree.get("code") instanceof Number number ? number.intValue() : code;
    long retry = details.get("retryAfterSeconds") instanceof Number n ? n.longValue() : 0;
    return new ServerStatus(
        said == 0 ? code : said,
        text(tree, "reason"),
        FailureText.oneLine(text(tree, "message"), "no explanation"),
        text(details, "name"),
        text(details, "kind"),
        causes(details),
        Duration.ofSeconds(Math.max(0, retry)));
  }

  private static List<ServerStatus.Cause> causes(Map<?, ?> details) {
    List<ServerStatus.Cause> causes = new ArrayList<>();
    if (details.get("causes") instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> cause) {
          causes.add(
              new ServerStatus.Cause(
                  text(cause, "reason"),
                  FailureText.oneLine(text(cause, "message"), ""),
                  text(cause, "field")));
        }
      }
    }
    return causes;
  }

  private static Optional<Map<String, @Nullable Object>> tree(Codec codec, byte[] body) {
    int first = 0;
    while (first < body.length && Character.isWhitespace(body[first])) {
      first++;
    }
    if (first == body.length || body[first] != '{') {
      return Optional.empty();
    }
    try {
      return Optional.of(codec.tree(body));
    } catch (CodecException e) {
      return Optional.empty(); // not ours to understand: told as text
    }
  }

  private static ServerStatus withRetryAfter(ServerStatus s, Duration retryAfter) {
    return new ServerStatus(
        s.code(), s.reason(), s.message(), s.name(), s.resource(), s.causes(), retryAfter);
  }

  private static Duration seconds(String header) {
    String text = header.strip();
    // An HTTP date is allowed too; no API server sends one.
    boolean number =
        !text.isEmpty() && text.length() < 10 && text.chars().allMatch(Character::isDigit);
    return number ? Duration.ofSeconds(Long.parseLong(text)) : Duration.ZERO;
  }

  private static String text(Map<?, ?> map, String key) {
    return map.get(key) instanceof String text ? text : "";
  }
}
