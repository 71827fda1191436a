package dev.controllerruntime.apiserver;

import static dev.controllerruntime.apiserver.TestServer.CONFIG_MAPS;
import static dev.controllerruntime.apiserver.TestServer.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeleteRulesTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private final TestServer server = new TestServer();

  private JsonNode pod(String name, String node) {
    return server
        .post(
            PODS,
            "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'"
                + name
                + "'},'spec':{"
                + node
                + "'containers':[{'name':'c','image':'i'}]}}")
        .json();
  }

  @Test
  @DisplayName("71: an immediate delete answers Success with name, kind (the resource) and uid")
  void immediateDelete_answersSuccess() {
    String uid = server.configMap("a").at("/metadata/uid").asText();
    RecordedExchange answer = server.delete(CONFIG_MAPS + "/a");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text())
        .isEqualTo(
            TestServer.single(
                "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Success','details':"
                    + "{'name':'a','kind':'configmaps','uid':'"
                    + uid
                    + "'}}\n"));
  }

  @Test
  @DisplayName("71: the details carry the group where there is one")
  void immediateDelete_ofAGroupedKind_namesTheGroup() {
    server.post(
        "/apis/coordination.k8s.io/v1/namespaces/default/leases",
        "{'apiVersion':'coordination.k8s.io/v1','kind':'Lease','metadata':{'name':'l'}}");
    JsonNode details =
        server
            .delete("/apis/coordination.k8s.io/v1/namespaces/default/leases/l")
            .json()
            .path("details");
    assertThat(details.path("group").asText()).isEqualTo("coordination.k8s.io");
    assertThat(details.path("kind").asText()).isEqualTo("leases");
  }

  @Test
  @DisplayName("71: some kinds answer the object, in the version of the deletion")
  void immediateDelete_ofSomeKinds_answersTheObject() {
    server.post(
        "/api/v1/namespaces/default/services",
        "{'apiVersion':'v1','kind':'Service','metadata':{'name':'s'},"
            + "'spec':{'ports':[{'port':80}]}}");
    JsonNode answer = server.delete("/api/v1/namespaces/default/services/s").json();
    assertThat(answer.path("kind").asText()).isEqualTo("Service");
    assertThat(answer.path("metadata").has("deletionTimestamp")).isFalse();
    assertThat(version(answer)).isEqualTo(Long.toString(server.engine().resourceVersion()));
  }

  @Test
  @DisplayName("69: finalizers hold the object; it is marked and answered")
  void finalizers_holdTheObject() {
    server.configMap("a", ",'finalizers':['x.io/f']");
    JsonNode answer = server.delete(CONFIG_MAPS + "/a").json();
    assertThat(answer.path("kind").asText()).isEqualTo("ConfigMap");
    assertThat(answer.at("/metadata/deletionTimestamp").asText()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(answer.at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
    String marked = version(answer);
    assertThat(version(server.delete(CONFIG_MAPS + "/a").json())).isEqualTo(marked);
  }

  @Test
  @DisplayName("68: preconditions that fail are Conflict; details carry the Kind")
  void preconditions_areCheckedWithTheKindInDetails() {
    server.configMap("a");
    for (String precondition : new String[] {"'uid':'other'", "'resourceVersion':'1'"}) {
      RecordedExchange answer =
          server.delete(CONFIG_MAPS + "/a", "{'preconditions':{" + precondition + "}}");
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.json().path("details").toString())
          .isEqualTo("{\"name\":\"a\",\"kind\":\"ConfigMap\"}");
    }
  }

  @Test
  @DisplayName("70: a policy in the query; orphanDependents beside it is 422")
  void propagationPolicy_isCheckedAndUsed() {
    server.configMap("a");
    assertThat(server.delete(CONFIG_MAPS + "/a?propagationPolicy=Bad").status()).isEqualTo(422);
    assertThat(
            server
                .delete(
                    CONFIG_MAPS + "/a", "{'propagationPolicy':'Orphan','orphanDependents':true}")
                .status())
        .isEqualTo(422);
    JsonNode foreground = server.delete(CONFIG_MAPS + "/a?propagationPolicy=Foreground").json();
    assertThat(foreground.at("/metadata/finalizers").toString())
        .isEqualTo("[\"foregroundDeletion\"]");
    server.settle();
    assertThat(server.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("72: a pod on a node gets its grace; a second delete only shortens it")
  void podOnANode_isDeletedGracefully() {
    pod("p", "'nodeName':'n',");
    JsonNode first = server.delete(PODS + "/p").json();
    assertThat(first.at("/metadata/deletionTimestamp").asText()).isEqualTo("2026-01-02T03:04:35Z");
    assertThat(first.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(30);
    JsonNode longer = server.delete(PODS + "/p?gracePeriodSeconds=60").json();
    assertThat(version(longer)).isEqualTo(version(first));
    JsonNode shorter = server.delete(PODS + "/p?gracePeriodSeconds=5").json();
    assertThat(shorter.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(5);
    server.delete(PODS + "/p?gracePeriodSeconds=0");
    assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("72: a pod that never ran anywhere goes at once, and is answered as marked")
  void podWithoutANode_goesAtOnce() {
    pod("p", "");
    JsonNode answer = server.delete(PODS + "/p").json();
    assertThat(answer.path("kind").asText()).isEqualTo("Pod");
    assertThat(answer.at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
    assertThat(answer.at("/metadata/generation").asInt()).isEqualTo(2);
    assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("73: delete collection honours selectors")
  void deleteCollection_deletesWhatIsSelected() {
    server.configMap("a", ",'labels':{'l':'1'}");
    server.configMap("b", ",'labels':{'l':'2'}");
    JsonNode answer = server.delete(CONFIG_MAPS + "?labelSelector=l%3D1").json();
    assertThat(answer.path("kind").asText()).isEqualTo("ConfigMapList");
    assertThat(answer.path("items")).hasSize(1);
    assertThat(server.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
    assertThat(server.get(CONFIG_MAPS + "/b").status()).isEqualTo(200);
  }
}
