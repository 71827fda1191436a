package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.samples.configmap.SourceRef.Type;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a workload was last seen with: for each source the fingerprint of the used keys and that of
 * their data. As text {@code ConfigMap/web=<keys>:<data>}, comma-separated and in order; the data
 * is empty for a source that was not there.
 */
record Baseline(SortedMap<SourceRef, Seen> sources) {
  /** An entry. */
  record Seen(String keys, String data) {
    static final String ABSENT = "";

    boolean absent() {
      return data.isEmpty();
    }
  }

  Baseline {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
  }

  /** Empty when the text is none of ours: somebody has changed it. */
  static Optional<Baseline> parse(String text) {
    SortedMap<SourceRef, Seen> sources = new TreeMap<>();
    for (String entry : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int slash = entry.indexOf('/');
      int equals = entry.indexOf('=', slash + 1);
      int colon = entry.indexOf(':', equals + 1);
      Optional<Type> type = slash < 0 ? Optional.empty() : type(entry.substring(0, slash));
      if (type.isEmpty() || equals < 0 || colon < 0) {
        return Optional.empty();
      }
      sources.put(
          new SourceRef(type.get(), entry.substring(slash + 1, equals)),
          new Seen(entry.substring(equals + 1, colon), entry.substring(colon + 1)));
    }
    return Optional.of(new Baseline(sources));
  }

  private static Optional<Type> type(String kind) {
    for (Type type : Type.values()) {
      if (type.kind().equals(kind)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  String text() {
    return sources.entrySet().stream().map(Baseline::entry).collect(Collectors.joining(","));
  }

  private static String entry(Map.Entry<SourceRef, Seen> entry) {
    return entry.getKey() + "=" + entry.getValue().keys() + ":" + entry.getValue().data();
  }
}
