package dev.controllerruntime.apiserver;

import static dev.controllerruntime.apiserver.TestServer.CONFIG_MAPS;
import static dev.controllerruntime.apiserver.TestServer.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WatchRulesTest {
  private final TestServer server = new TestServer();

  @Test
  @DisplayName("23: the head is sent before any event")
  void watch_sendsItsHead_beforeTheFirstEvent() {
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=6");
    assertThat(watch.status()).isEqualTo(200);
    assertThat(watch.events()).isEmpty();
    assertThat(watch.ended()).isFalse();
  }

  @Test
  @DisplayName("24: an unset or zero version starts with synthetic additions")
  void watchWithoutVersion_startsWithWhatIsThere() {
    server.configMap("b");
    server.configMap("a");
    assertThat(server.get(CONFIG_MAPS + "?watch=1").shortEvents())
        .containsExactly("ADDED a@8", "ADDED b@7");
    assertThat(server.get(CONFIG_MAPS + "?watch=true&resourceVersion=0").shortEvents())
        .containsExactly("ADDED a@8", "ADDED b@7");
  }

  @Test
  @DisplayName("29: every event after the version, in order, no gap")
  void watchFromVersion_tellsEveryLaterEventOnce() {
    String start = version(server.configMap("a"));
    server.merge(CONFIG_MAPS + "/a", "{'data':{'a':'2'}}");
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=" + start);
    server.delete(CONFIG_MAPS + "/a");
    server.configMap("a");
    assertThat(watch.shortEvents()).containsExactly("MODIFIED a@8", "DELETED a@9", "ADDED a@10");
  }

  @Test
  @DisplayName("30: a version too old is HTTP 200 and an ERROR event with 410 Expired")
  void watchFromForgottenVersion_isAnsweredWithAnErrorEvent() {
    String start = version(server.configMap("a"));
    server.configMap("b");
    server.engine().compact();
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=" + start);
    assertThat(watch.status()).isEqualTo(200);
    assertThat(watch.ended()).isTrue();
    assertThat(watch.events()).hasSize(1);
    JsonNode event = watch.events().get(0);
    assertThat(event.path("type").asText()).isEqualTo("ERROR");
    JsonNode status = event.path("object");
    assertThat(status.path("kind").asText()).isEqualTo("Status");
    assertThat(status.path("status").asText()).isEqualTo("Failure");
    assertThat(status.path("reason").asText()).isEqualTo("Expired");
    assertThat(status.path("code").asInt()).isEqualTo(410);
  }

  @Test
  @DisplayName("30: the newest version is never too old, also right after compaction")
  void watchFromNewestVersion_afterCompaction_goesOn() {
    String newest = version(server.configMap("a"));
    server.engine().compact();
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=" + newest);
    server.configMap("b");
    assertThat(watch.shortEvents()).containsExactly("ADDED b@8");
  }

  @Test
  @DisplayName("35: history is bounded")
  void history_keepsAsManyEventsAsAllowed() {
    TestServer small = new TestServer(options -> options.historySize(2));
    String first = version(small.configMap("a"));
    String second = version(small.configMap("b"));
    small.configMap("c");
    small.configMap("d");
    assertThat(small.get(CONFIG_MAPS + "?watch=1&resourceVersion=" + first).shortEvents())
        .containsExactly("ERROR @");
    assertThat(small.get(CONFIG_MAPS + "?watch=1&resourceVersion=" + second).shortEvents())
        .containsExactly("ADDED c@9", "ADDED d@10");
  }

  @Test
  @DisplayName("33: entering a selection is ADDED, leaving it DELETED with the previous content")
  void selector_turnsEnteringAndLeavingIntoAddedAndDeleted() {
    server.configMap("a", ",'labels':{'l':'1'}");
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&labelSelector=l%3D1");
    server.merge(CONFIG_MAPS + "/a", "{'metadata':{'labels':{'l':'2'}},'data':{'a':'out'}}");
    server.merge(CONFIG_MAPS + "/a", "{'metadata':{'labels':{'l':'1'}},'data':{'a':'back'}}");
    assertThat(watch.shortEvents()).containsExactly("ADDED a@7", "DELETED a@8", "ADDED a@9");
    JsonNode left = watch.events().get(1).path("object");
    assertThat(left.path("metadata").path("labels").path("l").asText()).isEqualTo("1");
    assertThat(left.path("data").path("a").asText()).isEqualTo("1");
  }

  @Test
  @DisplayName("34: DELETED carries the last stored content with the version of the deletion")
  void deletedEvent_hasLastStoredContent_andVersionOfDeletion() {
    server.configMap("a", ",'finalizers':['x.io/f']");
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=7");
    server.delete(CONFIG_MAPS + "/a");
    server.merge(CONFIG_MAPS + "/a", "{'metadata':{'finalizers':null},'data':{'a':'last'}}");
    assertThat(watch.shortEvents()).containsExactly("MODIFIED a@8", "DELETED a@9");
    JsonNode gone = watch.events().get(1).path("object");
    assertThat(gone.path("metadata").path("finalizers").toString()).isEqualTo("[\"x.io/f\"]");
    assertThat(gone.path("data").path("a").asText()).isEqualTo("1");
  }

  @Test
  @DisplayName("12: a watch from a future version is 200 and silence until then")
  void watchFromFutureVersion_isSilentUntilItIsPassed() {
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=8");
    server.configMap("a");
    server.configMap("b");
    server.configMap("c");
    assertThat(watch.status()).isEqualTo(200);
    assertThat(watch.shortEvents()).containsExactly("ADDED c@9");
  }

  @Test
  @DisplayName("11: a version that is no number is 500 without a reason on a watch")
  void watchFromNoNumber_is500WithoutReason() {
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=abc");
    assertThat(watch.status()).isEqualTo(500);
    assertThat(watch.json().has("reason")).isFalse();
  }

  @Test
  @DisplayName("26: sendInitialEvents is 422, as on a server without WatchList")
  void sendInitialEvents_isRefused() {
    RecordedExchange watch =
        server.get(
            CONFIG_MAPS
                + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                + "&allowWatchBookmarks=true");
    assertThat(watch.status()).isEqualTo(422);
    assertThat(watch.json().path("message").asText())
        .isEqualTo(
            "ListOptions.meta.k8s.io \"\" is invalid: sendInitialEvents: Forbidden:"
                + " sendInitialEvents is forbidden for watch unless the WatchList feature gate is"
                + " enabled");
  }

  @Test
  @DisplayName("31: bookmarks about once a minute and before the end, only where allowed")
  void bookmarks_comeWhereAllowed_andBeforeTheEnd() {
    String query = CONFIG_MAPS + "?watch=1&resourceVersion=6&timeoutSeconds=150";
    RecordedExchange allowed = server.get(query + "&allowWatchBookmarks=true");
    RecordedExchange without = server.get(query);
    server.advance(Duration.ofSeconds(149));
    assertThat(allowed.shortEvents()).containsExactly("BOOKMARK @6", "BOOKMARK @6", "BOOKMARK @6");
    assertThat(without.events()).isEmpty();
    assertThat(allowed.ended()).isFalse();
  }

  @Test
  @DisplayName("32: timeoutSeconds ends the stream cleanly")
  void timeoutSeconds_endsTheStream() {
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&timeoutSeconds=10");
    server.advance(Duration.ofSeconds(9));
    assertThat(watch.ended()).isFalse();
    server.advance(Duration.ofSeconds(1));
    assertThat(watch.ended()).isTrue();
    server.configMap("a");
    assertThat(watch.events()).isEmpty();
  }

  @Test
  @DisplayName("32: the default is drawn between 30 and 60 minutes")
  void defaultTimeout_isDrawnBetween30And60Minutes() {
    Set<Boolean> endedAfter45 = new TreeSet<>();
    for (int i = 0; i < 20; i++) {
      RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1");
      server.advance(Duration.ofSeconds(1799));
      assertThat(watch.ended()).isFalse();
      server.advance(Duration.ofSeconds(900));
      endedAfter45.add(watch.ended());
      server.advance(Duration.ofSeconds(901));
      assertThat(watch.ended()).isTrue();
    }
    assertThat(endedAfter45).containsExactly(false, true);
  }

  @Test
  @DisplayName("37: a Table watch sends its columns on the first event only")
  void tableWatch_tellsColumnsOnce() {
    RecordedExchange watch =
        server.get(CONFIG_MAPS + "?watch=1", "application/json;as=Table;v=v1;g=meta.k8s.io");
    server.configMap("a");
    server.configMap("b");
    assertThat(watch.events().get(0).at("/object/columnDefinitions")).isNotEmpty();
    assertThat(watch.events().get(1).at("/object/columnDefinitions")).isEmpty();
    assertThat(watch.events().get(1).at("/object/rows/0/cells/0").asText()).isEqualTo("b");
  }

  @Test
  void closedWatch_isToldNothingMore() {
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1");
    server.engine().closed(watch);
    server.configMap("a");
    assertThat(watch.events()).isEmpty();
    server.advance(Duration.ofHours(2));
    assertThat(watch.ended()).isFalse();
  }

  @Test
  void watchesOfOneEvent_getTheSameBytes() {
    RecordedExchange one = server.get(CONFIG_MAPS + "?watch=1");
    RecordedExchange other = server.get("/api/v1/configmaps?watch=1");
    server.configMap("a");
    assertThat(one.text()).isEqualTo(other.text()).isNotEmpty();
  }
}
