package dev.controllerruntime.apiserver;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answer to a request whose token is absent or unknown. */
final class Unauthorized {
  private static final String STATUS =
      "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
          + "\"message\":\"Unauthorized\",\"reason\":\"Unauthorized\",\"code\":401}\n";

  private Unauthorized() {}

  static void answer(Exchange exchange) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Cache-Control", "no-cache, private");
    headers.put("Content-Type", "application/json");
    exchange.head(401, headers);
    exchange.frame(STATUS.getBytes(StandardCharsets.UTF_8));
    exchange.end();
  }
}
