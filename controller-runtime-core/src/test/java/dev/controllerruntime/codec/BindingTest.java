package dev.controllerruntime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Resource;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Affinity;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1CustomResourceDefinition;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1LeaseSpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import io.kubernetes.client.openapi.models.V1ServiceSpec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway") // a getter of a model that answers null fails the test
class BindingTest {
  private static final Kind<V1Pod> PODS = Kind.of(V1Pod.class);
  private static final Kind<V1Service> SERVICES = Kind.of(V1Service.class);
  private static final Kind<V1Lease> LEASES = Kind.of(V1Lease.class);

  private final Codec codec = Codec.json();

  private static V1ObjectMeta named(String name) {
    return new V1ObjectMeta().name(name);
  }

  @Test
  void defaultsOfModels_areLeftOut() {
    V1Pod pod = new V1Pod().metadata(named("a")).spec(new V1PodSpec().affinity(new V1Affinity()));
    assertThat(Json.text(codec.encode(PODS, pod)))
        .isEqualTo(
            "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a'},'spec':{'affinity':{}}}");
  }

  @Test
  void emptyTextsZeroAndFalse_areKept() {
    V1Pod pod =
        new V1Pod()
            .metadata(named("a"))
            .spec(
                new V1PodSpec()
                    .hostname("")
                    .terminationGracePeriodSeconds(0L)
                    .hostNetwork(false)
                    .containers(List.of(new V1Container().name("c").args(List.of("")))));
    assertThat(Json.tree(codec.encode(PODS, pod).bytes()).get("spec"))
        .isEqualTo(
            Json.tree(
                Json.bytes(
                    "{'hostname':'','terminationGracePeriodSeconds':0,'hostNetwork':false,"
                        + "'containers':[{'name':'c','args':['']}]}")));
  }

  @Test
  void typeOfTheKind_isWrittenWhateverTheObjectSays() {
    V1ConfigMap object = new V1ConfigMap().apiVersion("v9").kind("Other").metadata(named("a"));
    Encoded encoded = codec.encode(Kind.of(V1ConfigMap.class), object);
    assertThat(Json.text(encoded))
        .isEqualTo("{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'a'}}");
    assertThat(encoded.kind()).isEqualTo("ConfigMap");
    assertThat(object.getKind()).isEqualTo("Other");
  }

  @Test
  void fieldsOfANewerCluster_areNoError() {
    V1Pod pod =
        codec.decode(
            PODS,
            Json.encoded(
                "{'kind':'Pod','metadata':{'name':'a','future':1},'spec':{'containers':[{'name':'c',"
                    + "'volumeMounts':[{'name':'v','mountPath':'/v','futureMode':{'x':[1]}}]}],"
                    + "'futurePolicy':{'a':'b'}},'status':{'phase':'Running','futureStatus':[]}}"));
    assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
    assertThat(pod.getSpec().getContainers().get(0).getVolumeMounts().get(0).getMountPath())
        .isEqualTo("/v");
  }

  @Test
  void explicitNull_isTheSameAsAbsent() {
    V1Pod pod =
        codec.decode(
            PODS,
            Json.encoded("{'metadata':{'name':'a','labels':null},'spec':{'containers':null}}"));
    assertThat(pod.getSpec().getContainers()).isEmpty();
    assertThat(pod.getMetadata().getLabels()).isEmpty();
    assertThat(pod.getStatus()).isNull();
  }

  @Test
  void intOrString_keepsItsType() {
    V1Service service =
        new V1Service()
            .metadata(named("a"))
            .spec(
                new V1ServiceSpec()
                    .addPortsItem(new V1ServicePort().port(1).targetPort(new IntOrString(80)))
                    .addPortsItem(new V1ServicePort().port(2).targetPort(new IntOrString("80"))));
    Encoded encoded = codec.encode(SERVICES, service);
    assertThat(Json.text(encoded)).contains("'targetPort':80}").contains("'targetPort':'80'}");
    List<V1ServicePort> ports = codec.decode(SERVICES, encoded).getSpec().getPorts();
    assertThat(ports.get(0).getTargetPort().isInteger()).isTrue();
    assertThat(ports.get(1).getTargetPort().isInteger()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.1", "1e3, 1000", "100m, 0.1", "1Gi, 1073741824", "0.5Gi, 536870912", "1500m, 1.5",
    "2, 2", "0, 0", "12E, 12000000000000000000", "100n, 0.0000001", "-5, -5", "1E3, 1000"
  })
  void quantity_keepsItsValue(String text, BigDecimal value) {
    String pod = "{'metadata':{'name':'a'},'spec':{'overhead':{'cpu':'" + text + "'}}}";
    V1Pod decoded = codec.decode(PODS, Json.encoded(pod));
    assertThat(decoded.getSpec().getOverhead().get("cpu").getNumber()).isEqualByComparingTo(value);
    V1Pod again = codec.decode(PODS, codec.encode(PODS, decoded));
    assertThat(again.getSpec().getOverhead().get("cpu").getNumber()).isEqualByComparingTo(value);
  }

  @Test
  void quantityWrittenAsANumber_isRead() {
    V1Pod pod =
        codec.decode(
            PODS, Json.encoded("{'metadata':{'name':'a'},'spec':{'overhead':{'cpu':2,'x':0.5}}}"));
    assertThat(pod.getSpec().getOverhead().get("cpu")).isEqualTo(Quantity.fromString("2"));
    assertThat(Json.text(codec.encode(PODS, pod))).contains("'overhead':{'cpu':'2','x':'500m'}");
  }

  @Test
  void time_isPrintedInUtcAndWholeSeconds() {
    V1Pod pod =
        new V1Pod()
            .metadata(
                named("a").creationTimestamp(OffsetDateTime.parse("2026-01-01T12:00:00.9+05:00")));
    assertThat(Json.text(codec.encode(PODS, pod)))
        .contains("'creationTimestamp':'2026-01-01T07:00:00Z'");
  }

  @Test
  void microTime_hasExactlySixFractionDigits() {
    V1Lease lease =
        new V1Lease()
            .metadata(named("a"))
            .spec(
                new V1LeaseSpec()
                    .acquireTime(OffsetDateTime.parse("2026-01-01T12:00:00+05:00"))
                    .renewTime(OffsetDateTime.parse("2026-01-01T07:00:01.123456789Z")));
    assertThat(Json.text(codec.encode(LEASES, lease)))
        .contains("'acquireTime':'2026-01-01T07:00:00.000000Z'")
        .contains("'renewTime':'2026-01-01T07:00:01.123456Z'");
  }

  @Test
  void decodedTime_isInUtc() {
    V1Lease lease =
        codec.decode(
            LEASES,
            Json.encoded(
                "{'metadata':{'name':'a'},'spec':{'renewTime':'2026-01-01T12:00:00.5+05:00'}}"));
    assertThat(lease.getSpec().getRenewTime())
        .isEqualTo(OffsetDateTime.parse("2026-01-01T07:00:00.5Z"));
    assertThat(lease.getSpec().getLeaseTransitions()).isNull();
  }

  @Test
  void bytes_areBase64AndMayBeEmpty() {
    Kind<V1Secret> secrets = Kind.of(V1Secret.class);
    V1Secret secret =
        new V1Secret()
            .metadata(named("a"))
            .putDataItem("empty", new byte[0])
            .putDataItem("raw", new byte[] {(byte) 0xfb, (byte) 0xff});
    Encoded encoded = codec.encode(secrets, secret);
    assertThat(Json.text(encoded)).contains("'data':{'empty':'','raw':'+/8='}");
    assertThat(codec.decode(secrets, encoded).getData().get("empty")).isEmpty();
  }

  @Test
  void mapsWithoutAnOrder_goByKey() {
    Map<String, String> labels = Map.of("c", "1", "a", "2", "b", "3", "e", "4", "d", "5");
    String sorted = "{'a':'2','b':'3','c':'1','d':'5','e':'4'}";
    V1Pod pod = new V1Pod().metadata(named("x").labels(labels));
    assertThat(Json.text(codec.encode(PODS, pod))).contains("'labels':" + sorted);
    Kind<DynamicObject> dynamic = Kind.dynamic("v1", "Pod");
    DynamicObject object = codec.decode(dynamic, codec.encode(PODS, pod));
    object.set("/metadata/annotations", labels).asMap().put("data", labels);
    assertThat(Json.text(codec.encode(dynamic, object)))
        .contains("'annotations':" + sorted)
        .contains("'data':" + sorted);
  }

  @Test
  void freeFormFields_areExactAndKeepNullsAndEmpties() {
    String wire =
        "{'kind':'CustomResourceDefinition','apiVersion':'apiextensions.k8s.io/v1','metadata':"
            + "{'name':'x'},'spec':{'group':'g','names':{'kind':'K','plural':'ks'},'scope':'Cluster',"
            + "'versions':[{'name':'v1','schema':{'openAPIV3Schema':{'$ref':'r','default':{'n':"
            + "9007199254740993,'b':123456789012345678901234567890,'d':1.10,'z':null,'l':[],'o':{}},"
            + "'enum':['',0,null,{}],'x-kubernetes-list-type':'map'}},'served':true,'storage':true}]}}";
    Kind<V1CustomResourceDefinition> crds = Kind.of(V1CustomResourceDefinition.class);
    Encoded encoded = codec.encode(crds, codec.decode(crds, Json.encoded(wire)));
    assertThat(Json.tree(encoded.bytes())).isEqualTo(Json.tree(Json.bytes(wire)));
    assertThat(Json.text(encoded)).contains("'d':1.10");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'spec':{'containers':[{'name':7}]} | /spec/containers/0/name",
        "'spec':{'priority':'80'} | /spec/priority",
        "'spec':{'priority':1.5} | /spec/priority",
        "'spec':{'hostNetwork':'true'} | /spec/hostNetwork",
        "'spec':{'overhead':{'cpu':'lots'}} | /spec/overhead/cpu",
        "'spec':{'overhead':{'cpu':{}}} | /spec/overhead/cpu",
        "'spec':[] | /spec",
        "'status':{'startTime':'yesterday'} | /status/startTime",
        "'status':{'startTime':12} | /status/startTime",
      })
  void fieldOfAWrongType_isNamed(String field, String pointer) {
    Encoded pod = Json.encoded("{'metadata':{'namespace':'n','name':'a'}," + field + "}");
    assertThatThrownBy(() -> codec.decode(PODS, pod))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("cannot decode Pod n/a: " + pointer + ": ");
  }

  @Test
  void contentsOfTheObject_neverShowInTheMessage() {
    Encoded secret =
        Json.encoded("{'metadata':{'name':'a'},'data':{'p':'c2VjcmV0'},'immutable':'x'}");
    assertThatThrownBy(() -> codec.decode(Kind.of(V1Secret.class), secret))
        .message()
        .doesNotContain("c2VjcmV0")
        .doesNotContain("\n");
  }

  @Resource(group = "example.com", version = "v1", kind = "Widget", plural = "widgets")
  private record Widget(V1ObjectMeta metadata, Spec spec, @Nullable List<String> tags) {}

  private record Spec(
      int size, String color, @Nullable Instant since, V1ResourceRequirements resources) {}

  @Test
  void records_bindWithModelsInside() {
    Kind<Widget> widgets = Kind.of(Widget.class);
    String wire =
        "{'kind':'Widget','apiVersion':'example.com/v1','metadata':{'name':'a','uid':'u'},"
            + "'spec':{'size':0,'color':'','since':'2026-01-01T00:00:00.123Z',"
            + "'resources':{'limits':{'cpu':'1'}}},'tags':[]}";
    Widget widget = codec.decode(widgets, Json.encoded(wire));
    assertThat(widget.metadata().getUid()).isEqualTo("u");
    assertThat(widget.spec().since()).isEqualTo(Instant.parse("2026-01-01T00:00:00.123Z"));
    assertThat(widget.tags()).isEmpty();
    assertThat(Json.tree(codec.encode(widgets, widget).bytes()))
        .isEqualTo(Json.tree(Json.bytes(wire)));
    assertThat(codec.encode(widgets, widget).metadata().uid()).isEqualTo("u");
  }

  @Resource(group = "example.com", version = "v1", kind = "Gadget", plural = "gadgets")
  private static final class Gadget {
    private V1ObjectMeta metadata = new V1ObjectMeta();
    private List<String> defaulted = List.of();
    private @Nullable List<String> chosen;
  }

  @Test
  void classesOfTheUser_omitOnlyTheirOwnDefaults() {
    Kind<Gadget> gadgets = Kind.of(Gadget.class);
    Gadget gadget = new Gadget();
    gadget.metadata.name("a");
    gadget.chosen = List.of();
    assertThat(Json.text(codec.encode(gadgets, gadget)))
        .isEqualTo(
            "{'kind':'Gadget','apiVersion':'example.com/v1','metadata':{'name':'a'},'chosen':[]}");
    gadget.defaulted = List.of("x");
    assertThat(codec.decode(gadgets, codec.encode(gadgets, gadget)).defaulted).containsExactly("x");
  }

  @Test
  void dynamicObject_keepsEveryNumberNullAndEmptyInOrder() {
    Kind<DynamicObject> kind = Kind.dynamic("example.com/v1", "Widget");
    String wire =
        "{'kind':'Widget','apiVersion':'example.com/v1','metadata':{'name':'a'},'z':1,'a':"
            + "9007199254740993,'big':123456789012345678901234567890,'d':1.10,'e':[],'m':{},'n':null}";
    DynamicObject object = codec.decode(kind, Json.encoded(wire));
    assertThat(object.get("/a")).contains(9007199254740993L);
    assertThat(object.get("/big")).contains(new BigInteger("123456789012345678901234567890"));
    assertThat(object.get("/d")).contains(new BigDecimal("1.10"));
    assertThat(object.metadata().name()).isEqualTo("a");
    assertThat(Json.text(codec.encode(kind, object))).isEqualTo(wire);
    object.set("/m/k", Map.of("x", List.of(1)));
    assertThat(Json.text(codec.encode(kind, object))).contains("'m':{'k':{'x':[1]}}");
  }

  @Test
  void metadataView_isReadFromAnyObjectAndWrittenAlone() {
    Kind<ObjectMetadata> kind = Kind.metadataOnly("v1", "Pod");
    Encoded partial =
        Json.encoded(
            "{'kind':'PartialObjectMetadata','apiVersion':'meta.k8s.io/v1','metadata':{'name':'a',"
                + "'namespace':'n','uid':'u','generation':2,'creationTimestamp':"
                + "'2026-01-01T00:00:00Z','labels':{'x':'y'},'ownerReferences':[{'apiVersion':'v1',"
                + "'kind':'A','name':'o','uid':'p','controller':true}],'finalizers':['f/g']}}");
    ObjectMetadata metadata = codec.decode(kind, partial);
    assertThat(metadata).isSameAs(partial.metadata());
    Encoded again = codec.encode(kind, metadata);
    assertThat(again.kind()).isEqualTo("Pod");
    assertThat(Json.tree(again.bytes()).get("metadata"))
        .isEqualTo(Json.tree(partial.bytes()).get("metadata"));
  }

  @Test
  void whatIsNoJson_isNamed() {
    Kind<DynamicObject> kind = Kind.dynamic("v1", "ConfigMap");
    DynamicObject object =
        codec.decode(kind, Json.encoded("{'metadata':{'name':'a'},'data':{'x':'y'}}"));
    object.asMap().put("data", Map.of("bad", new Object()));
    assertThatThrownBy(() -> codec.encode(kind, object))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("cannot encode ConfigMap a")
        .hasMessageContaining("/data/bad");
  }

  @Test
  void unknownFields_areListedByPointer() {
    Encoded pod =
        Json.encoded(
            "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a','new':1},'spec':{'containers':"
                + "[{'name':'c'},{'name':'d','ports':[{'containerPort':1,'a/b':{'deep':[1]}}]}],"
                + "'overhead':{'any':'1'},'empty':{}},'extra':null}");
    assertThat(codec.unknownFields(PODS, pod))
        .containsExactly(
            "/metadata/new", "/spec/containers/1/ports/0/a~1b", "/spec/empty", "/extra");
    assertThat(codec.unknownFields(Kind.dynamic("v1", "Pod"), pod)).isEmpty();
  }

  @Test
  void unknownFieldsOfRecords_areListedButNotTheType() {
    Encoded widget =
        Json.encoded(
            "{'kind':'Widget','apiVersion':'example.com/v1','status':{},'metadata':{'name':'a'},"
                + "'spec':{'size':1,'shape':'round','resources':{'odd':1}}}");
    assertThat(codec.unknownFields(Kind.of(Widget.class), widget))
        .containsExactlyInAnyOrder("/status", "/spec/shape", "/spec/resources/odd");
  }
}
