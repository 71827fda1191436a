package dev.controllerruntime.apiserver.schema;

import static dev.controllerruntime.apiserver.RecordedSchemas.SCHEMAS;
import static dev.controllerruntime.apiserver.RecordedSchemas.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.ListType;
import dev.controllerruntime.apiserver.schema.Schema.Scalar;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaTest {
  private static Schema at(Schema schema, String... fields) {
    Schema found = schema;
    for (String field : fields) {
      found =
          field.equals("[]")
              ? Objects.requireNonNull(found.list()).elements()
              : found.field(field).orElseThrow();
    }
    return found;
  }

  @Test
  void listMap_hasItsKeys() {
    Schema deployment = SCHEMAS.of("apps/v1", "Deployment");
    ListSchema ports =
        Objects.requireNonNull(
            at(deployment, "spec", "template", "spec", "containers", "[]", "ports").list());

    assertThat(ports.type()).isEqualTo(ListType.MAP);
    assertThat(ports.keys()).containsExactly("containerPort", "protocol");
    assertThat(
            Objects.requireNonNull(
                    at(deployment, "spec", "template", "spec", "containers", "[]", "args").list())
                .type())
        .isEqualTo(ListType.ATOMIC);
    assertThat(Objects.requireNonNull(at(deployment, "metadata", "finalizers").list()).type())
        .isEqualTo(ListType.SET);
  }

  @Test
  void selectorIsAtomic_labelsAreNot() {
    Schema deployment = SCHEMAS.of("apps/v1", "Deployment");

    assertThat(Objects.requireNonNull(at(deployment, "spec", "selector").map()).atomic()).isTrue();
    assertThat(Objects.requireNonNull(at(deployment, "metadata", "labels").map()).atomic())
        .isFalse();
  }

  @Test
  void quantityAndIntOrString_areUntypedScalars() {
    Schema limits = at(SCHEMAS.of("v1", "Pod"), "spec", "containers", "[]", "resources", "limits");
    Schema cpu = Objects.requireNonNull(Objects.requireNonNull(limits.map()).valueOf("cpu"));
    Schema targetPort = at(SCHEMAS.of("v1", "Service"), "spec", "ports", "[]", "targetPort");

    assertThat(cpu.scalar()).isEqualTo(Scalar.UNTYPED);
    assertThat(cpu.map()).isNull();
    assertThat(targetPort.scalar()).isEqualTo(Scalar.UNTYPED);
  }

  @Test
  void recursiveType_refersToItself() {
    Schema properties =
        at(
            SCHEMAS.of("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
            "spec",
            "versions",
            "[]",
            "schema",
            "openAPIV3Schema");

    assertThat(at(properties, "not")).isSameAs(properties);
  }

  @Test
  void unrecordedKind_isDeduced() {
    assertThat(SCHEMAS.find("example.com/v1", "Widget")).isEmpty();
    assertThat(SCHEMAS.find("v1", "Widget")).isEmpty();
    assertThat(SCHEMAS.of("example.com/v1", "Widget")).isSameAs(Schema.deduced());
  }

  @Test
  void document_isReadOnce() {
    int[] reads = {0};
    OpenApiSchemas schemas =
        new OpenApiSchemas(
            apiVersion -> {
              reads[0]++;
              return Optional.empty();
            });

    schemas.find("v1", "Pod");
    schemas.find("v1", "Service");

    assertThat(reads[0]).isEqualTo(1);
  }

  @Test
  void unknownFields_areToldInTheOrderOfTheObject() {
    ObjectNode object =
        (ObjectNode)
            json(
                "{'metadata':{'labels':{'any':'x'},'bar':1},'spec':{'template':{'spec':{'containers':"
                    + "[{'name':'a'},{'name':'b','zap':1,'resources':{'limits':{'any':1}}}]}},'foo':{'x':1}}}");
    Schema schema = SCHEMAS.of("apps/v1", "Deployment");

    assertThat(UnknownFields.find(schema, object))
        .containsExactly("metadata.bar", "spec.template.spec.containers[1].zap", "spec.foo");
    assertThat(UnknownFields.prune(schema, object)).hasSize(3);
    assertThat(UnknownFields.find(schema, object)).isEmpty();
    assertThat(object.at("/metadata/labels/any").asText()).isEqualTo("x");
    assertThat(UnknownFields.message("spec.foo")).isEqualTo("unknown field \"spec.foo\"");
  }

  @Test
  void customResource_hasNoUnknownFields() {
    assertThat(UnknownFields.find(Schema.deduced(), json("{'spec':{'a':[{'b':1}]},'x':1}")))
        .isEmpty();
  }

  @Test
  void normalize_addsWhatGoWritesAndTheServerDefaults() {
    ObjectNode service =
        (ObjectNode)
            json(
                "{'metadata':{'name':'a','labels':{},'annotations':null},'spec':{'ports':[{'port':80}],'selector':{}}}");

    TypedForm.normalize(SCHEMAS.of("v1", "Service"), service);

    assertThat(service)
        .isEqualTo(
            json(
                "{'metadata':{'name':'a'},'spec':{'ports':[{'port':80,'protocol':'TCP'}]},"
                    + "'status':{'loadBalancer':{}}}"));
  }

  @Test
  void normalize_keepsEmptyStructsBehindPointersAndRequiredLists() {
    ObjectNode pod =
        (ObjectNode)
            json(
                "{'metadata':{},'spec':{'containers':[],'volumes':[{'name':'v','emptyDir':{}}],'tolerations':[]},'status':{}}");

    TypedForm.normalize(SCHEMAS.of("v1", "Pod"), pod);

    assertThat(pod)
        .isEqualTo(
            json(
                "{'metadata':{},'spec':{'containers':[],'volumes':[{'name':'v','emptyDir':{}}]},'status':{}}"));
  }

  @Test
  void normalize_keepsTheRequestToResetManagedFields() {
    ObjectNode object = (ObjectNode) json("{'metadata':{'managedFields':[]}}");

    TypedForm.normalize(SCHEMAS.of("v1", "ConfigMap"), object);

    assertThat(object.at("/metadata/managedFields").isArray()).isTrue();
  }

  @Test
  void normalize_leavesCustomResourcesAlone() {
    ObjectNode object = (ObjectNode) json("{'spec':{'a':null,'b':[],'c':{}}}");
    ObjectNode before = object.deepCopy();

    TypedForm.normalize(Schema.deduced(), object);

    assertThat(object).isEqualTo(before);
  }

  @Test
  void normalize_isIdempotentOnItsOwnResult() {
    ObjectNode once =
        (ObjectNode)
            json(
                "{'metadata':{'name':'d'},'spec':{'selector':{},'template':{'spec':{'containers':[{'name':'c'}]}}}}");
    Schema schema = SCHEMAS.of("apps/v1", "Deployment");
    TypedForm.normalize(schema, once);
    ObjectNode twice = once.deepCopy();

    TypedForm.normalize(schema, twice);

    assertThat(twice).isEqualTo(once);
  }
}
