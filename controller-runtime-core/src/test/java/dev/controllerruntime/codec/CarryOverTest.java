package dev.controllerruntime.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Service;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway") // a getter of a model that answers null fails the test
class CarryOverTest {
  private static final Kind<V1Pod> PODS = Kind.of(V1Pod.class);

  private final Codec codec = Codec.json();

  /** As edit does it: decodes twice, lets one copy be changed, carries the difference over. */
  private <T> String edit(Kind<T> kind, String wire, Consumer<T> change) {
    Encoded base = Json.encoded(wire);
    T changed = codec.decode(kind, base);
    change.accept(changed);
    return codec
        .carryOver(codec.encode(kind, codec.decode(kind, base)), codec.encode(kind, changed), base)
        .map(Json::text)
        .orElse("no difference");
  }

  private static final String POD =
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a','labels':{},'future':{'x':1.0}},"
          + "'spec':{'containers':[{'name':'one','image':'i:1','newField':true,'env':[]},"
          + "{'name':'two','image':'i:1','newField':{'deep':[1e3]}}],"
          + "'overhead':{'cpu':'0.1','memory':'1024Mi'},'policy':'unknown'},"
          + "'status':{'startTime':'2026-01-01T02:00:00+02:00','conditions':null}}";

  @Test
  void noChange_isNoDifference() {
    assertThat(edit(PODS, POD, pod -> pod.getSpec().priority(null))).isEqualTo("no difference");
  }

  @Test
  void untouchedFields_keepTheirBytes() {
    assertThat(edit(PODS, POD, pod -> pod.getSpec().nodeName("n")))
        .isEqualTo(POD.replace("'policy':'unknown'", "'policy':'unknown','nodeName':'n'"));
  }

  @Test
  void changedScalar_isReplacedInPlace() {
    assertThat(edit(PODS, POD, pod -> pod.getSpec().getContainers().get(1).image("i:2")))
        .isEqualTo(POD.replace("'two','image':'i:1'", "'two','image':'i:2'"));
  }

  @Test
  void addedAndRemovedMembers_areCarriedOver() {
    assertThat(
            edit(
                PODS,
                POD,
                pod -> {
                  pod.getMetadata().putLabelsItem("l", "v");
                  pod.getSpec().getOverhead().remove("cpu");
                  pod.setStatus(null);
                }))
        .isEqualTo(
            POD.replace("'labels':{}", "'labels':{'l':'v'}")
                .replace("'cpu':'0.1',", "")
                .replaceAll(",'status':.*", "}"));
  }

  @Test
  void elementsThatMove_takeTheirUnknownFieldsAlong() {
    String edited =
        edit(
            PODS,
            POD,
            pod -> {
              List<V1Container> containers = pod.getSpec().getContainers();
              containers.add(0, new V1Container().name("zero"));
              containers.get(1).image("i:9");
            });
    assertThat(edited)
        .contains(
            "'containers':[{'name':'zero'},"
                + "{'name':'one','image':'i:9','newField':true,'env':[]},"
                + "{'name':'two','image':'i:1','newField':{'deep':[1e3]}}]");
  }

  @Test
  void elementThatIsRemoved_goesAloneAndWithItsUnknownFields() {
    assertThat(edit(PODS, POD, pod -> pod.getSpec().getContainers().remove(0)))
        .contains("'containers':[{'name':'two','image':'i:1','newField':{'deep':[1e3]}}]");
  }

  @Test
  void elementOfAnotherIdentity_isNew() {
    assertThat(
            edit(
                PODS,
                POD,
                pod ->
                    pod.getSpec()
                        .getContainers()
                        .set(0, new V1Container().name("other").image("i:1"))))
        .contains("'containers':[{'image':'i:1','name':'other'},{'name':'two'");
  }

  @Test
  void emptyListThatTheCodecLeavesOut_canBeFilled() {
    assertThat(
            edit(
                PODS,
                POD,
                pod ->
                    pod.getSpec()
                        .getContainers()
                        .get(0)
                        .addEnvItem(new V1EnvVar().name("e").value(""))))
        .contains("'newField':true,'env':[{'name':'e','value':''}]");
  }

  @Test
  void emptiedList_isRemoved() {
    String wire = "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a','finalizers':['x/y']}}";
    assertThat(edit(PODS, wire, pod -> pod.getMetadata().getFinalizers().clear()))
        .isEqualTo("{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a'}}");
  }

  @Test
  void typeThatTheBytesLack_isNotAdded() {
    String wire = "{'metadata':{'name':'a'}}";
    assertThat(edit(PODS, wire, pod -> pod.getMetadata().uid("u")))
        .isEqualTo("{'metadata':{'name':'a','uid':'u'}}");
  }

  @Test
  void portsWithoutNames_areToldApartByTheirNumber() {
    String wire =
        "{'kind':'Service','apiVersion':'v1','metadata':{'name':'a'},'spec':{'ports':"
            + "[{'port':80,'new':1},{'port':443,'new':2}]}}";
    assertThat(
            edit(
                Kind.of(V1Service.class),
                wire,
                service -> {
                  service.getSpec().getPorts().remove(0);
                  service.getSpec().getPorts().get(0).setProtocol("TCP");
                }))
        .contains("'ports':[{'port':443,'new':2,'protocol':'TCP'}]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // before | after | base | expected
        "[1,2,3] | [1,3] | [1.0,2.0,3.0] | [1.0,3.0]",
        "[1,2] | [2,1] | [1.0,2.0] | [2.0,1.0]",
        "[1,1,2] | [1,2,2] | [1.0,1.00,2.0] | [1.0,2,2.0]",
        "[1,2] | [1,5] | [1.0,2.0] | [1.0,5]",
        "[] | [1] | [] | [1]",
        "[1] | [] | [1.0] | []",
        "[{'h':1}] | [{'h':2}] | [{'h':1,'u':0}] | [{'h':2,'u':0}]",
        "[{'h':1}] | [{'h':2},{'h':3}] | [{'h':1,'u':0}] | [{'h':2},{'h':3}]",
        "[{'name':'a','v':1},{'name':'b','v':1}] | [{'name':'b','v':2},{'name':'a','v':2}] | [{'name':'a','v':1,'u':'A'},{'name':'b','v':1,'u':'B'}] | [{'name':'b','v':2,'u':'B'},{'name':'a','v':2,'u':'A'}]",
        "[1,2] | [1,3] | [1.0] | [1,3]",
        "{'a':1} | [1] | {'a':1.0} | [1]",
        "1 | null | 1.0 | null",
        "{'a':{'b':1,'c':2}} | {'a':{'c':2}} | {'a':{'b':1,'c':2.0,'u':3}} | {'a':{'c':2.0,'u':3}}",
        "{'a':{}} | {'a':{'x':1}} | {'a':{'u':1}} | {'a':{'u':1,'x':1}}",
        "{'a':1,'b':2} | {'b':2,'a':1} | {'a':1.0} | {'a':1.0}",
      })
  void differences_areCarriedOverByTheirRules(
      String before, String after, String base, String expected) {
    String form = "{'metadata':{'name':'x'},'t':%s,'v':%s}";
    String result =
        codec
            .carryOver(
                Json.encoded(form.formatted("1", before)),
                Json.encoded(form.formatted("2", after)),
                Json.encoded(form.formatted("1", base)))
            .map(Json::text)
            .orElseThrow();
    assertThat(result).isEqualTo(form.formatted("2", expected));
  }

  @Test
  void dynamicObjects_areEditedTheSameWay() {
    Kind<DynamicObject> kind = Kind.dynamic("example.com/v1", "Widget");
    String wire =
        "{ 'kind' : 'Widget', 'apiVersion':'example.com/v1','metadata':{'name':'a'},"
            + "'spec':{'n':1.50,'list':[{'x':1},{'x':2}],'gone':{}}}";
    assertThat(
            edit(
                kind,
                wire,
                object -> object.set("/spec/list/1/x", 3).remove("/spec/gone").set("/status/a", 1)))
        .isEqualTo(
            "{'kind' : 'Widget','apiVersion':'example.com/v1','metadata':{'name':'a'},"
                + "'spec':{'n':1.50,'list':[{'x':1},{'x':3}]},'status':{'a':1}}");
  }

  @Test
  void result_isAnObjectWithItsMetadata() {
    Encoded base = Json.encoded(POD);
    V1Pod changed = codec.decode(PODS, base);
    changed.getMetadata().putLabelsItem("l", "v");
    Encoded result =
        codec
            .carryOver(
                codec.encode(PODS, codec.decode(PODS, base)), codec.encode(PODS, changed), base)
            .orElseThrow();
    assertThat(result.metadata().labels()).containsEntry("l", "v");
    assertThat(result.kind()).isEqualTo("Pod");
  }
}
