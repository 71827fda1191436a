package dev.controllerruntime.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.RecordedSchemas;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import dev.controllerruntime.apiserver.schema.TypedForm;
import dev.controllerruntime.apiserver.schema.UnknownFields;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Replays patches that a real API server 1.36.3 answered (bin/record-vectors). */
class RecordedPatchesTest {
  @TestFactory
  Stream<DynamicTest> patches() {
    JsonNode vectors =
        RecordedSchemas.read("/dev/controllerruntime/apiserver/patch/patches-1.36.3.json");
    return StreamSupport.stream(vectors.spliterator(), false)
        .map(
            v ->
                DynamicTest.dynamicTest(
                    v.path("kind").asText() + " " + v.path("patch"), () -> replay(v)));
  }

  private static void replay(JsonNode vector) {
    ObjectNode before = (ObjectNode) vector.get("before");
    ObjectNode untouched = before.deepCopy();
    if (vector.path("code").asInt() >= 300) {
      StatusFailure failure =
          catchThrowableOfType(StatusFailure.class, () -> apply(vector, before));
      assertThat(failure.code()).isEqualTo(vector.path("code").asInt());
      assertThat(failure.reason()).hasValue(vector.path("reason").asText());
      assertThat(failure.message()).isEqualTo(vector.path("message").asText());
    } else {
      Schema schema = RecordedSchemas.SCHEMAS.of("v1", "ConfigMap");
      ObjectNode after = apply(vector, before);
      TypedForm.normalize(schema, after);
      UnknownFields.prune(schema, after);
      assertThat(content(after)).isEqualTo(content(vector.path("after")));
    }
    assertThat(before).isEqualTo(untouched);
  }

  private static ObjectNode apply(JsonNode vector, ObjectNode before) {
    return vector.path("kind").asText().equals("merge")
        ? MergePatch.apply(before, vector.path("patch"))
        : JsonPatch.apply(before, vector.path("patch"));
  }

  private static JsonNode content(JsonNode object) {
    ObjectNode copy = object.deepCopy();
    ((ObjectNode) copy.get("metadata")).retain("labels", "annotations", "finalizers");
    return copy;
  }

  @Test
  void tenThousandAndOneOperations_areTooMany() {
    StringBuilder patch = new StringBuilder("[");
    for (int i = 0; i <= JsonPatch.MAX_OPERATIONS; i++) {
      patch.append(i == 0 ? "" : ",").append("{'op':'test','path':'/a','value':1}");
    }
    ObjectNode target = (ObjectNode) RecordedSchemas.json("{'a':1}");
    JsonNode tooMany = RecordedSchemas.json(patch.append(']').toString());

    StatusFailure failure =
        catchThrowableOfType(StatusFailure.class, () -> JsonPatch.apply(target, tooMany));

    assertThat(failure.code()).isEqualTo(413);
    assertThat(failure.message())
        .isEqualTo(
            "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got"
                + " 10001");
  }
}
