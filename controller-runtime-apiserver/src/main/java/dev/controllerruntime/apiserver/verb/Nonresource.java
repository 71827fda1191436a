package dev.controllerruntime.apiserver.verb;

import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.apiserver.ServerRequest;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.MediaTypes;
import dev.controllerruntime.apiserver.protocol.Query;
import dev.controllerruntime.apiserver.resource.Document;
import dev.controllerruntime.apiserver.resource.Documents;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Health, version, discovery and OpenAPI (rules 1 to 5). */
final class Nonresource {
  private static final List<String> HEALTH = List.of("/livez", "/readyz", "/healthz");
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final String OPEN_API = "/openapi/v3";

  private final Documents documents;

  Nonresource(Documents documents) {
    this.documents = documents;
  }

  /** Answers a request that names no resource; 404 as plain text for everything unknown. */
  void handle(ServerRequest request, Exchange exchange) {
    String path = request.path();
    if (path.length() > 1 && path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    boolean health = HEALTH.contains(path) || HEALTH.stream().anyMatch((path + "/")::startsWith);
    boolean openApi = path.equals(OPEN_API) || path.startsWith(OPEN_API + "/");
    boolean discovery =
        path.equals("/api")
            || path.equals("/apis")
            || path.startsWith("/api/")
            || path.startsWith("/apis/");
    if (!health && !openApi && !discovery && !path.equals("/version")) {
      notFound(exchange);
      return;
    }
    if (!request.method().equals("GET")) {
      throw Failure.methodNotAllowed();
    }
    if (health) {
      text(exchange, 200, "ok");
    } else if (path.equals("/version")) {
      json(exchange, Json.pretty(documents.version()));
    } else if (openApi) {
      openApi(request, path, exchange);
    } else {
      discovery(request, path, exchange);
    }
  }

  private void discovery(ServerRequest request, String path, Exchange exchange) {
    boolean root = path.equals("/api") || path.equals("/apis");
    if (root && wantsAggregated(request.header("Accept"))) {
      Document document = documents.aggregated(path);
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put("Cache-Control", "public");
      headers.put("Content-Type", AGGREGATED);
      send(request, exchange, document, headers);
      return;
    }
    Optional<Document> document = documents.legacy(path);
    if (document.isEmpty()) {
      notFound(exchange);
    } else {
      json(exchange, Answers.line(document.get().bytes()));
    }
  }

  private static boolean wantsAggregated(String accept) {
    for (MediaTypes.Clause clause : MediaTypes.clauses(accept)) {
      if (clause.type().equals(MediaTypes.JSON)) {
        Map<String, String> parameters = clause.parameters();
        if (parameters.getOrDefault("as", "").isEmpty()) {
          return false;
        }
        if (parameters.getOrDefault("g", "").equals("apidiscovery.k8s.io")
            && parameters.getOrDefault("v", "").equals("v2")
            && parameters.getOrDefault("as", "").equals("APIGroupDiscoveryList")) {
          return true;
        }
      }
    }
    return false;
  }

  private void openApi(ServerRequest request, String path, Exchange exchange) {
    if (path.equals(OPEN_API)) {
      Document index = documents.openApiIndex();
      Map<String, String> headers = Answers.headers("application/json");
      send(request, exchange, index, headers);
      return;
    }
    String key = path.substring(OPEN_API.length() + 1);
    Optional<Document> found = documents.openApi(key);
    if (found.isEmpty()) {
      notFound(exchange);
      return;
    }
    Document document = found.get();
    String hash = Query.parse(request.query()).get("hash");
    Map<String, String> headers = Answers.headers("application/json");
    if (hash.equals(document.hash())) {
      headers.put("Cache-Control", "public, immutable");
    } else if (!hash.isEmpty()) {
      headers.put("Location", path + "?hash=" + document.hash());
      headers.put("ETag", "\"" + document.hash() + "\"");
      headers.put("Vary", "Accept");
      Answers.send(exchange, 301, headers, new byte[0]);
      return;
    }
    send(request, exchange, document, headers);
  }

  /** A document with its ETag, or 304 (rule 2). */
  private static void send(
      ServerRequest request, Exchange exchange, Document document, Map<String, String> headers) {
    String tag = "\"" + document.hash() + "\"";
    headers.put("ETag", tag);
    headers.put("Vary", "Accept");
    String known = request.header("If-None-Match");
    if (known.equals("*") || known.contains(tag)) {
      headers.remove("Content-Type");
      Answers.send(exchange, 304, headers, new byte[0]);
    } else {
      Answers.send(exchange, 200, headers, document.bytes());
    }
  }

  private static void json(Exchange exchange, byte[] body) {
    Answers.send(exchange, 200, Answers.headers("application/json"), body);
  }

  static void notFound(Exchange exchange) {
    text(exchange, 404, "404 page not found\n");
  }

  private static void text(Exchange exchange, int status, String text) {
    Map<String, String> headers = Answers.headers("text/plain; charset=utf-8");
    headers.put("X-Content-Type-Options", "nosniff");
    Answers.send(exchange, status, headers, text.getBytes(StandardCharsets.UTF_8));
  }
}
