package dev.controllerruntime.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.KindTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Decode then encode of realistic objects, compared as JSON. */
class RoundTripTest {
  private final Codec codec = Codec.json();

  private static Stream<JsonNode> objects() {
    List<JsonNode> objects = new ArrayList<>();
    Json.tree(Json.resource("objects.json")).forEach(objects::add);
    ObjectNode pod = (ObjectNode) Json.tree(Json.resource("pod.json"));
    ((ObjectNode) pod.get("metadata")).remove("managedFields");
    objects.add(pod);
    return objects.stream();
  }

  private static String name(JsonNode object) {
    return object.get("apiVersion").asText() + " " + object.get("kind").asText();
  }

  @TestFactory
  Stream<DynamicTest> typedObject_survivesDecodingAndEncoding() {
    return objects()
        .map(object -> DynamicTest.dynamicTest(name(object), () -> assertSurvives(object)));
  }

  @TestFactory
  Stream<DynamicTest> dynamicObject_survivesByteForByte() {
    return objects()
        .map(
            object ->
                DynamicTest.dynamicTest(
                    name(object),
                    () -> {
                      Kind<DynamicObject> kind =
                          Kind.dynamic(
                              object.get("apiVersion").asText(), object.get("kind").asText());
                      Encoded wire = codec.read(Json.compact(object));
                      Encoded again = codec.encode(kind, codec.decode(kind, wire));
                      assertThat(Json.tree(again.bytes())).isEqualTo(object);
                    }));
  }

  private void assertSurvives(JsonNode object) throws ClassNotFoundException {
    String apiVersion = object.get("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    KindTable.Entry entry =
        KindTable.find(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                object.get("kind").asText())
            .orElseThrow();
    Kind<?> kind =
        Kind.of(Class.forName("io.kubernetes.client.openapi.models." + entry.className()));
    assertSurvives(kind, object);
  }

  private <T> void assertSurvives(Kind<T> kind, JsonNode object) {
    Encoded wire = codec.read(Json.compact(object));
    assertThat(codec.unknownFields(kind, wire)).isEmpty();
    Encoded again = codec.encode(kind, codec.decode(kind, wire));
    assertThat(plain(Json.tree(again.bytes()))).isEqualTo(plain(object));
    assertThat(codec.encode(kind, codec.decode(kind, again)).bytes()).isEqualTo(again.bytes());
  }

  /** Numbers by value: a field of type double has no text to keep. */
  private static JsonNode plain(JsonNode node) {
    if (node.isNumber()) {
      return DecimalNode.valueOf(node.decimalValue().stripTrailingZeros());
    }
    if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        list.set(i, plain(list.get(i)));
      }
    } else if (node instanceof ObjectNode object) {
      for (Iterator<Map.Entry<String, JsonNode>> it = object.fields(); it.hasNext(); ) {
        Map.Entry<String, JsonNode> member = it.next();
        member.setValue(plain(member.getValue()));
      }
    }
    return node;
  }
}
