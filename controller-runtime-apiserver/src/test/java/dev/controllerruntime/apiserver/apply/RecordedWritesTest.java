package dev.controllerruntime.apiserver.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.RecordedSchemas;
import dev.controllerruntime.apiserver.apply.FieldManager.Outcome;
import dev.controllerruntime.apiserver.patch.JsonPatch;
import dev.controllerruntime.apiserver.patch.MergePatch;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import dev.controllerruntime.apiserver.schema.TypedForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays writes that a real API server 1.36.3 answered (bin/record-vectors). */
class RecordedWritesTest {
  private static final Instant NO_TIME_RECORDED = Instant.parse("2000-01-01T00:00:00Z");

  @TestFactory
  Stream<DynamicTest> configMaps() {
    return vectors("config-maps");
  }

  @TestFactory
  Stream<DynamicTest> deployments() {
    return vectors("deployments");
  }

  @TestFactory
  Stream<DynamicTest> services() {
    return vectors("services");
  }

  @TestFactory
  Stream<DynamicTest> customResources() {
    return vectors("custom-resources");
  }

  private static Stream<DynamicTest> vectors(String name) {
    JsonNode vectors =
        RecordedSchemas.read("/dev/controllerruntime/apiserver/apply/" + name + "-1.36.3.json");
    return StreamSupport.stream(vectors.spliterator(), false)
        .map(v -> DynamicTest.dynamicTest(v.path("name").asText(), () -> new Replay(v).run()));
  }

  private static final class Replay {
    private final JsonNode vector;
    private final Schema schema;
    private final FieldManager fields;
    private final Optional<ObjectNode> before;
    private final ManagedFields managedBefore;

    Replay(JsonNode vector) {
      this.vector = vector;
      this.before =
          Optional.of(vector.path("before")).filter(JsonNode::isObject).map(ObjectNode.class::cast);
      JsonNode model = before.<JsonNode>map(o -> o).orElse(vector.path("request"));
      String apiVersion = model.path("apiVersion").asText();
      String kind = model.path("kind").asText();
      this.schema = RecordedSchemas.SCHEMAS.of(apiVersion, kind);
      String subresource = vector.path("subresource").asText();
      FieldSet reset =
          schema == Schema.deduced()
              ? ResetFields.ofCustomResource(subresource, true)
              : ResetFields.ofBuiltIn(
                  apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "",
                  vector.path("resource").asText(),
                  subresource,
                  schema.field("status").isPresent());
      this.fields = new FieldManager(schema, apiVersion, kind, subresource, reset);
      this.managedBefore = before.map(ManagedFields::decodeFrom).orElse(ManagedFields.empty());
    }

    void run() {
      if (vector.has("failure")) {
        if (vector.path("code").asInt() != 422) {
          expectFailure();
        }
        return;
      }
      JsonNode after = vector.path("after");
      Outcome outcome = write();
      ObjectNode object = outcome.object();
      TypedForm.normalize(schema, object);
      putBackWhatTheEndpointKeeps(object);
      ManagedFields managed = outcome.managed();
      if (before.isPresent()) {
        // The server sets these before it looks whether anything changed.
        ObjectNode live = before.get();
        for (String name :
            List.of("uid", "resourceVersion", "generation", "creationTimestamp", "namespace")) {
          JsonNode value = live.path("metadata").path(name);
          if (!value.isMissingNode()) {
            ((ObjectNode) object.get("metadata")).set(name, value);
          }
        }
        managed = FieldManager.settle(live, managedBefore, object, managed);
      }
      JsonNode expected = after.path("metadata").path("managedFields");
      if (expected.isMissingNode()) {
        assertThat(managed.isEmpty()).isTrue();
      } else {
        assertThat((JsonNode) managed.encode()).isEqualTo(expected);
        for (int i = 0; i < expected.size(); i++) {
          // Jackson's equality ignores the order of fields, which is part of the encoding.
          assertThat(managed.encode().get(i).get("fieldsV1"))
              .hasToString(expected.get(i).get("fieldsV1").toString());
        }
      }
      assertThat(content(object)).isEqualTo(content(after));
    }

    private void expectFailure() {
      StatusFailure failure = catchThrowableOfType(StatusFailure.class, this::write);
      JsonNode expected = vector.path("failure");
      assertThat(failure.code()).isEqualTo(expected.path("code").asInt());
      assertThat(failure.reason().orElse("")).isEqualTo(expected.path("reason").asText(""));
      assertThat(failure.message()).isEqualTo(expected.path("message").asText());
      List<String> causes = new ArrayList<>();
      expected
          .path("details")
          .path("causes")
          .forEach(
              c ->
                  causes.add(
                      c.path("reason").asText()
                          + c.path("message").asText()
                          + c.path("field").asText()));
      // The real server collects conflicts in a hash map.
      assertThat(failure.causes().stream().map(c -> c.type() + c.message() + c.field()))
          .containsExactlyInAnyOrderElementsOf(causes);
    }

    private Outcome write() {
      String manager = vector.path("manager").asText();
      JsonNode request = vector.path("request");
      Instant now = now(manager);
      ObjectNode live = before.orElse(null);
      return switch (vector.path("verb").asText()) {
        case "apply" ->
            fields.apply(
                live,
                managedBefore,
                request.deepCopy(),
                manager,
                vector.path("force").asBoolean(),
                now);
        case "merge" -> update(MergePatch.apply(before.orElseThrow(), request), manager, now);
        case "json" -> update(JsonPatch.apply(before.orElseThrow(), request), manager, now);
        case "put" -> update(request.deepCopy(), manager, now);
        default -> {
          // Defaults that the server computes are not the matter here: they come from the answer.
          ObjectNode created = vector.path("after").deepCopy();
          ((ObjectNode) created.get("metadata")).remove("managedFields");
          yield update(created, manager, now);
        }
      };
    }

    private Outcome update(ObjectNode wanted, String manager, Instant now) {
      TypedForm.normalize(schema, wanted);
      return fields.update(before.orElse(null), managedBefore, wanted, manager, now);
    }

    private Instant now(String manager) {
      String subresource = vector.path("subresource").asText();
      for (JsonNode entry : vector.path("after").path("metadata").path("managedFields")) {
        if (entry.path("manager").asText().equals("before-first-apply")
            && managedBefore.isEmpty()) {
          return Instant.parse(entry.path("time").asText());
        }
        boolean apply = vector.path("verb").asText().equals("apply");
        if (entry.path("manager").asText().equals(manager)
            && entry.path("subresource").asText("").equals(subresource)
            && entry.path("operation").asText().equals(apply ? "Apply" : "Update")
            && entry.has("time")) {
          return Instant.parse(entry.path("time").asText());
        }
      }
      return NO_TIME_RECORDED;
    }

    /** What the engine does after the field manager: only the endpoint's own part changes. */
    private void putBackWhatTheEndpointKeeps(ObjectNode object) {
      if (before.isEmpty()) {
        return;
      }
      boolean status = vector.path("subresource").asText().equals("status");
      for (String part : status ? List.of("spec") : List.of("status")) {
        JsonNode kept = before.get().get(part);
        if (kept == null) {
          object.remove(part);
        } else {
          object.set(part, kept.deepCopy());
        }
      }
      if (status) {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        JsonNode labels = before.get().path("metadata").path("labels");
        if (labels.isMissingNode()) {
          metadata.remove("labels");
        } else {
          metadata.set("labels", labels.deepCopy());
        }
      }
    }

    private static JsonNode content(JsonNode object) {
      ObjectNode copy = object.deepCopy();
      if (copy.get("metadata") instanceof ObjectNode metadata) {
        metadata.retain("labels", "annotations", "finalizers", "ownerReferences");
      }
      return copy;
    }
  }
}
