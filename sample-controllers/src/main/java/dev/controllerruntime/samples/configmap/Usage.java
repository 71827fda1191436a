package dev.controllerruntime.samples.configmap;

import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which keys of a source a workload uses.
 *
 * @param all every key, also those that come later
 * @param keys the keys, when not all
 * @param required whether no pod can start without the source
 */
record Usage(boolean all, SortedSet<String> keys, boolean required) {
  /** Named by the annotation, but not used by the pod template: every key counts. */
  static final Usage ONLY_NAMED = new Usage(true, new TreeSet<>(), false);

  static Usage ofAll(boolean required) {
    return new Usage(true, new TreeSet<>(), required);
  }

  static Usage of(SortedSet<String> keys, boolean required) {
    return new Usage(false, keys, required);
  }

  /** Both together. */
  Usage and(Usage other) {
    SortedSet<String> union = new TreeSet<>();
    if (!all && !other.all) {
      union.addAll(keys);
      union.addAll(other.keys);
    }
    return new Usage(all || other.all, union, required || other.required);
  }
}
