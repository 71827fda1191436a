package dev.controllerruntime.apiserver;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * One HTTP request as the engine sees it. Immutable by contract: the body is not copied, so the
 * caller must not change it afterwards.
 *
 * @param method upper case, such as {@code GET}
 * @param path the raw path, percent-encoded as it came, such as {@code /api/v1/namespaces}
 * @param query the raw query without the question mark; empty when there is none
 * @param headers one value each, looked up without regard to case; several values of one header are
 *     joined with a comma
 * @param body empty when there is none
 * @since 0.1.0
 */
public record ServerRequest(
    String method, String path, String query, Map<String, String> headers, byte[] body) {

  private static final byte[] NO_BODY = new byte[0];

  /** Copies the headers into a map that ignores case. */
  public ServerRequest {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(body, "body");
    Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    headers = Collections.unmodifiableMap(copy);
  }

  /**
   * A request without body from a method and a target such as {@code /api/v1/pods?limit=5}.
   *
   * @param target path and optional query
   */
  public static ServerRequest of(String method, String target, Map<String, String> headers) {
    return of(method, target, headers, NO_BODY);
  }

  /**
   * A request from a method and a target such as {@code /api/v1/pods?limit=5}.
   *
   * @param target path and optional query
   */
  public static ServerRequest of(
      String method, String target, Map<String, String> headers, byte[] body) {
    int mark = target.indexOf('?');
    return mark < 0
        ? new ServerRequest(method, target, "", headers, body)
        : new ServerRequest(
            method, target.substring(0, mark), target.substring(mark + 1), headers, body);
  }

  /** The header's value, or an empty text. */
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }
}
