package dev.controllerruntime.apiserver;

import static dev.controllerruntime.apiserver.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Bodies that typed Go clients send (rule 8); kubectl 1.36.3 sent the Deployment. */
class ProtobufBodiesTest {
  private static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

  /** {@code kubectl create deployment pbd --image=nginx --replicas=0 --port=80}. */
  private static final byte[] DEPLOYMENT =
      HexFormat.of()
          .parseHex(
              "6b3873000a150a07617070732f7631120a4465706c6f796d656e7412b8010a1f0a0370626412001a00"
                  + "22002a003200380042005a0a0a036170701203706264128601080012"
                  + "0c0a0a0a0361707012037062641a6c0a1c0a0012001a0022002a003200380042005a0a0a0361707012"
                  + "03706264124c122e0a056e67696e7812056e67696e782a00320a0a00100018502200"
                  + "2a0042006a0072008001008801009001"
                  + "00a201001a00320042004a005200580060006800820100"
                  + "8a01009a0100c2010022020a00280038001a0c080010001800200028003800"
                  + "1a002200");

  private final TestServer server = new TestServer();

  @Test
  @DisplayName("8: what kubectl create sends is stored as its JSON would be")
  void deploymentOfKubectl_isStoredAsItsJsonWouldBe() {
    RecordedExchange answer = send("POST", DEPLOYMENTS, DEPLOYMENT);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    RecordedExchange json =
        new TestServer()
            .post(
                DEPLOYMENTS,
                "{'kind':'Deployment','apiVersion':'apps/v1','metadata':{'name':'pbd','labels':"
                    + "{'app':'pbd'}},'spec':{'replicas':0,'selector':{'matchLabels':{'app':'pbd'}},"
                    + "'template':{'metadata':{'labels':{'app':'pbd'}},'spec':{'containers':[{'name':"
                    + "'nginx','image':'nginx','ports':[{'containerPort':80}],'resources':{}}]}},"
                    + "'strategy':{}},'status':{}}");
    assertThat(json.status()).isEqualTo(201);
    assertThat(answer.json()).isEqualTo(json.json());
    assertThat(answer.json().at("/spec/replicas").asInt(-1)).isZero();
  }

  @Test
  void putOfAReadObject_changesIt() {
    server.configMap("a");
    // ConfigMap: metadata {name: a}, data {a: "2"}, immutable absent.
    byte[] body =
        envelope("v1", "ConfigMap", concat(field(1, field(1, "a")), field(2, entry("a", "2"))));
    RecordedExchange answer = send("PUT", CONFIG_MAPS + "/a", body);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("data")).isEqualTo(parse("{'a':'2'}"));
  }

  @Test
  void specialForms_haveTheirJson() {
    // Service: spec.ports[0] {port: 80, targetPort: "http"}; metadata.creationTimestamp is wiped.
    byte[] target = concat(new byte[] {0x08, 1}, field(3, "http"));
    byte[] port = concat(new byte[] {0x18, 80}, field(4, target));
    byte[] body =
        envelope("v1", "Service", concat(field(1, field(1, "s")), field(2, field(1, port))));
    JsonNode service = send("POST", "/api/v1/namespaces/default/services", body).json();
    assertThat(service.at("/spec/ports/0/targetPort").asText()).isEqualTo("http");
    // Secret: data {k: bytes}.
    byte[] secret =
        envelope("v1", "Secret", concat(field(1, field(1, "s")), field(2, entry("k", "hello"))));
    assertThat(
            send("POST", "/api/v1/namespaces/default/secrets", secret)
                .json()
                .at("/data/k")
                .asText())
        .isEqualTo("aGVsbG8=");
    // Lease: spec.renewTime {seconds: 1, nanos: 5000}, a MicroTime.
    byte[] time = new byte[] {0x08, 1, 0x10, (byte) 0x88, 0x27};
    byte[] lease =
        envelope(
            "coordination.k8s.io/v1",
            "Lease",
            concat(field(1, field(1, "l")), field(2, field(4, time))));
    assertThat(
            send("POST", "/apis/coordination.k8s.io/v1/namespaces/default/leases", lease)
                .json()
                .at("/spec/renewTime")
                .asText())
        .isEqualTo("1970-01-01T00:00:01.000005Z");
  }

  @Test
  @DisplayName("68, 69: DeleteOptions in protobuf")
  void deleteOptions_areRead() {
    server.configMap("a");
    // preconditions {uid: other}
    byte[] options = envelope("v1", "DeleteOptions", field(2, field(1, "other")));
    assertThat(send("DELETE", CONFIG_MAPS + "/a", options).status()).isEqualTo(409);
    byte[] none = envelope("apps/v1", "DeleteOptions", new byte[0]);
    assertThat(send("DELETE", CONFIG_MAPS + "/a", none).status()).isEqualTo(200);
  }

  @Test
  void whatIsNotProtobuf_isRefused() {
    RecordedExchange answer = send("POST", CONFIG_MAPS, "{}".getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("message").asText())
        .contains("does not appear to be a protobuf message");
    assertThat(send("POST", CONFIG_MAPS, envelope("v1", "Nope", new byte[0])).status())
        .isEqualTo(400);
    assertThat(send("POST", CONFIG_MAPS, DEPLOYMENT).status()).isEqualTo(400);
    assertThat(send("DELETE", CONFIG_MAPS + "/kube-root-ca.crt", new byte[] {1}).status())
        .isIn(400, 404);
  }

  @Test
  void everyCutBody_isRefusedOrStored_butNeverBreaksTheServer() {
    for (int length = 0; length < DEPLOYMENT.length; length++) {
      byte[] cut = Arrays.copyOf(DEPLOYMENT, length);
      assertThat(send("POST", DEPLOYMENTS + "?dryRun=All", cut).status()).isIn(201, 400, 422);
    }
    for (int at = 4; at < DEPLOYMENT.length; at++) {
      byte[] broken = DEPLOYMENT.clone();
      broken[at] ^= (byte) 0xff;
      assertThat(send("POST", DEPLOYMENTS + "?dryRun=All", broken).status())
          .isIn(201, 400, 404, 422);
    }
  }

  private RecordedExchange send(String method, String target, byte[] body) {
    return server.send(
        ServerRequest.of(
            method,
            target,
            Map.of(
                "Content-Type",
                MEDIA_TYPE,
                "Accept",
                MEDIA_TYPE + ",application/json",
                "User-Agent",
                "test/1.0"),
            body));
  }

  private static byte[] envelope(String apiVersion, String kind, byte[] object) {
    byte[] type = concat(field(1, apiVersion), field(2, kind));
    return concat(new byte[] {'k', '8', 's', 0}, concat(field(1, type), field(2, object)));
  }

  private static byte[] entry(String key, String value) {
    return concat(field(1, key), field(2, value));
  }

  private static byte[] field(int number, String text) {
    return field(number, text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] field(int number, byte[] bytes) {
    return concat(new byte[] {(byte) (number << 3 | 2), (byte) bytes.length}, bytes);
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static JsonNode parse(String json) {
    return dev.controllerruntime.apiserver.json.Json.stored(
        TestServer.single(json).getBytes(StandardCharsets.UTF_8));
  }
}
