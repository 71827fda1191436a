package dev.controllerruntime.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.RecordedSchemas;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Objects of every kind as a real API server 1.36.3 created them (bin/record-vectors). */
class RecordedObjectsTest {
  @TestFactory
  Stream<DynamicTest> storedObjects() {
    JsonNode vectors =
        RecordedSchemas.read("/dev/controllerruntime/apiserver/schema/stored-objects-1.36.3.json");
    assertThat(vectors).hasSizeGreaterThan(50);
    return StreamSupport.stream(vectors.spliterator(), false)
        .map(v -> DynamicTest.dynamicTest(v.path("key").asText(), () -> check(v)));
  }

  /** The server decoded and encoded it, so doing that once more changes nothing. */
  private static void check(JsonNode vector) {
    ObjectNode stored = (ObjectNode) vector.get("stored");
    Schema schema =
        RecordedSchemas.SCHEMAS
            .find(stored.path("apiVersion").asText(), stored.path("kind").asText())
            .orElseThrow();
    ObjectNode normalized = stored.deepCopy();

    TypedForm.normalize(schema, normalized);

    assertThat(normalized).isEqualTo(stored);
    assertThat(UnknownFields.find(schema, stored)).isEmpty();
  }
}
