package dev.controllerruntime.integration.apiserver;

import static dev.controllerruntime.integration.apiserver.RawApi.MERGE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.integration.apiserver.RawApi.Events;
import dev.controllerruntime.integration.apiserver.RawApi.Reply;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watches of any API server, rule by rule; the numbers are those of the fidelity list. */
@ControllerTest
class ApiServerWatchIT {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/rules/configmaps";

  @TempDir private Path folder;
  private RawApi api;

  @BeforeEach
  void connect(TestCluster cluster) throws Exception {
    api = RawApi.of(cluster, folder);
    api.post("/api/v1/namespaces", "{'metadata':{'name':'rules'}}");
  }

  @AfterEach
  void disconnect() {
    api.close();
  }

  private Reply create(String name, String metadata) throws Exception {
    return api.post(
        CONFIG_MAPS, "{'metadata':{'name':'" + name + "'" + metadata + "},'data':{'a':'1'}}");
  }

  private String now() throws Exception {
    return api.get(CONFIG_MAPS).version();
  }

  @Test
  @DisplayName("23, 28: headers come before the first event, which comes at once")
  void headers_areFlushedBeforeTheFirstEvent() throws Exception {
    create("old", "");
    try (Events watch = api.watch(CONFIG_MAPS + "?watch=1&resourceVersion=" + now())) {
      assertThat(watch.status()).isEqualTo(200);
      create("new", "");
      assertThat(watch.next()).isEqualTo("ADDED new");
    }
  }

  @Test
  @DisplayName("24, 29: without a version what is there comes first; from one, all after it")
  void watch_startsWhereItWasTold() throws Exception {
    String first = create("a", "").version();
    api.patch(MERGE, CONFIG_MAPS + "/a", "{'data':{'a':'2'}}");
    api.delete(CONFIG_MAPS + "/a", "");
    create("b", "");
    try (Events unset = api.watch(CONFIG_MAPS + "?watch=1&fieldSelector=metadata.name=b")) {
      assertThat(unset.next()).isEqualTo("ADDED b");
    }
    try (Events from =
        api.watch(
            CONFIG_MAPS + "?watch=1&resourceVersion=" + first + "&labelSelector=!kubernetes.io")) {
      assertThat(from.next()).isEqualTo("MODIFIED a");
      assertThat(from.next()).isEqualTo("DELETED a");
      assertThat(from.next()).isEqualTo("ADDED b");
    }
  }

  @Test
  @DisplayName("32: timeoutSeconds ends a watch cleanly")
  void timeoutSeconds_endsTheStream() throws Exception {
    try (Events watch =
        api.watch(CONFIG_MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=" + now())) {
      assertThat(watch.next()).isEmpty();
    }
  }

  @Test
  @DisplayName("33: entering a selector is ADDED; leaving is DELETED, with what it was")
  void selector_makesItsOwnAddedAndDeleted() throws Exception {
    create("a", "");
    try (Events watch =
        api.watch(CONFIG_MAPS + "?watch=1&labelSelector=in=yes&resourceVersion=" + now())) {
      api.patch(MERGE, CONFIG_MAPS + "/a", "{'metadata':{'labels':{'in':'yes'}}}");
      Reply left =
          api.patch(
              MERGE, CONFIG_MAPS + "/a", "{'metadata':{'labels':{'in':null}},'data':{'a':'2'}}");
      assertThat(watch.next()).isEqualTo("ADDED a");
      JsonNode deleted = watch.nextEvent();
      assertThat(deleted.path("type").asText()).isEqualTo("DELETED");
      assertThat(deleted.at("/object/metadata/labels/in").asText()).isEqualTo("yes");
      assertThat(deleted.at("/object/data/a").asText()).isEqualTo("1");
      assertThat(deleted.at("/object/metadata/resourceVersion").asText()).isEqualTo(left.version());
    }
  }

  @Test
  @DisplayName("34, 55: the last finalizer's removal is one DELETED, with the last stored content")
  void lastFinalizer_isShownByTheDeletion() throws Exception {
    create("a", ",'finalizers':['example.com/hold']");
    String deleting = api.delete(CONFIG_MAPS + "/a", "").version();
    try (Events watch = api.watch(CONFIG_MAPS + "?watch=1&resourceVersion=" + deleting)) {
      assertThat(api.patch(MERGE, CONFIG_MAPS + "/a", "{'metadata':{'finalizers':null}}").status())
          .isEqualTo(200);
      create("b", "");
      JsonNode deleted = watch.nextEvent();
      assertThat(deleted.path("type").asText()).isEqualTo("DELETED");
      assertThat(deleted.at("/object/metadata/finalizers/0").asText())
          .isEqualTo("example.com/hold");
      assertThat(deleted.at("/object/metadata/resourceVersion").asLong())
          .isGreaterThan(Long.parseLong(deleting));
      assertThat(watch.next()).isEqualTo("ADDED b");
    }
  }

  @Test
  @DisplayName("50: an update that changes nothing is no event")
  void updateWithoutAChange_isNoEvent() throws Exception {
    Reply created = create("a", "");
    try (Events watch = api.watch(CONFIG_MAPS + "?watch=1&resourceVersion=" + created.version())) {
      Reply same = api.put(CONFIG_MAPS + "/a", created.body());
      assertThat(same.status()).isEqualTo(200);
      assertThat(same.version()).isEqualTo(created.version());
      create("b", "");
      assertThat(watch.next()).isEqualTo("ADDED b");
    }
  }
}
