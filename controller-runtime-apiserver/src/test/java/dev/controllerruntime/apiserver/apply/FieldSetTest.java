package dev.controllerruntime.apiserver.apply;

import static dev.controllerruntime.apiserver.RecordedSchemas.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.controllerruntime.apiserver.RecordedSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FieldSetTest {
  private static final int ROUNDS = 500;

  @Test
  void recordedFields_surviveDecodeAndEncode() {
    List<JsonNode> fields = new ArrayList<>();
    for (String file : List.of("config-maps", "deployments", "services", "custom-resources")) {
      fields.addAll(
          RecordedSchemas.read("/dev/controllerruntime/apiserver/apply/" + file + "-1.36.3.json")
              .findValues("fieldsV1"));
    }

    assertThat(fields).hasSizeGreaterThan(100);
    for (JsonNode encoded : fields) {
      assertThat(FieldSet.decode(encoded).encode()).hasToString(encoded.toString());
    }
  }

  @Test
  void everyKindOfElement_survivesDecodeAndEncode() {
    String text =
        "{\"f:a\":{\".\":{},\"k:{\\\"n\\\":1,\\\"p\\\":\\\"TCP\\\"}\":{\".\":{},\"f:n\":{}},\"v:\\\"x\\\"\":{},\"v:true\":{},\"i:3\":{}}}";

    assertThat(FieldSet.decode(json(text.replace('\'', '"'))).encode()).hasToString(text);
  }

  @Test
  void unknownElement_isRefused() {
    assertThatThrownBy(() -> FieldSet.decode(json("{'x:a':{}}")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FieldSet.decode(json("{'f':{}}")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keysWithHtmlCharacters_areEscapedAsGoDoes() {
    assertThat(PathElement.value(TextNode.valueOf("<a&b>")).encode())
        .isEqualTo("v:\"\\u003ca\\u0026b\\u003e\"");
  }

  @Test
  void numbersAreEqual_whateverTheirJavaType() {
    PathElement one = PathElement.key(Map.of("port", IntNode.valueOf(80)));
    PathElement other = PathElement.key(Map.of("port", LongNode.valueOf(80)));

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
  }

  @Test
  void textsAreOrderedByCodePoint() {
    assertThat(PathElement.compareText("\uD83D\uDE00", "\uFFFD")).isPositive();
    assertThat(PathElement.compareText("a", "ab")).isNegative();
  }

  @Test
  void differenceOfAMember_keepsWhatIsBelowIt() {
    FieldSet set = FieldSet.of("a").union(FieldSet.of("a", "b")).union(FieldSet.of("c"));

    assertThat(set.difference(FieldSet.of("a")))
        .isEqualTo(FieldSet.of("a", "b").union(FieldSet.of("c")));
    assertThat(set.recursiveDifference(FieldSet.of("a"))).isEqualTo(FieldSet.of("c"));
  }

  @Test
  void differenceThatTakesNothing_isTheSameSet() {
    FieldSet set = FieldSet.of("a", "b").union(FieldSet.of("c"));

    assertThat(set.difference(FieldSet.of("a", "x"))).isSameAs(set);
  }

  @Test
  void description_isThatOfTheServersMessages() {
    FieldSet set =
        FieldSet.decode(
            json(
                "{\"f:spec\":{\"f:ports\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\"f:port\":{}}},\"f:tags\":{\"v:\\\"a\\\"\":{}}}}"));

    assertThat(set).hasToString("[.spec.ports[port=80,protocol=\"TCP\"].port, .spec.tags[=\"a\"]]");
  }

  @Test
  void randomSets_obeyTheLawsOfSets() {
    Random random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      FieldSet a = randomSet(random);
      FieldSet b = randomSet(random);

      assertThat(a.union(b)).isEqualTo(b.union(a));
      assertThat(a.intersection(b)).isEqualTo(b.intersection(a));
      assertThat(a.difference(b).union(a.intersection(b))).isEqualTo(a);
      assertThat(a.difference(b).intersection(b).isEmpty()).isTrue();
      assertThat(a.union(b).size()).isEqualTo(a.size() + b.difference(a).size());
      assertThat(FieldSet.decode(a.encode())).isEqualTo(a);
      a.forEach(path -> assertThat(a.contains(path)).isTrue());
    }
  }

  private static FieldSet randomSet(Random random) {
    FieldSet set = FieldSet.empty();
    int members = random.nextInt(6);
    for (int i = 0; i < members; i++) {
      String[] path = new String[1 + random.nextInt(3)];
      for (int j = 0; j < path.length; j++) {
        path[j] = String.valueOf((char) ('a' + random.nextInt(3)));
      }
      set = set.union(FieldSet.of(path));
    }
    return set;
  }
}
