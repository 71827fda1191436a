package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request.
 *
 * @param method {@code GET}, {@code POST}, {@code PUT}, {@code PATCH} or {@code DELETE}
 * @param path absolute path, each segment already escaped
 * @param query parameters in order, not yet escaped
 * @param headers headers in order
 * @param body the body, or null for none
 * @param timeout for the whole exchange; for a watch, for status and headers only
 * @param idle for a watch: the longest silence before the connection counts as dead; null for other
 *     calls
 * @param gate asked immediately before bytes go out; {@link WriteGate#OPEN} for reads
 * @since 0.1.0
 */
@Internal
public record Call(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    byte @Nullable [] body,
    Duration timeout,
    @Nullable Duration idle,
    WriteGate gate) {

  /** Copies the maps, keeping their order. */
  public Call {
    query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** A call that nothing holds back. */
  public Call(
      String method,
      String path,
      Map<String, String> query,
      Map<String, String> headers,
      byte @Nullable [] body,
      Duration timeout,
      @Nullable Duration idle) {
    this(method, path, query, headers, body, timeout, idle, WriteGate.OPEN);
  }

  /** A read of a whole body: GET, nothing but an Accept header. */
  public static Call get(String path, String accept, Duration timeout) {
    return new Call("GET", path, Map.of(), Map.of("Accept", accept), null, timeout, null);
  }

  /** The same call with another timeout. */
  public Call within(Duration time) {
    return new Call(method, path, query, headers, body, time, idle, gate);
  }

  /** Whether this is a long-lived exchange. */
  public boolean watch() {
    return idle != null;
  }

  /** Method and path, for messages. */
  @Override
  public String toString() {
    return method + " " + path;
  }
}
