package dev.controllerruntime.apiserver;

import static dev.controllerruntime.apiserver.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UpkeepRulesTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";
  private final TestServer server = new TestServer();

  private static String owner(JsonNode owner, String more) {
    return "{'apiVersion':'v1','kind':'ConfigMap','name':'"
        + owner.at("/metadata/name").asText()
        + "','uid':'"
        + owner.at("/metadata/uid").asText()
        + "'"
        + more
        + "}";
  }

  private int status(String name) {
    return server.get(CONFIG_MAPS + "/" + name).status();
  }

  @Test
  @DisplayName("82: what all owners have left is deleted, down to the last generation")
  void dependents_goWithTheirLastOwner() {
    JsonNode top = server.configMap("top");
    JsonNode middle = server.configMap("middle", ",'ownerReferences':[" + owner(top, "") + "]");
    server.configMap("leaf", ",'ownerReferences':[" + owner(middle, "") + "]");
    server.settle();
    assertThat(status("leaf")).isEqualTo(200);
    server.delete(CONFIG_MAPS + "/top");
    assertThat(status("middle")).isEqualTo(200);
    server.settle();
    assertThat(status("middle")).isEqualTo(404);
    assertThat(status("leaf")).isEqualTo(404);
  }

  @Test
  @DisplayName("82: with an owner left only the dangling reference goes")
  void danglingReference_goesWhileAnOwnerIsLeft() {
    JsonNode one = server.configMap("one");
    JsonNode two = server.configMap("two");
    server.configMap("c", ",'ownerReferences':[" + owner(one, "") + "," + owner(two, "") + "]");
    server.delete(CONFIG_MAPS + "/one");
    server.settle();
    JsonNode owners = server.get(CONFIG_MAPS + "/c").json().at("/metadata/ownerReferences");
    assertThat(owners).hasSize(1);
    assertThat(owners.at("/0/name").asText()).isEqualTo("two");
  }

  @Test
  @DisplayName("82: an owner is its uid, not its name")
  void ownerRecreatedUnderItsName_isAnotherOwner() {
    JsonNode first = server.configMap("o");
    server.delete(CONFIG_MAPS + "/o");
    server.configMap("o");
    server.configMap("c", ",'ownerReferences':[" + owner(first, "") + "]");
    server.settle();
    assertThat(status("c")).isEqualTo(404);
    assertThat(status("o")).isEqualTo(200);
  }

  @Test
  @DisplayName("82: foreground waits for the dependents that block it")
  void foregroundDeletion_waitsForBlockingDependents() {
    JsonNode top = server.configMap("top");
    server.configMap(
        "c",
        ",'finalizers':['x.io/f'],'ownerReferences':["
            + owner(top, ",'blockOwnerDeletion':true")
            + "]");
    server.delete(CONFIG_MAPS + "/top?propagationPolicy=Foreground");
    server.settle();
    assertThat(status("top")).isEqualTo(200);
    assertThat(server.get(CONFIG_MAPS + "/c").json().at("/metadata/deletionTimestamp").asText())
        .isNotEmpty();
    server.merge(CONFIG_MAPS + "/c", "{'metadata':{'finalizers':null}}");
    server.settle();
    assertThat(status("top")).isEqualTo(404);
  }

  @Test
  @DisplayName("70: orphaning takes the references away and lets the owner go")
  void orphanDeletion_leavesTheDependents() {
    JsonNode top = server.configMap("top");
    server.configMap("c", ",'ownerReferences':[" + owner(top, "") + "]");
    server.delete(CONFIG_MAPS + "/top?propagationPolicy=Orphan");
    server.settle();
    assertThat(status("top")).isEqualTo(404);
    assertThat(server.get(CONFIG_MAPS + "/c").json().path("metadata").has("ownerReferences"))
        .isFalse();
  }

  @Test
  void garbageCollection_canBeSwitchedOff() {
    TestServer off = new TestServer(options -> options.garbageCollection(false));
    JsonNode top = off.configMap("top");
    off.configMap("c", ",'ownerReferences':[" + owner(top, "") + "]");
    off.delete(CONFIG_MAPS + "/top");
    off.settle();
    assertThat(off.get(CONFIG_MAPS + "/c").status()).isEqualTo(200);
  }

  @Test
  @DisplayName("83: a namespace goes with its content, held by finalizers")
  void namespace_goesWhenItIsEmpty() {
    server.post(
        "/api/v1/namespaces", "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'n'}}");
    String maps = "/api/v1/namespaces/n/configmaps";
    server.post(
        maps,
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','finalizers':['x.io/f']}}");
    JsonNode marked = server.delete("/api/v1/namespaces/n").json();
    assertThat(marked.at("/status/phase").asText()).isEqualTo("Terminating");
    server.settle();
    assertThat(server.get("/api/v1/namespaces/n").status()).isEqualTo(200);
    server.merge(maps + "/a", "{'metadata':{'finalizers':null}}");
    server.settle();
    assertThat(server.get("/api/v1/namespaces/n").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("83: default, kube-system and kube-public refuse")
  void systemNamespaces_refuseToGo() {
    for (String name : new String[] {"default", "kube-system", "kube-public"}) {
      assertThat(server.delete("/api/v1/namespaces/" + name).status()).isEqualTo(403);
    }
  }

  private void define(String status) {
    server.post(
        DEFINITIONS,
        "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition','metadata':"
            + "{'name':'widgets.example.com'},'spec':{'group':'example.com','scope':'Namespaced',"
            + "'names':{'plural':'widgets','kind':'Widget'},'versions':[{'name':'v1','served':true,"
            + "'storage':true,"
            + status
            + "'schema':{'openAPIV3Schema':{'type':'object'}}}]}}");
  }

  private RecordedExchange widget(String name) {
    return server.post(
        WIDGETS,
        "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'"
            + name
            + "'},'spec':{'size':1},'status':{'x':1}}");
  }

  @Test
  @DisplayName("76: a definition is established and served at once")
  void definition_isServedAtOnce() {
    assertThat(server.get(WIDGETS).text()).isEqualTo("404 page not found\n");
    define("'subresources':{'status':{}},");
    JsonNode conditions =
        server.get(DEFINITIONS + "/widgets.example.com").json().at("/status/conditions");
    assertThat(conditions.at("/0/type").asText()).isEqualTo("NamesAccepted");
    assertThat(conditions.at("/1/type").asText()).isEqualTo("Established");
    assertThat(conditions.at("/1/status").asText()).isEqualTo("True");
    JsonNode made = widget("w").json();
    assertThat(made.at("/metadata/generation").asInt()).isEqualTo(1);
    assertThat(made.has("status")).isFalse();
    assertThat(server.get("/apis/example.com/v1").json().path("resources")).hasSize(2);
    assertThat(server.get("/openapi/v3").json().path("paths").has("apis/example.com/v1")).isTrue();
  }

  @Test
  @DisplayName("51, 52: status of a custom resource has its own endpoint and no generation")
  void customStatus_hasItsOwnEndpoint() {
    define("'subresources':{'status':{}},");
    widget("w");
    JsonNode status =
        server
            .merge(
                WIDGETS + "/w/status",
                "{'status':{'x':2},'spec':{'size':9},'metadata':{'labels':{'a':'b'}}}")
            .json();
    assertThat(status.at("/status/x").asInt()).isEqualTo(2);
    assertThat(status.at("/spec/size").asInt()).isEqualTo(1);
    assertThat(status.at("/metadata/generation").asInt()).isEqualTo(1);
    assertThat(status.path("metadata").has("labels")).isFalse();
    JsonNode main = server.merge(WIDGETS + "/w", "{'status':{'x':3},'spec':{'size':2}}").json();
    assertThat(main.at("/status/x").asInt()).isEqualTo(2);
    assertThat(main.at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  @DisplayName("49, 57: custom resources need a version and know no strategic merge")
  void customResources_needAVersion() {
    define("");
    widget("w");
    RecordedExchange put =
        server.put(
            WIDGETS + "/w",
            "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w'}}");
    assertThat(put.status()).isEqualTo(422);
    assertThat(
            server
                .send("PATCH", WIDGETS + "/w", "application/strategic-merge-patch+json", "{}")
                .status())
        .isEqualTo(415);
    assertThat(
            server
                .post(
                    WIDGETS,
                    "{'apiVersion':'example.com/v1','kind':'Wodget','metadata':{'name':'x'}}")
                .status())
        .isEqualTo(422);
  }

  @Test
  @DisplayName("39: deleting a definition tells DELETED of each object, then ends its watches")
  void deletedDefinition_takesItsObjectsAndWatchesAlong() {
    define("");
    widget("w");
    RecordedExchange watch = server.get(WIDGETS + "?watch=1");
    server.delete(DEFINITIONS + "/widgets.example.com");
    assertThat(watch.ended()).isFalse();
    server.settle();
    assertThat(watch.events())
        .extracting(event -> event.path("type").asText())
        .containsExactly("ADDED", "DELETED");
    assertThat(watch.ended()).isTrue();
    assertThat(server.get(WIDGETS).text()).isEqualTo("404 page not found\n");
    assertThat(server.get(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("85: core and events.k8s.io show the same events, fields converted")
  void events_areShownInBothGroups() {
    server.post(
        "/apis/events.k8s.io/v1/namespaces/default/events",
        "{'apiVersion':'events.k8s.io/v1','kind':'Event','metadata':{'name':'e'},"
            + "'regarding':{'kind':'ConfigMap','name':'b','namespace':'default'},'note':'m',"
            + "'reason':'R','type':'Normal','action':'A','reportingController':'x.io/c',"
            + "'reportingInstance':'i','eventTime':'2026-01-01T00:00:00.000000Z'}");
    JsonNode core = server.get("/api/v1/namespaces/default/events/e").json();
    assertThat(core.path("apiVersion").asText()).isEqualTo("v1");
    assertThat(core.at("/involvedObject/name").asText()).isEqualTo("b");
    assertThat(core.path("message").asText()).isEqualTo("m");
    JsonNode selected =
        server
            .get("/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3Db")
            .json();
    assertThat(selected.path("items")).hasSize(1);
  }
}
