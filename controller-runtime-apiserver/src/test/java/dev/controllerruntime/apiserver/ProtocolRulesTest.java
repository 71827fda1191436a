package dev.controllerruntime.apiserver;

import static dev.controllerruntime.apiserver.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProtocolRulesTest {
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private final TestServer server = new TestServer();

  @Test
  @DisplayName("1, 2: aggregated discovery with ETag and 304, legacy lists without")
  void discovery_isAggregatedOrLegacy() {
    RecordedExchange all = server.get("/apis", AGGREGATED + ",application/json");
    assertThat(all.header("Content-Type")).isEqualTo(AGGREGATED);
    assertThat(all.header("Vary")).isEqualTo("Accept");
    assertThat(all.header("ETag")).matches("\"[0-9A-F]{128}\"");
    RecordedExchange again =
        server.send(
            ServerRequest.of(
                "GET", "/apis", Map.of("Accept", AGGREGATED, "If-None-Match", all.header("ETag"))));
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
    RecordedExchange legacy = server.get("/apis");
    assertThat(legacy.json().path("kind").asText()).isEqualTo("APIGroupList");
    assertThat(legacy.header("ETag")).isEmpty();
    assertThat(server.get("/api/v1").json().path("resources")).hasSizeGreaterThan(20);
  }

  @Test
  @DisplayName("4: version and health")
  void versionAndHealth_areServed() {
    assertThat(server.get("/version").json().path("gitVersion").asText()).startsWith("v1.36");
    for (String path : List.of("/livez", "/readyz", "/healthz")) {
      assertThat(server.get(path).text()).isEqualTo("ok");
    }
  }

  @Test
  @DisplayName("5: OpenAPI v3 index with hashes, documents with an ETag, a wrong hash is 301")
  void openApi_isServedByHash() {
    String url = server.get("/openapi/v3").json().at("/paths/api~1v1/serverRelativeURL").asText();
    RecordedExchange document = server.get(url);
    assertThat(document.status()).isEqualTo(200);
    assertThat(document.header("Cache-Control")).isEqualTo("public, immutable");
    assertThat(document.json().path("paths")).isNotEmpty();
    RecordedExchange wrong = server.get("/openapi/v3/api/v1?hash=BOGUS");
    assertThat(wrong.status()).isEqualTo(301);
    assertThat(wrong.header("Location")).isEqualTo(url);
  }

  @Test
  @DisplayName("89: NotFound details carry the resource and its group")
  void notFound_namesTheResource() {
    assertThat(server.get(CONFIG_MAPS + "/nope").text())
        .isEqualTo(
            TestServer.single(
                    "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure',"
                        + "'message':'configmaps \\~nope\\~ not found','reason':'NotFound',"
                        + "'details':{'name':'nope','kind':'configmaps'},'code':404}\n")
                .replace('~', '"'));
    JsonNode grouped =
        server.get("/apis/apps/v1/namespaces/default/deployments/nope").json().path("details");
    assertThat(grouped.toString())
        .isEqualTo("{\"name\":\"nope\",\"group\":\"apps\",\"kind\":\"deployments\"}");
  }

  @Test
  void unknownPaths_areToldApart() {
    assertThat(server.get("/nope").text()).isEqualTo("404 page not found\n");
    assertThat(server.get("/apis/nope.io/v1/things").text()).isEqualTo("404 page not found\n");
    JsonNode resource = server.get("/api/v1/nope").json();
    assertThat(resource.path("message").asText())
        .isEqualTo("the server could not find the requested resource");
    assertThat(server.get(CONFIG_MAPS + "/x/status").status()).isEqualTo(404);
    assertThat(server.get("/api/v1/configmaps/x").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("7: 405, 406 and 415")
  void whatIsNotUnderstood_isRefused() {
    assertThat(server.put(CONFIG_MAPS, "{}").status()).isEqualTo(405);
    assertThat(server.post("/api/v1/configmaps", "{}").status()).isEqualTo(405);
    assertThat(server.send("HEAD", CONFIG_MAPS, "", "").status()).isEqualTo(405);
    assertThat(server.get(CONFIG_MAPS, "text/html").status()).isEqualTo(406);
    assertThat(server.get(CONFIG_MAPS, "application/vnd.kubernetes.protobuf").status())
        .isEqualTo(406);
    assertThat(
            server
                .get(CONFIG_MAPS, "application/vnd.kubernetes.protobuf,application/json")
                .status())
        .isEqualTo(200);
    assertThat(server.send("POST", CONFIG_MAPS, "text/plain", "a").status()).isEqualTo(415);
    server.configMap("a");
    assertThat(server.send("PATCH", CONFIG_MAPS + "/a", "application/foo", "{}").status())
        .isEqualTo(415);
  }

  @Test
  void whatIsNotThere_saysSo() {
    server.configMap("a");
    RecordedExchange strategic =
        server.send("PATCH", CONFIG_MAPS + "/a", "application/strategic-merge-patch+json", "{}");
    assertThat(strategic.status()).isEqualTo(501);
    assertThat(strategic.json().path("reason").asText()).isEqualTo("NotImplemented");
  }

  @Test
  void tokens_decideWhoIsLetIn() {
    List<RequestLog.Entry> log = new ArrayList<>();
    ApiServer guarded =
        ApiServer.builder()
            .token("secret", User.of("jane"))
            .requestLog(log::add)
            .build(Instant.EPOCH, new SplittableRandom(1));
    RecordedExchange known = new RecordedExchange();
    RecordedExchange unknown = new RecordedExchange();
    SplittableRandom random = new SplittableRandom(2);
    guarded.handle(
        ServerRequest.of("GET", CONFIG_MAPS, Map.of("authorization", "Bearer secret")),
        Instant.EPOCH,
        random,
        known);
    guarded.handle(
        ServerRequest.of("GET", CONFIG_MAPS, Map.of("Authorization", "Bearer other")),
        Instant.EPOCH,
        random,
        unknown);
    assertThat(known.status()).isEqualTo(200);
    assertThat(unknown.status()).isEqualTo(401);
    assertThat(unknown.json().path("reason").asText()).isEqualTo("Unauthorized");
    assertThat(log).extracting(RequestLog.Entry::user).containsExactly("jane", "");
    assertThat(log).extracting(RequestLog.Entry::status).containsExactly(200, 401);
  }

  @Test
  void anonymousUser_isWhoeverSendsNoToken() {
    TestServer open =
        new TestServer(
            options -> options.token("secret", User.of("jane")).anonymous(User.of("john")));
    assertThat(open.get(CONFIG_MAPS).status()).isEqualTo(200);
    RecordedExchange unknown =
        open.send(ServerRequest.of("GET", CONFIG_MAPS, Map.of("Authorization", "Bearer other")));
    assertThat(unknown.status()).isEqualTo(401);
    TestServer closed = new TestServer(options -> options.token("secret", User.of("jane")));
    assertThat(closed.get(CONFIG_MAPS).status()).isEqualTo(401);
  }

  @Test
  @DisplayName("86: reviews are answered with 201 and not stored")
  void reviews_areAnswered() {
    long before = server.engine().resourceVersion();
    RecordedExchange review =
        server.post(
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            "{'apiVersion':'authorization.k8s.io/v1','kind':'SelfSubjectAccessReview',"
                + "'spec':{'resourceAttributes':{'verb':'get','resource':'pods'}}}");
    assertThat(review.status()).isEqualTo(201);
    assertThat(review.json().at("/status/allowed").asBoolean()).isTrue();
    assertThat(server.engine().resourceVersion()).isEqualTo(before);
  }

  @Test
  void sameCalls_giveTheSameBytes() {
    TestServer other = new TestServer();
    for (TestServer each : List.of(server, other)) {
      each.configMap("a");
      each.post(
          CONFIG_MAPS, "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'generateName':'g-'}}");
    }
    assertThat(server.get(CONFIG_MAPS).text()).isEqualTo(other.get(CONFIG_MAPS).text());
  }
}
