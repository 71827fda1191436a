package dev.controllerruntime.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.RecordedSchemas;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableRendererTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final JsonNode OBJECT =
      RecordedSchemas.json(
          "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','resourceVersion':'7',"
              + "'creationTimestamp':'2026-11-30T11:54:30Z'},'data':{'k':'v'}}");
  private static final ObjectNode LIST_METADATA =
      (ObjectNode)
          RecordedSchemas.json("{'resourceVersion':'9','continue':'t','remainingItemCount':3}");

  @Test
  void list_hasColumnsRowsAndTheMetadataOfTheList() {
    ObjectNode table =
        new TableRenderer("v1", IncludeObject.METADATA).ofList(LIST_METADATA, List.of(OBJECT), NOW);

    assertThat(table.path("kind").asText()).isEqualTo("Table");
    assertThat(table.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
    assertThat(table.path("metadata")).isEqualTo(LIST_METADATA);
    assertThat(table.path("columnDefinitions").findValuesAsText("name"))
        .containsExactly("Name", "Age");
    assertThat(table.at("/rows/0/cells")).isEqualTo(RecordedSchemas.json("['a','5m30s']"));
    assertThat(table.at("/rows/0/object/kind").asText()).isEqualTo("PartialObjectMetadata");
    assertThat(table.at("/rows/0/object/metadata")).isEqualTo(OBJECT.path("metadata"));
    assertThat(table.at("/rows/0/object/data").isMissingNode()).isTrue();
  }

  @Test
  void emptyList_hasAnEmptyArrayOfRows() {
    ObjectNode table =
        new TableRenderer("v1beta1", IncludeObject.METADATA).ofList(LIST_METADATA, List.of(), NOW);

    assertThat(table.path("rows").isArray()).isTrue();
    assertThat(table.path("rows")).isEmpty();
    assertThat(table.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1beta1");
  }

  @Test
  void includeObject_decidesWhatStandsBesideTheCells() {
    assertThat(row(IncludeObject.NONE).path("object").isNull()).isTrue();
    assertThat(row(IncludeObject.OBJECT).path("object")).isEqualTo(OBJECT);
  }

  private static JsonNode row(IncludeObject include) {
    return new TableRenderer("v1", include).ofObject(OBJECT, true, NOW).at("/rows/0");
  }

  @Test
  void includeObject_parsesLikeTheServer() {
    assertThat(IncludeObject.parse(null)).isEqualTo(IncludeObject.METADATA);
    assertThat(IncludeObject.parse("")).isEqualTo(IncludeObject.METADATA);
    assertThat(IncludeObject.parse("None")).isEqualTo(IncludeObject.NONE);
    assertThat(IncludeObject.parse("Object")).isEqualTo(IncludeObject.OBJECT);
    assertThatThrownBy(() -> IncludeObject.parse("Foo"))
        .hasMessage(
            "Unable to convert to Table as requested: includeObject: Invalid value: \"Foo\": must be"
                + " 'Metadata', 'Object', 'None', or empty");
  }

  @Test
  void laterWatchEvent_hasNoColumns() {
    ObjectNode table = new TableRenderer("v1", IncludeObject.METADATA).ofObject(OBJECT, false, NOW);

    assertThat(table.path("columnDefinitions").isNull()).isTrue();
    assertThat(table.at("/metadata/resourceVersion").asText()).isEqualTo("7");
  }

  @Test
  void partialMetadataList_isNullWhenEmpty() {
    assertThat(PartialMetadata.listOf(LIST_METADATA, List.of(), "v1").path("items").isNull())
        .isTrue();
    assertThat(
            PartialMetadata.listOf(LIST_METADATA, List.of(OBJECT), "v1")
                .at("/items/0/metadata/name")
                .asText())
        .isEqualTo("a");
  }

  @Test
  void missingCreationTime_isUnknown() {
    assertThat(TableRenderer.age("", NOW)).isEqualTo("<unknown>");
  }

  @ParameterizedTest
  @CsvSource({
    "-3,<invalid>",
    "-1,0s",
    "0,0s",
    "119,119s",
    "120,2m",
    "121,2m1s",
    "599,9m59s",
    "600,10m",
    "10799,179m",
    "10800,3h",
    "11100,3h5m",
    "28799,7h59m",
    "28800,8h",
    "172799,47h",
    "172800,2d",
    "176400,2d1h",
    "691199,7d23h",
    "691200,8d",
    "63071999,729d",
    "63072000,2y",
    "63158400,2y1d",
    "252287999,7y364d",
    "252288000,8y",
    "315360000,10y"
  })
  void age_hasTwoOrThreeFigures(long seconds, String text) {
    assertThat(HumanDuration.format(Duration.ofSeconds(seconds))).isEqualTo(text);
  }
}
