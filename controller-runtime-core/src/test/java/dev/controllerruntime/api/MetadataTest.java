package dev.controllerruntime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetadataTest {
  @Test
  void model_becomesMetadataOfItsOwn() {
    V1ObjectMeta model =
        new V1ObjectMeta()
            .namespace("shop")
            .name("web")
            .uid("u")
            .resourceVersion("7")
            .generation(3L)
            .putLabelsItem("app", "web")
            .putAnnotationsItem("a", null)
            .addFinalizersItem("example.com/f")
            .addOwnerReferencesItem(
                new V1OwnerReference().apiVersion("apps/v1").kind("ReplicaSet").name("r").uid("o"))
            .deletionTimestamp(OffsetDateTime.parse("2026-01-02T05:00:00+02:00"))
            .deletionGracePeriodSeconds(30L);
    ObjectMetadata metadata = ObjectMetadata.of(model);
    model.name("changed").putLabelsItem("late", "yes");

    assertThat(metadata.key()).isEqualTo(new ObjectKey("shop", "web"));
    assertThat(metadata.resourceVersion()).isEqualTo("7");
    assertThat(metadata.generation()).isEqualTo(3);
    assertThat(metadata.labels()).containsExactly(Map.entry("app", "web"));
    assertThat(metadata.annotations()).containsExactly(Map.entry("a", ""));
    assertThat(metadata.owners())
        .containsExactly(new OwnerReference("apps/v1", "ReplicaSet", "r", "o", false));
    assertThat(metadata.deletionTimestamp()).contains(Instant.parse("2026-01-02T03:00:00Z"));
    assertThat(metadata.deletionGracePeriod()).contains(Duration.ofSeconds(30));
    assertThat(metadata.deleting()).isTrue();
    assertThat(metadata.created()).isEmpty();
    assertThat(metadata).hasToString("shop/web@7");
  }

  @Test
  void emptyModel_hasNothingAndNoNulls() {
    ObjectMetadata metadata =
        ObjectMetadata.of(
            new V1ObjectMeta()
                .labels(null)
                .annotations(null)
                .finalizers(null)
                .ownerReferences(null));
    assertThat(metadata.labels()).isEmpty();
    assertThat(metadata.annotations()).isEmpty();
    assertThat(metadata.finalizers()).isEmpty();
    assertThat(metadata.owners()).isEmpty();
    assertThat(metadata.uid()).isEmpty();
    assertThat(metadata.deletionGracePeriod()).isEmpty();
  }

  @Test
  void labels_keepTheOrderOfTheWireAndAreUnmodifiable() {
    Map<String, String> wire = new LinkedHashMap<>();
    wire.put("z", "1");
    wire.put("a", "2");
    Map<String, String> labels = new MetadataBuilder().labels(wire).build().labels();
    assertThat(labels.keySet()).containsExactly("z", "a");
    assertThat(labels).isEqualTo(wire).hasSameHashCodeAs(wire);
    assertThat(labels.get("a")).isEqualTo("2");
    assertThat(labels.containsKey("b")).isFalse();
    assertThatThrownBy(() -> labels.put("b", "3"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void repeatedLabel_keepsItsLastValue() {
    Map<String, String> labels =
        new MetadataBuilder().labelPairs(List.of("a", "1", "b", "2", "a", "3")).build().labels();
    assertThat(labels).containsExactly(Map.entry("a", "3"), Map.entry("b", "2"));
  }

  @Test
  void times_areReadInEveryFormOfRfc3339() {
    Instant expected = Instant.parse("2024-02-29T23:59:58Z");
    assertThat(MetadataBuilder.time("2024-02-29T23:59:58Z")).isEqualTo(expected);
    assertThat(MetadataBuilder.time("2024-03-01T04:59:58+05:00")).isEqualTo(expected);
    assertThat(MetadataBuilder.time("2024-02-29T23:59:58.123456Z"))
        .isEqualTo(expected.plusNanos(123_456_000));
    for (String bad : new String[] {"", "2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z", "now"}) {
      assertThatThrownBy(() -> MetadataBuilder.time(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("RFC 3339");
    }
  }
}
