package dev.controllerruntime.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangeFiltersTest {
  private record State(ObjectMetadata metadata) implements Observed<Object> {
    @Override
    public Object get() {
      throw new AssertionError("a filter on metadata must not decode");
    }
  }

  private record Pair(Optional<Observed<Object>> before, Optional<Observed<Object>> after)
      implements Change<Object> {}

  private static Change<Object> change(
      @Nullable MetadataBuilder before, @Nullable MetadataBuilder after) {
    return new Pair(
        Optional.ofNullable(before).map(b -> new State(b.build())),
        Optional.ofNullable(after).map(b -> new State(b.build())));
  }

  private static MetadataBuilder object() {
    return new MetadataBuilder().name("web").resourceVersion("1").generation(1);
  }

  @Test
  void generationChanged_passesSpecChangesAndTheAskingForDeletion() {
    ChangeFilter<Object> filter = ChangeFilters.generationChanged();
    assertThat(filter.test(change(object(), object().generation(2)))).isTrue();
    assertThat(filter.test(change(object(), object().resourceVersion("2")))).isFalse();
    assertThat(filter.test(change(object(), object().deletionTimestamp(Instant.EPOCH)))).isTrue();
  }

  @Test
  void additionsAndDeletions_alwaysPass() {
    assertThat(ChangeFilters.generationChanged().test(change(null, object()))).isTrue();
    assertThat(ChangeFilters.labelsChanged().test(change(object(), null))).isTrue();
  }

  @Test
  void eachFilter_looksAtItsPartOnly() {
    Change<Object> labels = change(object(), object().labels(Map.of("a", "b")));
    Change<Object> annotations = change(object(), object().annotations(Map.of("a", "b")));
    Change<Object> echo = change(object(), object());
    assertThat(ChangeFilters.labelsChanged().test(labels)).isTrue();
    assertThat(ChangeFilters.labelsChanged().test(annotations)).isFalse();
    assertThat(ChangeFilters.annotationsChanged().test(annotations)).isTrue();
    assertThat(ChangeFilters.annotationsChanged().test(labels)).isFalse();
    assertThat(ChangeFilters.resourceVersionChanged().test(echo)).isFalse();
    assertThat(
            ChangeFilters.resourceVersionChanged()
                .test(change(object(), object().resourceVersion("2"))))
        .isTrue();
  }

  @Test
  void combinators_joinFilters() {
    Change<Object> labels = change(object(), object().labels(Map.of("a", "b")));
    ChangeFilter<Object> any =
        ChangeFilters.any(ChangeFilters.generationChanged(), ChangeFilters.labelsChanged());
    ChangeFilter<Object> all =
        ChangeFilters.all(ChangeFilters.generationChanged(), ChangeFilters.labelsChanged());
    assertThat(any.test(labels)).isTrue();
    assertThat(all.test(labels)).isFalse();
  }
}
