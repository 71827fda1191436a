package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.apiserver.ServerRequest;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.protocol.MediaTypes.As;
import dev.controllerruntime.apiserver.protocol.Query;
import dev.controllerruntime.apiserver.storage.StoredObject;
import dev.controllerruntime.apiserver.table.IncludeObject;
import dev.controllerruntime.apiserver.table.PartialMetadata;
import dev.controllerruntime.apiserver.table.TableRenderer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes whole answers, in the form the client asked for. */
final class Answers {
  private Answers() {}

  /** A stored object. */
  static void stored(Call call, int status, StoredObject object) {
    if (call.accept().as() == As.OBJECT && !call.accept().yaml() && !pretty(call.request())) {
      send(call, status, line(Views.bytes(call.type(), call.store(), object)));
    } else {
      object(call, status, Views.tree(call.type(), object));
    }
  }

  /** An object in the version that the client asked for. */
  static void object(Call call, int status, ObjectNode object) {
    ObjectNode shown =
        switch (call.accept().as()) {
          case OBJECT -> object;
          case TABLE -> table(call).ofObject(object, true, call.now());
          case PARTIAL, PARTIAL_LIST -> PartialMetadata.of(object, call.accept().version());
        };
    tree(call, status, shown);
  }

  /** A Status or another object that is never shown as a table. */
  static void tree(Call call, int status, JsonNode tree) {
    byte[] body =
        call.accept().yaml()
            ? Json.yaml(tree)
            : pretty(call.request()) ? Json.pretty(tree) : line(Json.bytes(tree));
    send(call, status, body);
  }

  static TableRenderer table(Call call) {
    return new TableRenderer(
        call.accept().version(), IncludeObject.parse(call.query().get("includeObject")));
  }

  /** A whole body in the call's media type. */
  static void send(Call call, int status, byte[] body) {
    Map<String, String> headers = headers(call.accept().contentType());
    if (!call.warnings().isEmpty()) {
      StringBuilder warnings = new StringBuilder();
      for (String warning : call.warnings()) {
        warnings.append(warnings.isEmpty() ? "" : ", ");
        warnings.append("299 - ").append(FieldErrors.quote(warning));
      }
      headers.put("Warning", warnings.toString());
    }
    send(call.exchange(), status, headers, body);
  }

  /** A failure of any request; always JSON. */
  static void failure(ServerRequest request, Exchange exchange, Failure failure) {
    Map<String, String> headers = headers("application/json");
    if (failure.retryAfterSeconds() > 0) {
      headers.put("Retry-After", Integer.toString(failure.retryAfterSeconds()));
    }
    byte[] body =
        request.method().equals("HEAD")
            ? new byte[0]
            : pretty(request) ? Json.pretty(failure.status()) : line(Json.bytes(failure.status()));
    send(exchange, failure.code(), headers, body);
  }

  static void send(Exchange exchange, int status, Map<String, String> headers, byte[] body) {
    exchange.head(status, headers);
    if (body.length > 0) {
      exchange.frame(body);
    }
    exchange.end();
  }

  static Map<String, String> headers(String contentType) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Cache-Control", "no-cache, private");
    headers.put("Content-Type", contentType);
    return headers;
  }

  static byte[] line(byte[] json) {
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  /** People's tools get indented JSON. */
  static boolean pretty(ServerRequest request) {
    Query query = Query.parse(request.query());
    if (query.has("pretty")) {
      return query.isOn("pretty");
    }
    String agent = request.header("User-Agent");
    return agent.startsWith("curl") || agent.startsWith("Wget") || agent.startsWith("Mozilla");
  }
}
