package dev.controllerruntime.apiserver;

import static dev.controllerruntime.apiserver.TestServer.CONFIG_MAPS;
import static dev.controllerruntime.apiserver.TestServer.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WriteRulesTest {
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String DEPLOYMENT =
      "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{'selector':"
          + "{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':"
          + "{'containers':[{'name':'c','image':'i'}]}}}}";
  private final TestServer server = new TestServer();

  private static String body(String name, String metadata) {
    return "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'"
        + name
        + "'"
        + metadata
        + "},'data':{'a':'1'}}";
  }

  @Test
  @DisplayName("40: the server's own metadata is set, the client's wiped")
  void create_setsServerMetadata() {
    RecordedExchange answer =
        server.post(
            CONFIG_MAPS,
            body("a", ",'uid':'mine','deletionTimestamp':'2020-01-01T00:00:00Z','selfLink':'x'"));
    assertThat(answer.status()).isEqualTo(201);
    JsonNode metadata = answer.json().path("metadata");
    assertThat(metadata.path("uid").asText()).matches("[0-9a-f-]{36}");
    assertThat(metadata.path("creationTimestamp").asText()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(metadata.has("deletionTimestamp")).isFalse();
    assertThat(metadata.has("selfLink")).isFalse();
  }

  @Test
  @DisplayName("41: generateName is cut to 58 and gets five characters")
  void generateName_isCutAndCompleted() {
    JsonNode made =
        server
            .post(
                CONFIG_MAPS,
                "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'generateName':'"
                    + "g".repeat(70)
                    + "'}}")
            .json();
    assertThat(made.path("metadata").path("name").asText())
        .matches("g{58}[bcdfghjklmnpqrstvwxz2456789]{5}");
  }

  @Test
  @DisplayName("42, 89: an existing name is AlreadyExists; details carry the resource")
  void createTwice_isAlreadyExists() {
    server.configMap("a");
    RecordedExchange again = server.post(CONFIG_MAPS, body("a", ""));
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text())
        .isEqualTo(
            TestServer.single(
                    "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure',"
                        + "'message':'configmaps \\~a\\~ already exists','reason':'AlreadyExists',"
                        + "'details':{'name':'a','kind':'configmaps'},'code':409}\n")
                .replace('~', '"'));
  }

  @Test
  @DisplayName("43: a positive version in a create is 500 without a reason; others create")
  void createWithVersion_is500_unlessItIsNone() {
    RecordedExchange positive = server.post(CONFIG_MAPS, body("a", ",'resourceVersion':'7'"));
    assertThat(positive.status()).isEqualTo(500);
    assertThat(positive.json().has("reason")).isFalse();
    assertThat(server.post(CONFIG_MAPS, body("b", ",'resourceVersion':'0'")).status())
        .isEqualTo(201);
    assertThat(server.post(CONFIG_MAPS, body("c", ",'resourceVersion':'x'")).status())
        .isEqualTo(201);
  }

  @Test
  @DisplayName("44, 89: an invalid name is 422; details carry the Kind")
  void invalidName_is422_aboutTheKind() {
    RecordedExchange answer = server.post(CONFIG_MAPS, body("Bad_Name", ""));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("/reason").asText()).isEqualTo("Invalid");
    assertThat(answer.json().at("/details/kind").asText()).isEqualTo("ConfigMap");
    assertThat(answer.json().at("/details/causes/0/field").asText()).isEqualTo("metadata.name");
    assertThat(answer.json().at("/details/causes/0/reason").asText())
        .isEqualTo("FieldValueInvalid");
  }

  @Test
  @DisplayName("44: another namespace or kind in the body is 400")
  void bodyThatDoesNotFitTheUrl_is400() {
    assertThat(server.post(CONFIG_MAPS, body("a", ",'namespace':'other'")).status()).isEqualTo(400);
    assertThat(
            server
                .post(CONFIG_MAPS, "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'a'}}")
                .status())
        .isEqualTo(400);
  }

  @Test
  @DisplayName("45: over 3 MiB is 413")
  void largeBody_is413() {
    RecordedExchange answer = server.post(CONFIG_MAPS, " ".repeat((3 << 20) + 1));
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.json().path("reason").asText()).isEqualTo("RequestEntityTooLarge");
  }

  @Test
  @DisplayName("46: a missing namespace is 404, a terminating one 403 with its cause")
  void create_needsALivingNamespace() {
    RecordedExchange missing = server.post("/api/v1/namespaces/none/configmaps", body("a", ""));
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.json().at("/details/kind").asText()).isEqualTo("namespaces");
    server.post(
        "/api/v1/namespaces", "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'n'}}");
    server.delete("/api/v1/namespaces/n");
    RecordedExchange going = server.post("/api/v1/namespaces/n/configmaps", body("a", ""));
    assertThat(going.status()).isEqualTo(403);
    assertThat(going.json().at("/details/causes/0/reason").asText())
        .isEqualTo("NamespaceTerminating");
  }

  @Test
  @DisplayName("47: identical owners are merged with a warning, two controllers are 422")
  void ownerReferences_areMergedAndChecked() {
    String owner = "{'apiVersion':'v1','kind':'ConfigMap','name':'b','uid':'u'}";
    RecordedExchange merged =
        server.post(CONFIG_MAPS, body("a", ",'ownerReferences':[" + owner + "," + owner + "]"));
    assertThat(merged.status()).isEqualTo(201);
    assertThat(merged.header("Warning")).contains("duplicate entries");
    assertThat(merged.json().at("/metadata/ownerReferences")).hasSize(1);
    String controller =
        "{'apiVersion':'v1','kind':'ConfigMap','name':'%s','uid':'%s','controller':true}";
    RecordedExchange two =
        server.post(
            CONFIG_MAPS,
            body(
                "c",
                ",'ownerReferences':["
                    + controller.formatted("x", "1")
                    + ","
                    + controller.formatted("y", "2")
                    + "]"));
    assertThat(two.status()).isEqualTo(422);
  }

  @Test
  @DisplayName("48, 89: a stale version is Conflict; details carry the resource")
  void staleVersion_isConflict() {
    String first = version(server.configMap("a"));
    server.merge(CONFIG_MAPS + "/a", "{'data':{'a':'2'}}");
    RecordedExchange answer =
        server.put(CONFIG_MAPS + "/a", body("a", ",'resourceVersion':'" + first + "'"));
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.json().path("reason").asText()).isEqualTo("Conflict");
    assertThat(answer.json().path("details").toString())
        .isEqualTo("{\"name\":\"a\",\"kind\":\"configmaps\"}");
  }

  @Test
  @DisplayName("48: another uid is 409 by PUT, 422 by PATCH")
  void otherUid_is409ByPut_422ByPatch() {
    server.configMap("a");
    assertThat(server.put(CONFIG_MAPS + "/a", body("a", ",'uid':'other'")).status()).isEqualTo(409);
    RecordedExchange patch = server.merge(CONFIG_MAPS + "/a", "{'metadata':{'uid':'other'}}");
    assertThat(patch.status()).isEqualTo(422);
    assertThat(patch.json().at("/details/kind").asText()).isEqualTo("ConfigMap");
    assertThat(patch.json().at("/details/causes")).hasSize(2);
  }

  @Test
  @DisplayName("49, 56, 84: a Lease is created by PUT and never updated unconditionally")
  void lease_isCreatedByPut_andNeedsAVersion() {
    String path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
    String lease =
        "{'apiVersion':'coordination.k8s.io/v1','kind':'Lease','metadata':{'name':'l'},"
            + "'spec':{'holderIdentity':'me'}}";
    assertThat(server.put(path, lease).status()).isEqualTo(201);
    RecordedExchange again = server.put(path, lease);
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.json().at("/details/kind").asText()).isEqualTo("leases");
    assertThat(server.put(CONFIG_MAPS + "/none", body("none", "")).status()).isEqualTo(404);
  }

  @Test
  @DisplayName("50: what changes nothing has the same version and no event")
  void updateThatChangesNothing_leavesVersionAndHistoryAlone() {
    JsonNode made = server.configMap("a", ",'labels':{'x':'y'}");
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=" + version(made));
    RecordedExchange put = server.put(CONFIG_MAPS + "/a", body("a", ",'labels':{'x':'y'}"));
    RecordedExchange whole = server.put(CONFIG_MAPS + "/a", made.toString());
    RecordedExchange patch = server.merge(CONFIG_MAPS + "/a", "{'data':{'a':'1'}}");
    for (RecordedExchange answer : new RecordedExchange[] {put, whole, patch}) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(version(answer.json())).isEqualTo(version(made));
    }
    assertThat(watch.events()).isEmpty();
    assertThat(server.engine().resourceVersion()).isEqualTo(Long.parseLong(version(made)));
  }

  @Test
  @DisplayName("50: fields in another order change nothing either")
  void fieldsInAnotherOrder_changeNothing() {
    server.post(
        CONFIG_MAPS,
        "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'a'},'data':{'x':'1','y':'2'}}");
    long before = server.engine().resourceVersion();
    server.put(
        CONFIG_MAPS + "/a",
        "{'data':{'y':'2','x':'1'},'metadata':{'name':'a'},'apiVersion':'v1','kind':'ConfigMap'}");
    assertThat(server.engine().resourceVersion()).isEqualTo(before);
  }

  @Test
  @DisplayName("51: generation grows with spec; a Deployment's also with annotations, not labels")
  void generation_growsWithTheSpec() {
    assertThat(server.post(DEPLOYMENTS, DEPLOYMENT).json().at("/metadata/generation").asInt())
        .isEqualTo(1);
    assertThat(generation("{'metadata':{'labels':{'x':'y'}}}")).isEqualTo(1);
    assertThat(generation("{'metadata':{'annotations':{'x':'y'}}}")).isEqualTo(2);
    assertThat(generation("{'spec':{'replicas':2}}")).isEqualTo(3);
    assertThat(server.configMap("a").at("/metadata").has("generation")).isFalse();
  }

  private int generation(String patch) {
    return server.merge(DEPLOYMENTS + "/d", patch).json().at("/metadata/generation").asInt();
  }

  @Test
  @DisplayName("52: the main endpoint keeps the status, /status keeps the spec")
  void statusAndSpec_haveTheirOwnEndpoints() {
    server.post(DEPLOYMENTS, DEPLOYMENT);
    JsonNode status =
        server
            .merge(DEPLOYMENTS + "/d/status", "{'status':{'replicas':3},'spec':{'replicas':9}}")
            .json();
    assertThat(status.at("/status/replicas").asInt()).isEqualTo(3);
    assertThat(status.at("/spec/replicas").asInt()).isEqualTo(1);
    JsonNode main =
        server.merge(DEPLOYMENTS + "/d", "{'status':{'replicas':7},'spec':{'replicas':2}}").json();
    assertThat(main.at("/status/replicas").asInt()).isEqualTo(3);
    assertThat(main.at("/spec/replicas").asInt()).isEqualTo(2);
  }

  @Test
  @DisplayName("53: immutable fields are 422")
  void immutableFields_are422() {
    server.post(DEPLOYMENTS, DEPLOYMENT);
    RecordedExchange selector =
        server.merge(DEPLOYMENTS + "/d", "{'spec':{'selector':{'matchLabels':{'a':'z'}}}}");
    assertThat(selector.status()).isEqualTo(422);
    assertThat(selector.json().at("/details/causes/0/field").asText()).isEqualTo("spec.selector");
    server.configMap("a");
    server.merge(CONFIG_MAPS + "/a", "{'immutable':true}");
    assertThat(server.merge(CONFIG_MAPS + "/a", "{'data':{'a':'2'}}").status()).isEqualTo(422);
    assertThat(server.merge(CONFIG_MAPS + "/a", "{'metadata':{'labels':{'x':'y'}}}").status())
        .isEqualTo(200);
  }

  @Test
  @DisplayName("53: the server's own metadata cannot be changed")
  void serverMetadata_isKept() {
    JsonNode made = server.configMap("a");
    JsonNode patched =
        server
            .merge(
                CONFIG_MAPS + "/a",
                "{'metadata':{'uid':null,'creationTimestamp':null,'generation':77},"
                    + "'data':{'n':'1'}}")
            .json();
    assertThat(patched.at("/metadata/uid")).isEqualTo(made.at("/metadata/uid"));
    assertThat(patched.at("/metadata/creationTimestamp"))
        .isEqualTo(made.at("/metadata/creationTimestamp"));
    assertThat(patched.path("metadata").has("generation")).isFalse();
  }

  @Test
  @DisplayName("54: a new finalizer on an object being deleted is 422")
  void newFinalizer_whileDeleting_is422() {
    server.configMap("a", ",'finalizers':['x.io/f']");
    server.delete(CONFIG_MAPS + "/a");
    RecordedExchange answer =
        server.merge(CONFIG_MAPS + "/a", "{'metadata':{'finalizers':['x.io/f','y.io/g']}}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("/details/causes/0/field").asText())
        .isEqualTo("metadata.finalizers");
  }

  @Test
  @DisplayName("55: taking the last finalizer deletes in that request; watchers see only DELETED")
  void lastFinalizerTaken_deletesInThatRequest() {
    server.configMap("a", ",'finalizers':['x.io/f']");
    String marked = version(server.delete(CONFIG_MAPS + "/a").json());
    RecordedExchange watch = server.get(CONFIG_MAPS + "?watch=1&resourceVersion=" + marked);
    RecordedExchange last =
        server.merge(CONFIG_MAPS + "/a", "{'metadata':{'finalizers':null},'data':{'a':'last'}}");
    assertThat(last.status()).isEqualTo(200);
    assertThat(version(last.json())).isEqualTo(marked);
    assertThat(last.json().at("/data/a").asText()).isEqualTo("last");
    assertThat(last.json().path("metadata").has("finalizers")).isFalse();
    assertThat(watch.events()).hasSize(1);
    assertThat(watch.events().get(0).path("type").asText()).isEqualTo("DELETED");
    assertThat(server.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("87: a dry run answers and stores nothing; another value is 422")
  void dryRun_storesNothing() {
    long before = server.engine().resourceVersion();
    RecordedExchange dry = server.post(CONFIG_MAPS + "?dryRun=All", body("a", ""));
    assertThat(dry.status()).isEqualTo(201);
    assertThat(dry.json().path("metadata").has("resourceVersion")).isFalse();
    assertThat(dry.json().at("/metadata/uid").asText()).isNotEmpty();
    assertThat(server.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
    assertThat(server.engine().resourceVersion()).isEqualTo(before);
    assertThat(server.post(CONFIG_MAPS + "?dryRun=bad", body("a", "")).status()).isEqualTo(422);
    String version = version(server.configMap("b"));
    JsonNode patched = server.merge(CONFIG_MAPS + "/b?dryRun=All", "{'data':{'a':'2'}}").json();
    assertThat(patched.at("/data/a").asText()).isEqualTo("2");
    assertThat(version(patched)).isEqualTo(version);
    assertThat(server.delete(CONFIG_MAPS + "/b?dryRun=All").status()).isEqualTo(200);
    assertThat(server.get(CONFIG_MAPS + "/b").json().at("/data/a").asText()).isEqualTo("1");
  }

  @Test
  @DisplayName("88: unknown fields warn by default, Strict refuses")
  void unknownFields_warnOrRefuse() {
    String unknown =
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},'data':{},'bogus':1}";
    RecordedExchange strict = server.post(CONFIG_MAPS + "?fieldValidation=Strict", unknown);
    assertThat(strict.status()).isEqualTo(400);
    assertThat(strict.json().path("message").asText()).endsWith("unknown field \"bogus\"");
    RecordedExchange warned = server.post(CONFIG_MAPS, unknown);
    assertThat(warned.status()).isEqualTo(201);
    assertThat(warned.header("Warning")).isEqualTo("299 - \"unknown field \\\"bogus\\\"\"");
    assertThat(warned.json().has("bogus")).isFalse();
    RecordedExchange patch = server.merge(CONFIG_MAPS + "/a?fieldValidation=Strict", "{'bogus':1}");
    assertThat(patch.status()).isEqualTo(422);
  }

  @Test
  void yamlBody_isAccepted() {
    RecordedExchange answer =
        server.send(
            "POST",
            CONFIG_MAPS,
            "application/yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\ndata:\n  a: \"1\"\n");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.json().at("/data/a").asText()).isEqualTo("1");
  }

  @Test
  void service_getsAnAddress_andKeepsIt() {
    String services = "/api/v1/namespaces/default/services";
    JsonNode made =
        server
            .post(
                services,
                "{'apiVersion':'v1','kind':'Service','metadata':{'name':'s'},"
                    + "'spec':{'ports':[{'port':80}]}}")
            .json();
    assertThat(made.at("/spec/clusterIP").asText()).isEqualTo("10.0.0.2");
    assertThat(made.at("/spec/ports/0/targetPort").asInt()).isEqualTo(80);
    assertThat(made.at("/spec/type").asText()).isEqualTo("ClusterIP");
    assertThat(server.merge(services + "/s", "{'spec':{'clusterIP':'10.0.0.9'}}").status())
        .isEqualTo(422);
    JsonNode put =
        server
            .put(
                services + "/s",
                "{'apiVersion':'v1','kind':'Service','metadata':{'name':'s'},"
                    + "'spec':{'ports':[{'port':81}]}}")
            .json();
    assertThat(put.at("/spec/clusterIP").asText()).isEqualTo("10.0.0.2");
  }

  @Test
  void secret_movesStringDataIntoData() {
    JsonNode made =
        server
            .post(
                "/api/v1/namespaces/default/secrets",
                "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'s'},"
                    + "'stringData':{'a':'b'}}")
            .json();
    assertThat(made.at("/data/a").asText()).isEqualTo("Yg==");
    assertThat(made.has("stringData")).isFalse();
    assertThat(made.path("type").asText()).isEqualTo("Opaque");
  }

  @Test
  @DisplayName("62: an apply that creates must tell the name; later the object has it")
  void apply_takesTheNameFromTheObject_butNotFromTheUrl() {
    String target = CONFIG_MAPS + "/a?fieldManager=m";
    String nameless = "{'apiVersion':'v1','kind':'ConfigMap','data':{'a':'2'}}";
    RecordedExchange refused = server.apply(target, nameless);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("message").asText())
        .isEqualTo(
            "the name of the object (a based on URL) was undeterminable: name must be provided");
    server.configMap("a");
    assertThat(server.apply(target + "&force=true", nameless).status()).isEqualTo(200);
  }
}
