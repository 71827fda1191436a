package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.samples.configmap.Baseline.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compares what a workload was last seen with to what is there now. Pure: no I/O, no clock. */
final class Analysis {
  private final Fingerprints fingerprints;

  Analysis(Fingerprints fingerprints) {
    this.fingerprints = fingerprints;
  }

  /** A source as it is now. */
  record Source(Usage usage, Optional<SortedMap<String, byte[]>> data) {}

  /**
   * What should be.
   *
   * @param baseline to be written down
   * @param marker of the pod template; empty for none
   * @param changed because of which sources it rolls; empty when it does not
   */
  record Outcome(Baseline baseline, Optional<String> marker, List<SourceRef> changed) {
    boolean rolls() {
      return !changed.isEmpty();
    }
  }

  /**
   * The one decision: which baseline to keep, and whether to roll.
   *
   * @param before the baseline of the last time; empty at first sight
   * @param marker the marker that the pod template carries now
   */
  Outcome outcome(Optional<Baseline> before, Optional<String> marker, Map<SourceRef, Source> now) {
    SortedMap<SourceRef, Seen> seen = new TreeMap<>();
    List<SourceRef> changed = new ArrayList<>();
    now.forEach(
        (ref, source) -> {
          Seen last = before.map(baseline -> baseline.sources().get(ref)).orElse(null);
          String keys = fingerprints.of(source.usage());
          String data =
              source.data().map(d -> fingerprints.of(d, source.usage())).orElse(Seen.ABSENT);
          if (last == null || !last.keys().equals(keys)) {
            // First sight, or the owner uses other keys now and has rolled the workload by that.
            seen.put(ref, new Seen(keys, data));
            return;
          }
          if (source.data().isEmpty()) {
            // A deleted source rolls nothing, and is compared with when it comes back.
            seen.put(ref, last);
            return;
          }
          seen.put(ref, new Seen(keys, data));
          boolean firstPods = last.absent() && source.usage().required();
          if (!last.data().equals(data) && !firstPods) {
            changed.add(ref);
          }
        });
    Baseline baseline = new Baseline(seen);
    // Not rolling, the marker stays as it is: one that somebody removed is not put back.
    Optional<String> next =
        changed.isEmpty() ? marker : Optional.of(fingerprints.of(baseline.text()));
    return new Outcome(baseline, next, changed);
  }
}
