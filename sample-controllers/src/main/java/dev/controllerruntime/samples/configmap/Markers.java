package dev.controllerruntime.samples.configmap;

/** The annotations that the controller reads and writes. */
final class Markers {
  /** On a workload, by its owner: the names of the sources that matter, comma-separated. */
  static final String UPDATE_ON_CHANGE = "configmap.fabric8.io/update-on-change";

  /** On a workload, by us: the fingerprints of its sources as last seen; see {@link Baseline}. */
  static final String SEEN = "configmap.fabric8.io/seen";

  /** On the pod template, by us: moving it makes the workload roll. */
  static final String ROLLED_FOR = "configmap.fabric8.io/rolled-for";

  private Markers() {}
}
