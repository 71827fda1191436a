package dev.controllerruntime.controller;

import dev.controllerruntime.api.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What can be wrong with a controller without asking a server. */
final class WiringRules {
  /** The name is a metric tag, a thread name, part of the field manager: kept to what all allow. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?");

  /** A qualified name with its prefix, as apimachinery's IsQualifiedName has it. */
  private static final Pattern FINALIZER =
      Pattern.compile(
          "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private WiringRules() {}

  static List<String> check(Draft<?> draft) {
    List<String> faults = new ArrayList<>();
    if (!NAME.matcher(draft.name()).matches()) {
      faults.add(
          "its name must be 1 to 63 lower-case letters, digits, '-' or '.', found: \""
              + draft.name()
              + "\"");
    }
    PrimarySpec<?> primary = draft.primary();
    if (primary != null && primary.finalizer() != null) {
      String finalizer = primary.finalizer().name();
      if (!FINALIZER.matcher(finalizer).matches()) {
        faults.add("a finalizer must be domain/name, found: \"" + finalizer + "\"");
      }
    }
    checkOwned(draft.owned(), faults);
    checkSources(draft.sources(), faults);
    if (draft.workers() < 1) {
      faults.add("it needs at least 1 worker, found: " + draft.workers());
    }
    if (draft.timeout().compareTo(Duration.ZERO) <= 0) {
      faults.add("the time-out of a run must be positive, found: " + draft.timeout());
    }
    return faults;
  }

  private static void checkOwned(List<OwnedSpec> owned, List<String> faults) {
    Set<String> seen = new TreeSet<>();
    Set<String> told = new TreeSet<>();
    for (OwnedSpec each : owned) {
      // Two views of one kind share a watch, and every owner would be queued twice.
      Kind<?> kind = each.kind();
      String id = kind.apiVersion() + " " + kind.kind();
      if (!seen.add(id) && told.add(id)) {
        faults.add("it owns " + id + " more than once");
      }
    }
  }

  private static void checkSources(
      List<? extends ControllerSpec.SourceSpec<?>> sources, List<String> faults) {
    Set<String> seen = new TreeSet<>();
    Set<String> told = new TreeSet<>();
    for (ControllerSpec.SourceSpec<?> source : sources) {
      if (source.name().isBlank()) {
        faults.add("a source needs a name");
      } else if (!seen.add(source.name()) && told.add(source.name())) {
        faults.add("two sources are named \"" + source.name() + "\"");
      }
    }
  }
}
