package dev.controllerruntime.apiserver;

import static dev.controllerruntime.apiserver.TestServer.CONFIG_MAPS;
import static dev.controllerruntime.apiserver.TestServer.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ListRulesTest {
  private final TestServer server = new TestServer();

  private static List<String> names(JsonNode list) {
    List<String> names = new ArrayList<>();
    list.path("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
    return names;
  }

  private static String token(JsonNode list) {
    return list.at("/metadata/continue").asText();
  }

  @Test
  @DisplayName("20: byte order of namespace/name, an empty list has items")
  void list_isInByteOrder_alsoWhenEmpty() {
    assertThat(server.get(CONFIG_MAPS).text())
        .isEqualTo(
            TestServer.single(
                "{'kind':'ConfigMapList','apiVersion':'v1','metadata':{'resourceVersion':'6'},"
                    + "'items':[]}\n"));
    for (String namespace : List.of("x", "x-a")) {
      server.post(
          "/api/v1/namespaces",
          "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'" + namespace + "'}}");
      server.post(
          "/api/v1/namespaces/" + namespace + "/configmaps",
          "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'of-" + namespace + "'}}");
    }
    assertThat(names(server.get("/api/v1/configmaps").json())).containsExactly("of-x-a", "of-x");
  }

  @Test
  @DisplayName("14, 15: pages show the first page's version and content")
  void pages_areOneListAtOneVersion() {
    for (String name : List.of("a", "b", "c", "d")) {
      server.configMap(name);
    }
    JsonNode first = server.get(CONFIG_MAPS + "?limit=2").json();
    server.delete(CONFIG_MAPS + "/c");
    server.merge(CONFIG_MAPS + "/d", "{'data':{'a':'new'}}");
    server.configMap("e");
    JsonNode second = server.get(CONFIG_MAPS + "?limit=2&continue=" + token(first)).json();
    assertThat(names(first)).containsExactly("a", "b");
    assertThat(first.at("/metadata/remainingItemCount").asInt()).isEqualTo(2);
    assertThat(names(second)).containsExactly("c", "d");
    assertThat(second.at("/items/1/data/a").asText()).isEqualTo("1");
    assertThat(version(second)).isEqualTo(version(first));
    assertThat(token(second)).isEmpty();
  }

  @Test
  @DisplayName("15: no remainingItemCount with a selector")
  void selector_hidesRemainingItemCount() {
    for (String name : List.of("a", "b", "c")) {
      server.configMap(name, ",'labels':{'l':'1'}");
    }
    JsonNode page = server.get(CONFIG_MAPS + "?limit=2&labelSelector=l").json();
    assertThat(names(page)).containsExactly("a", "b");
    assertThat(page.path("metadata").has("remainingItemCount")).isFalse();
    assertThat(token(page)).isNotEmpty();
  }

  @Test
  @DisplayName("16: version 0 ignores the limit; N with a limit is exact")
  void limit_dependsOnTheVersion() {
    server.configMap("a");
    String second = version(server.configMap("b"));
    server.configMap("c");
    assertThat(names(server.get(CONFIG_MAPS + "?limit=1&resourceVersion=0").json())).hasSize(3);
    JsonNode exact = server.get(CONFIG_MAPS + "?limit=5&resourceVersion=" + second).json();
    assertThat(names(exact)).containsExactly("a", "b");
    assertThat(version(exact)).isEqualTo(second);
    assertThat(names(server.get(CONFIG_MAPS + "?resourceVersion=" + second).json())).hasSize(3);
  }

  @Test
  @DisplayName("17, 18: tokens that do not fit are 400, a compacted one 410 with a fresh one")
  void continueTokens_areChecked_andReplacedWhenCompacted() {
    for (String name : List.of("a", "b", "c")) {
      server.configMap(name);
    }
    String token = token(server.get(CONFIG_MAPS + "?limit=1").json());
    assertThat(server.get(CONFIG_MAPS + "?continue=bogus").status()).isEqualTo(400);
    assertThat(server.get(CONFIG_MAPS + "?resourceVersion=5&continue=" + token).status())
        .isEqualTo(400);
    server.configMap("d");
    server.engine().compact();
    RecordedExchange expired = server.get(CONFIG_MAPS + "?limit=1&continue=" + token);
    assertThat(expired.status()).isEqualTo(410);
    assertThat(expired.json().path("reason").asText()).isEqualTo("Expired");
    JsonNode rest = server.get(CONFIG_MAPS + "?continue=" + token(expired.json())).json();
    assertThat(names(rest)).containsExactly("b", "c", "d");
  }

  @Test
  @DisplayName("19: a compacted exact version is 410")
  void compactedExactVersion_is410() {
    String first = version(server.configMap("a"));
    server.configMap("b");
    server.engine().compact();
    RecordedExchange answer =
        server.get(CONFIG_MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + first);
    assertThat(answer.status()).isEqualTo(410);
    assertThat(answer.json().path("reason").asText()).isEqualTo("Expired");
  }

  @Test
  @DisplayName("11: a version that is no number is 400 on a list, 500 without reason on a get")
  void versionThatIsNoNumber_is400OnList_500OnGet() {
    server.configMap("a");
    assertThat(server.get(CONFIG_MAPS + "?resourceVersion=abc").status()).isEqualTo(400);
    assertThat(server.delete(CONFIG_MAPS + "?resourceVersion=abc").status()).isEqualTo(400);
    RecordedExchange get = server.get(CONFIG_MAPS + "/a?resourceVersion=abc");
    assertThat(get.status()).isEqualTo(500);
    assertThat(get.json().has("reason")).isFalse();
  }

  @Test
  @DisplayName("12: a future version waits three seconds, then 504 with its cause")
  void futureVersion_waits_thenTimesOut() {
    RecordedExchange list = server.get(CONFIG_MAPS + "?resourceVersion=99");
    RecordedExchange met = server.get(CONFIG_MAPS + "?resourceVersion=7");
    assertThat(list.status()).isZero();
    assertThat(met.status()).isZero();
    server.configMap("a");
    assertThat(names(met.json())).containsExactly("a");
    server.advance(Duration.ofMillis(2999));
    assertThat(list.status()).isZero();
    server.advance(Duration.ofMillis(1));
    assertThat(list.status()).isEqualTo(504);
    assertThat(list.header("Retry-After")).isEqualTo("1");
    assertThat(list.json().at("/details/causes/0/reason").asText())
        .isEqualTo("ResourceVersionTooLarge");
  }

  @Test
  @DisplayName("13: resourceVersionMatch that does not fit is 422")
  void versionMatch_isChecked() {
    for (String query :
        List.of(
            "resourceVersionMatch=Exact",
            "resourceVersionMatch=Exact&resourceVersion=0",
            "resourceVersionMatch=Bad&resourceVersion=1",
            "sendInitialEvents=true")) {
      assertThat(server.get(CONFIG_MAPS + "?" + query).status()).as(query).isEqualTo(422);
    }
  }

  @Test
  @DisplayName("21: field selectors")
  void fieldSelectors_selectByName_andRefuseWhatIsUnknown() {
    server.configMap("a");
    server.configMap("b");
    assertThat(names(server.get("/api/v1/configmaps?fieldSelector=metadata.name%3Db").json()))
        .containsExactly("b");
    assertThat(server.get(CONFIG_MAPS + "?fieldSelector=data.a%3D1").status()).isEqualTo(400);
  }

  @Test
  @DisplayName("22: Table and PartialObjectMetadataList by Accept")
  void otherForms_comeByAccept() {
    server.configMap("a");
    JsonNode table = server.get(CONFIG_MAPS, "application/json;as=Table;v=v1;g=meta.k8s.io").json();
    assertThat(table.path("kind").asText()).isEqualTo("Table");
    assertThat(table.at("/rows/0/cells/0").asText()).isEqualTo("a");
    JsonNode partial =
        server
            .get(CONFIG_MAPS, "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io")
            .json();
    assertThat(partial.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
    assertThat(partial.at("/items/0").has("data")).isFalse();
  }
}
