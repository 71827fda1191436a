package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.protocol.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where the next page of a list begins.
 *
 * @param version of the whole list; −1: the newest
 * @param after the place, relative to the listed namespace, that the page before ended with
 */
record ContinueToken(long version, String after) {
  private static final String VERSION = "meta.k8s.io/v1";

  String encode() {
    byte[] json =
        Json.bytes(
            Json.object()
                .put("v", VERSION)
                .put("rv", version)
                .put("start", "/" + after + "\u0000"));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
  }

  static ContinueToken decode(String token) {
    JsonNode json;
    try {
      json = Json.parse(Base64.getUrlDecoder().decode(token.getBytes(StandardCharsets.US_ASCII)));
    } catch (IllegalArgumentException | JsonProcessingException e) {
      throw invalid("continue key is not valid: " + e.getMessage());
    }
    String start = json.path("start").asText("");
    if (!json.path("v").asText().equals(VERSION)) {
      throw invalid("continue key is not valid: server does not recognize this encoded version");
    }
    if (json.path("rv").asLong() == 0) {
      throw invalid("continue key is not valid: incorrect encoded start resourceVersion");
    }
    if (!start.startsWith("/") || !start.endsWith("\u0000") || start.contains("..")) {
      throw invalid("continue key is not valid: encoded start key missing or empty");
    }
    return new ContinueToken(json.path("rv").asLong(), start.substring(1, start.length() - 1));
  }

  private static Failure invalid(String why) {
    return Failure.badRequest("invalid continue token: " + why);
  }
}
