package dev.controllerruntime.integration.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.http.HttpFront;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.TransportException;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.testkit.Ground;
import dev.controllerruntime.testkit.TestCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plain requests to the server of a ground, to see what a client library hides. In the JVM it is a
 * server of its own over HTTP: time is real here.
 */
final class RawApi implements AutoCloseable {
  static final String JSON = "application/json";
  static final String MERGE = "application/merge-patch+json";
  static final String JSON_PATCH = "application/json-patch+json";
  static final String APPLY = "application/apply-patch+yaml";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final byte[] EMPTY = {'{', '}'};
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Transport transport;
  private final @Nullable HttpFront front;

  private RawApi(Path kubeconfig, @Nullable HttpFront front) {
    this.transport =
        Transport.http(Connection.kubeconfig(kubeconfig).client(), Concurrency.system());
    this.front = front;
  }

  /** A status with what came along. */
  record Reply(int status, JsonNode body) {
    /** {@code code reason}, then the kind that the details name. */
    String failure() {
      return status
          + " "
          + body.path("reason").asText("-")
          + " "
          + body.at("/details/kind").asText("-");
    }

    String version() {
      return body.at("/metadata/resourceVersion").asText();
    }
  }

  static RawApi of(TestCluster cluster, Path folder) throws IOException {
    if (cluster.ground() != Ground.IN_JVM) {
      return new RawApi(cluster.kubeconfig(), null);
    }
    Concurrency concurrency = Concurrency.system();
    ApiServer engine =
        ApiServer.builder().build(concurrency.clock().instant(), concurrency.random());
    HttpFront front = HttpFront.builder().start(engine);
    Path kubeconfig = Files.createTempFile(folder, "raw", ".kubeconfig");
    front.writeKubeconfig(kubeconfig, "none");
    return new RawApi(kubeconfig, front);
  }

  Reply get(String target) throws Exception {
    return send("GET", target, "", "");
  }

  Reply post(String target, String body) throws Exception {
    return send("POST", target, JSON, body);
  }

  Reply put(String target, JsonNode body) throws Exception {
    return send("PUT", target, JSON, body.toString());
  }

  Reply delete(String target, String body) throws Exception {
    return send("DELETE", target, body.isEmpty() ? "" : JSON, body);
  }

  Reply patch(String contentType, String target, String body) throws Exception {
    return send("PATCH", target, contentType, body);
  }

  /** Single quotes in the body stand for double ones. */
  Reply send(String method, String target, String contentType, String body) throws Exception {
    String text = body.replace('\'', '"');
    try (Answer answer = transport.send(call(method, target, contentType, text, null))) {
      byte[] bytes = answer.body().readAllBytes();
      return new Reply(answer.status(), MAPPER.readTree(bytes.length == 0 ? EMPTY : bytes));
    }
  }

  /** A watch from now on: returns when its headers are there. */
  Events watch(String target) throws TransportException, InterruptedException {
    return new Events(transport.send(call("GET", target, "", "", PATIENCE)));
  }

  private static Call call(
      String method, String target, String contentType, String body, @Nullable Duration idle) {
    int mark = target.indexOf('?');
    Map<String, String> query = new LinkedHashMap<>();
    if (mark >= 0) {
      for (String pair : target.substring(mark + 1).split("&")) {
        query.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
      }
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", JSON);
    if (!contentType.isEmpty()) {
      headers.put("Content-Type", contentType);
    }
    return new Call(
        method,
        mark < 0 ? target : target.substring(0, mark),
        query,
        headers,
        body.isEmpty() ? null : body.getBytes(StandardCharsets.UTF_8),
        PATIENCE,
        idle);
  }

  static JsonNode parse(String json) throws IOException {
    return MAPPER.readTree(json.replace('\'', '"'));
  }

  /** The events of a watch, in order. */
  static final class Events implements AutoCloseable {
    private final Answer answer;
    private final BufferedReader lines;

    private Events(Answer answer) {
      this.answer = answer;
      this.lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    int status() {
      return answer.status();
    }

    /** {@code ADDED name}; empty at a clean end. */
    String next() throws IOException {
      JsonNode event = nextEvent();
      return event.isMissingNode()
          ? ""
          : event.path("type").asText() + " " + event.at("/object/metadata/name").asText();
    }

    JsonNode nextEvent() throws IOException {
      String line = lines.readLine();
      return line == null ? MAPPER.missingNode() : MAPPER.readTree(line);
    }

    @Override
    public void close() {
      answer.close();
    }
  }

  @Override
  public void close() {
    transport.close();
    if (front != null) {
      front.close();
    }
  }
}
