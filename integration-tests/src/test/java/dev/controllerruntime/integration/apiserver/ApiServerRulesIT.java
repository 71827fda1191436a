package dev.controllerruntime.integration.apiserver;

import static dev.controllerruntime.integration.apiserver.RawApi.APPLY;
import static dev.controllerruntime.integration.apiserver.RawApi.JSON_PATCH;
import static dev.controllerruntime.integration.apiserver.RawApi.MERGE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.integration.apiserver.RawApi.Reply;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes to any API server, rule by rule; the numbers are those of the fidelity list. */
@ControllerTest
class ApiServerRulesIT {
  private static final String SPACE = "/api/v1/namespaces/rules";
  private static final String CONFIG_MAPS = SPACE + "/configmaps";
  private static final String A = CONFIG_MAPS + "/a";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/rules/deployments";

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

  private Reply create(String metadata) throws Exception {
    return api.post(CONFIG_MAPS, "{'metadata':{'name':'a'" + metadata + "},'data':{'a':'1'}}");
  }

  private Reply deployment() throws Exception {
    return api.post(
        DEPLOYMENTS,
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':"
            + "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}");
  }

  private static ObjectNode with(JsonNode object, String field, String value) {
    ObjectNode copy = object.deepCopy();
    ((ObjectNode) copy.get("metadata")).put(field, value);
    return copy;
  }

  @Test
  @DisplayName("40, 43: create sets what is the server's, and wipes what a client claims")
  void create_setsWhatIsTheServers() throws Exception {
    Reply created =
        create(
            ",'uid':'mine','creationTimestamp':'2001-01-01T00:00:00Z',"
                + "'deletionTimestamp':'2001-01-01T00:00:00Z','resourceVersion':'0'");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.body().at("/metadata/uid").asText()).hasSize(36);
    assertThat(created.body().at("/metadata/creationTimestamp").asText()).doesNotStartWith("2001");
    assertThat(created.body().at("/metadata/deletionTimestamp").isMissingNode()).isTrue();
    assertThat(api.post(CONFIG_MAPS, "{'metadata':{'name':'b','resourceVersion':'5'}}").failure())
        .isEqualTo("500 - -");
  }

  @Test
  @DisplayName("41, 42: generated names; a taken one is AlreadyExists")
  void names_areGeneratedAndTakenOnce() throws Exception {
    Reply generated =
        api.post(CONFIG_MAPS, "{'metadata':{'generateName':'" + "x".repeat(70) + "'}}");
    assertThat(generated.body().at("/metadata/name").asText()).matches("x{58}[a-z0-9]{5}");
    create("");
    assertThat(create("").failure()).isEqualTo("409 AlreadyExists configmaps");
  }

  @Test
  @DisplayName("44, 45, 46, 89: what cannot be created, and how it is told")
  void create_isRefused() throws Exception {
    assertThat(api.post(CONFIG_MAPS, "{'metadata':{'name':'Not_A_Name'}}").failure())
        .isEqualTo("422 Invalid ConfigMap");
    assertThat(api.post(CONFIG_MAPS, "{'metadata':{'name':'b','namespace':'default'}}").failure())
        .isEqualTo("400 BadRequest -");
    assertThat(
            api.post(CONFIG_MAPS, "{'kind':'Secret','apiVersion':'v1','metadata':{'name':'b'}}")
                .failure())
        .isEqualTo("400 BadRequest -");
    assertThat(
            api.post(
                    CONFIG_MAPS,
                    "{'metadata':{'name':'b'},'data':{'a':'" + "x".repeat(3 << 20) + "'}}")
                .status())
        .isEqualTo(413);
    assertThat(
            api.post("/api/v1/namespaces/nowhere/configmaps", "{'metadata':{'name':'b'}}")
                .failure())
        .isEqualTo("404 NotFound namespaces");
    assertThat(api.get(A).failure()).isEqualTo("404 NotFound configmaps");
  }

  @Test
  @DisplayName("48, 49: versions and uids are preconditions; without a version it is unconditional")
  void update_checksWhatTheBodySays() throws Exception {
    JsonNode created = create("").body();
    api.patch(MERGE, A, "{'data':{'a':'2'}}");
    assertThat(api.put(A, created).failure()).isEqualTo("409 Conflict configmaps");
    assertThat(api.put(A, with(created, "resourceVersion", "")).status()).isEqualTo(200);
    JsonNode other = with(with(created, "resourceVersion", ""), "uid", "other");
    assertThat(api.put(A, other).failure()).isEqualTo("409 Conflict configmaps");
    assertThat(api.patch(MERGE, A, "{'metadata':{'uid':'other'}}").failure())
        .isEqualTo("422 Invalid ConfigMap");
    assertThat(
            api.patch(MERGE, A, "{'metadata':{'resourceVersion':'1'},'data':{'a':'3'}}").failure())
        .isEqualTo("409 Conflict configmaps");
  }

  @Test
  @DisplayName("51, 52: generation grows with the spec; status has its own endpoint")
  void generation_growsWithTheSpec() throws Exception {
    assertThat(deployment().body().at("/metadata/generation").asInt()).isEqualTo(1);
    String d = DEPLOYMENTS + "/d";
    Reply labelled =
        api.patch(MERGE, d, "{'metadata':{'labels':{'x':'y'}},'status':{'replicas':9}}");
    assertThat(labelled.body().at("/metadata/generation").asInt()).isEqualTo(1);
    assertThat(labelled.body().at("/status/replicas").isMissingNode()).isTrue();
    assertThat(
            api.patch(MERGE, d, "{'spec':{'replicas':3}}")
                .body()
                .at("/metadata/generation")
                .asInt())
        .isEqualTo(2);
    Reply status =
        api.patch(MERGE, d + "/status", "{'status':{'replicas':9},'spec':{'replicas':7}}");
    assertThat(status.body().at("/status/replicas").asInt()).isEqualTo(9);
    assertThat(status.body().at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(status.body().at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  @DisplayName("53, 56: what never changes, and what PUT does not create")
  void update_isRefused() throws Exception {
    deployment();
    assertThat(
            api.patch(
                    MERGE,
                    DEPLOYMENTS + "/d",
                    "{'spec':{'selector':{'matchLabels':{'c':'d'}},'template':{'metadata':"
                        + "{'labels':{'c':'d'}}}}}")
                .failure())
        .isEqualTo("422 Invalid Deployment");
    api.post(CONFIG_MAPS, "{'metadata':{'name':'fixed'},'immutable':true,'data':{'a':'1'}}");
    assertThat(api.patch(MERGE, CONFIG_MAPS + "/fixed", "{'data':{'a':'2'}}").failure())
        .isEqualTo("422 Invalid ConfigMap");
    assertThat(api.put(A, RawApi.parse("{'metadata':{'name':'a'}}")).failure())
        .isEqualTo("404 NotFound configmaps");
    assertThat(
            api.put(
                    "/apis/coordination.k8s.io/v1/namespaces/rules/leases/l",
                    RawApi.parse("{'metadata':{'name':'l'}}"))
                .status())
        .isEqualTo(201);
  }

  @Test
  @DisplayName("54, 55, 69: finalizers hold a deletion")
  void finalizers_holdADeletion() throws Exception {
    create(",'finalizers':['example.com/hold']");
    Reply held = api.delete(A, "");
    assertThat(held.status()).isEqualTo(200);
    assertThat(held.body().at("/metadata/deletionTimestamp").asText()).isNotEmpty();
    assertThat(held.body().at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
    assertThat(
            api.patch(MERGE, A, "{'metadata':{'finalizers':['example.com/hold','example.com/x']}}")
                .failure())
        .isEqualTo("422 Invalid ConfigMap");
    assertThat(api.patch(MERGE, A, "{'metadata':{'finalizers':[]}}").status()).isEqualTo(200);
    assertThat(api.get(A).status()).isEqualTo(404);
  }

  @Test
  @DisplayName("58: JSON patch")
  void jsonPatch_isAllOrNothing() throws Exception {
    create("");
    assertThat(
            api.patch(JSON_PATCH, A, "[{'op':'replace','path':'/data/new','value':'x'}]")
                .body()
                .at("/data/new")
                .asText())
        .isEqualTo("x");
    assertThat(
            api.patch(
                    JSON_PATCH,
                    A,
                    "[{'op':'add','path':'/data/b','value':'x'},"
                        + "{'op':'test','path':'/data/a','value':'9'}]")
                .failure())
        .isEqualTo("422 Invalid -");
    assertThat(api.get(A).body().at("/data/b").isMissingNode()).isTrue();
    assertThat(api.patch(JSON_PATCH, A, "{'op':'add'}").failure()).isEqualTo("400 BadRequest -");
  }

  @Test
  @DisplayName("61 to 64: server-side apply")
  void apply_ownsCoOwnsAndRemoves() throws Exception {
    String nameless = "{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'1'}}";
    assertThat(api.patch(APPLY, A + "?fieldManager=one", nameless).failure())
        .isEqualTo("400 BadRequest -");
    String both =
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},"
            + "'data':{'a':'1','b':'1'}}";
    assertThat(api.patch(APPLY, A, both).failure()).isEqualTo("422 Invalid PatchOptions");
    assertThat(api.patch(MERGE, A + "?force=true", "{}").failure())
        .isEqualTo("422 Invalid PatchOptions");
    assertThat(api.patch(APPLY, A + "?fieldManager=one", both).status()).isEqualTo(201);
    String other = "{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'2'}}";
    Reply conflict = api.patch(APPLY, A + "?fieldManager=two", other);
    assertThat(conflict.status()).isEqualTo(409);
    assertThat(conflict.body().at("/details/causes/0/reason").asText())
        .isEqualTo("FieldManagerConflict");
    assertThat(conflict.body().at("/details/causes/0/field").asText()).isEqualTo(".data.a");
    String same = "{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'1'}}";
    assertThat(api.patch(APPLY, A + "?fieldManager=two", same).status()).isEqualTo(200);
    String none = "{'apiVersion':'v1','kind':'ConfigMap'}";
    Reply left = api.patch(APPLY, A + "?fieldManager=one", none);
    assertThat(left.body().path("data").toString()).isEqualTo("{\"a\":\"1\"}");
    String unknown = "{'apiVersion':'v1','kind':'ConfigMap','nope':1}";
    assertThat(api.patch(APPLY, A + "?fieldManager=one", unknown).failure()).isEqualTo("500 - -");
    String managed =
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'managedFields':[{'manager':'x'}]}}";
    assertThat(api.patch(APPLY, A + "?fieldManager=one", managed).status()).isEqualTo(400);
  }

  @Test
  @DisplayName("68, 71: preconditions of a deletion; its Status names what is gone")
  void delete_checksAndTells() throws Exception {
    Reply created = create("");
    assertThat(api.delete(A, "{'preconditions':{'uid':'other'}}").failure())
        .isEqualTo("409 Conflict ConfigMap");
    assertThat(api.delete(A, "{'preconditions':{'resourceVersion':'1'}}").failure())
        .isEqualTo("409 Conflict ConfigMap");
    Reply gone = api.delete(A, "");
    assertThat(gone.status()).isEqualTo(200);
    assertThat(gone.body().path("status").asText()).isEqualTo("Success");
    assertThat(gone.body().at("/details/kind").asText()).isEqualTo("configmaps");
    assertThat(gone.body().at("/details/uid").asText())
        .isEqualTo(created.body().at("/metadata/uid").asText());
  }

  @Test
  @DisplayName("70: Orphan and Foreground are finalizers; one way to say it")
  void propagation_isAFinalizer() throws Exception {
    create(",'finalizers':['example.com/hold']");
    assertThat(api.delete(A, "{'orphanDependents':true,'propagationPolicy':'Orphan'}").failure())
        .isEqualTo("422 Invalid DeleteOptions");
    assertThat(
            api.delete(A + "?propagationPolicy=Foreground", "").body().at("/metadata/finalizers"))
        .extracting(JsonNode::asText)
        .contains("foregroundDeletion", "example.com/hold");
    api.patch(MERGE, A, "{'metadata':{'finalizers':null}}");
  }

  @Test
  @DisplayName("87: a dry run tells all and stores nothing")
  void dryRun_storesNothing() throws Exception {
    Reply dry = api.post(CONFIG_MAPS + "?dryRun=All", "{'metadata':{'name':'a'},'data':{'a':'1'}}");
    assertThat(dry.status()).isEqualTo(201);
    assertThat(dry.body().at("/metadata/uid").asText()).isNotEmpty();
    assertThat(dry.version()).isEmpty();
    assertThat(api.get(A).status()).isEqualTo(404);
    assertThat(api.post(CONFIG_MAPS + "?dryRun=Some", "{'metadata':{'name':'a'}}").failure())
        .isEqualTo("422 Invalid CreateOptions");
    create("");
    assertThat(api.delete(A + "?dryRun=All", "").status()).isEqualTo(200);
    assertThat(api.get(A).status()).isEqualTo(200);
  }
}
