package dev.controllerruntime.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** The engine with a clock of its own and short ways to send requests. */
final class TestServer {
  static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private final RandomGenerator random = new SplittableRandom(1);
  private final ApiServer server;
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");

  TestServer() {
    this(options -> options);
  }

  TestServer(UnaryOperator<ApiServer.Builder> options) {
    server = options.apply(ApiServer.builder()).build(now, random);
  }

  ApiServer engine() {
    return server;
  }

  Instant now() {
    return now;
  }

  /** Lets time pass; everything that is due meanwhile is done at its time. */
  void advance(Duration duration) {
    Instant until = now.plus(duration);
    while (server.nextWakeUp().filter(next -> !next.isAfter(until)).isPresent()) {
      Instant next = server.nextWakeUp().orElseThrow();
      now = next.isAfter(now) ? next : now;
      server.wakeUp(now, random);
    }
    now = until;
  }

  /** Does what is due now. */
  void settle() {
    advance(Duration.ZERO);
  }

  RecordedExchange send(ServerRequest request) {
    RecordedExchange exchange = new RecordedExchange();
    server.handle(request, now, random, exchange);
    return exchange;
  }

  RecordedExchange send(String method, String target, String contentType, String body) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("User-Agent", "test/1.0");
    if (!contentType.isEmpty()) {
      headers.put("Content-Type", contentType);
    }
    return send(
        ServerRequest.of(method, target, headers, single(body).getBytes(StandardCharsets.UTF_8)));
  }

  /** JSON with double quotes where the test wrote single ones. */
  static String single(String body) {
    return body.replace('\'', '"');
  }

  RecordedExchange get(String target) {
    return send("GET", target, "", "");
  }

  RecordedExchange get(String target, String accept) {
    return send(
        ServerRequest.of("GET", target, Map.of("Accept", accept, "User-Agent", "test/1.0")));
  }

  RecordedExchange post(String target, String body) {
    return send("POST", target, "application/json", body);
  }

  RecordedExchange put(String target, String body) {
    return send("PUT", target, "application/json", body);
  }

  RecordedExchange merge(String target, String body) {
    return send("PATCH", target, "application/merge-patch+json", body);
  }

  RecordedExchange apply(String target, String body) {
    return send("PATCH", target, "application/apply-patch+yaml", body);
  }

  RecordedExchange delete(String target) {
    return send("DELETE", target, "", "");
  }

  RecordedExchange delete(String target, String body) {
    return send("DELETE", target, "application/json", body);
  }

  /** Creates {@code default/name} and answers it. */
  JsonNode configMap(String name) {
    return configMap(name, "");
  }

  /** Creates {@code default/name} with more metadata, such as {@code ,'labels':{…}}. */
  JsonNode configMap(String name, String metadata) {
    RecordedExchange answer =
        post(
            CONFIG_MAPS,
            "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'"
                + name
                + "'"
                + metadata
                + "},'data':{'a':'1'}}");
    if (answer.status() != 201) {
      throw new IllegalStateException(answer.text());
    }
    return answer.json();
  }

  static String version(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }
}
