package dev.controllerruntime.apiserver.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.RecordedSchemas;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Parses selectors of which a real API server 1.36.3 gave its verdict (bin/record-vectors). */
class RecordedSelectorsTest {
  private static final JsonNode TRAITS =
      RecordedSchemas.read("/dev/controllerruntime/apiserver/recorded/1.36/traits.json");

  @TestFactory
  Stream<DynamicTest> selectors() {
    JsonNode vectors =
        RecordedSchemas.read("/dev/controllerruntime/apiserver/selector/selectors-1.36.3.json");
    return StreamSupport.stream(vectors.spliterator(), false)
        .map(v -> DynamicTest.dynamicTest(v.path("text").asText(), () -> replay(v)));
  }

  private static void replay(JsonNode vector) {
    if (vector.path("code").asInt() == 200) {
      assertThatCode(() -> parse(vector)).doesNotThrowAnyException();
      return;
    }
    StatusFailure failure = catchThrowableOfType(StatusFailure.class, () -> parse(vector));
    assertThat(failure.code()).isEqualTo(vector.path("code").asInt());
    assertThat(failure.reason()).hasValue(vector.path("reason").asText());
    assertThat(failure.message()).isEqualTo(vector.path("message").asText());
  }

  private static void parse(JsonNode vector) {
    String text = vector.path("text").asText();
    if (vector.path("query").asText().equals("labelSelector")) {
      LabelSelector.parse(text);
    } else {
      List<String> extra = new ArrayList<>();
      TRAITS
          .path("/v1/" + vector.path("resource").asText())
          .path("fieldSelectors")
          .forEach(label -> extra.add(label.asText()));
      FieldSelector.parse(text, FieldLabels.ofBuiltIn(extra));
    }
  }
}
