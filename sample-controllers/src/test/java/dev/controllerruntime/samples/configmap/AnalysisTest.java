package dev.controllerruntime.samples.configmap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.samples.configmap.Analysis.Outcome;
import dev.controllerruntime.samples.configmap.Analysis.Source;
import dev.controllerruntime.samples.configmap.SourceRef.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AnalysisTest {
  private static final SourceRef WEB = new SourceRef(Type.CONFIG_MAP, "web");
  private static final Usage THEME = Usage.of(new TreeSet<>(Set.of("theme")), true);

  private final Analysis analysis = new Analysis(new Fingerprints(new byte[32]));

  @Test
  void firstSight_writesTheBaseline_andRollsNothing() {
    Outcome first = first(Usage.ONLY_NAMED, "light");
    assertThat(first.rolls()).isFalse();
    assertThat(first.marker()).isEmpty();
    assertThat(Baseline.parse(first.baseline().text())).contains(first.baseline());
  }

  @Test
  void changedData_rolls_andMovesTheMarker() {
    Outcome next = next(first(Usage.ONLY_NAMED, "light"), Usage.ONLY_NAMED, "dark");
    assertThat(next.changed()).containsExactly(WEB);
    assertThat(next.marker()).isPresent();
  }

  @Test
  void aKeyThatTheTemplateDoesNotUse_rollsNothing() {
    Outcome first = first(THEME, "light");
    SortedMap<String, byte[]> more = data("light");
    more.put("other", new byte[] {1});
    Map<SourceRef, Source> now = Map.of(WEB, new Source(THEME, Optional.of(more)));
    assertThat(analysis.outcome(Optional.of(first.baseline()), Optional.empty(), now).rolls())
        .isFalse();
  }

  @Test
  void otherUseOfTheSameSource_movesTheBaseline_andRollsNothing() {
    Outcome first = first(Usage.ONLY_NAMED, "light");
    Outcome next = next(first, THEME, "dark");
    assertThat(next.rolls()).isFalse();
    assertThat(next.baseline()).isNotEqualTo(first.baseline());
  }

  @Test
  void aDeletedSource_keepsItsFingerprint() {
    Outcome first = first(THEME, "light");
    Map<SourceRef, Source> gone = Map.of(WEB, new Source(THEME, Optional.empty()));
    Outcome next = analysis.outcome(Optional.of(first.baseline()), Optional.empty(), gone);
    assertThat(next.rolls()).isFalse();
    assertThat(next.baseline()).isEqualTo(first.baseline());
  }

  /** Whoever deletes the Secret of the key must not roll the whole cluster by that. */
  @Test
  void anotherSecretKey_makesEverySourceUnseen_andRollsNothing() {
    byte[] other = new byte[32];
    other[0] = 1;
    Analysis later = new Analysis(new Fingerprints(other));
    for (Usage usage : new Usage[] {Usage.ONLY_NAMED, Usage.ofAll(true), THEME}) {
      Baseline before = first(usage, "light").baseline();
      Outcome next = later.outcome(Optional.of(before), Optional.empty(), web(usage, "light"));
      assertThat(next.rolls()).as("%s", usage).isFalse();
      assertThat(next.baseline()).isNotEqualTo(before);
    }
  }

  private Outcome first(Usage usage, String theme) {
    return analysis.outcome(Optional.empty(), Optional.empty(), web(usage, theme));
  }

  private Outcome next(Outcome before, Usage usage, String theme) {
    return analysis.outcome(Optional.of(before.baseline()), before.marker(), web(usage, theme));
  }

  private static Map<SourceRef, Source> web(Usage usage, String theme) {
    return Map.of(WEB, new Source(usage, Optional.of(data(theme))));
  }

  private static SortedMap<String, byte[]> data(String theme) {
    return new TreeMap<>(Map.of("theme", theme.getBytes(StandardCharsets.UTF_8)));
  }
}
