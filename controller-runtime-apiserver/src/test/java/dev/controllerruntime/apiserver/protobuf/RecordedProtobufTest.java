package dev.controllerruntime.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Every built-in kind, filled and empty, as Go writes it in protobuf and in JSON; recorded by
 * {@code bin/record-protobuf}.
 */
class RecordedProtobufTest {
  @Test
  void everyKind_isReadAsItsJsonSays() throws Exception {
    List<String> wrong = new ArrayList<>();
    List<String> recorded = recorded();
    for (String line : recorded) {
      String[] columns = line.split("\t");
      JsonNode expected = withoutNulls(Json.parse(columns[1].getBytes(StandardCharsets.UTF_8)));
      JsonNode read = withoutNulls(ProtobufBodies.decode(Base64.getDecoder().decode(columns[0])));
      if (!Json.same(expected, read)) {
        wrong.add(expected + "\n  but was " + read);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(recorded).hasSizeGreaterThan(150);
  }

  /** In a body null says the same as nothing. */
  private static JsonNode withoutNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().removeIf(field -> field.getValue().isNull());
    }
    node.forEach(RecordedProtobufTest::withoutNulls);
    return node;
  }

  private static List<String> recorded() throws IOException {
    try (InputStream in = RecordedProtobufTest.class.getResourceAsStream("objects-1.36.3.tsv")) {
      byte[] all = Objects.requireNonNull(in, "no recorded objects").readAllBytes();
      return new String(all, StandardCharsets.UTF_8).lines().toList();
    }
  }
}
