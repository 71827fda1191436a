package dev.controllerruntime.samples.configmap;

import static dev.controllerruntime.api.Predicates.any;
import static dev.controllerruntime.api.Predicates.hasAnnotation;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Preview;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.samples.Narrator;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Makes the configmap controller.
 *
 * @since 0.1.0
 */
@Preview
public final class ConfigMapController {
  private ConfigMapController() {}

  /**
   * The controller; not to be shared by managers, since it remembers which workload names which
   * source.
   *
   * @param random makes the key of the fingerprints, once per cluster; cryptographically strong in
   *     production
   * @param narrator hears of each action
   */
  public static Controller<WorkloadRequest> controller(
      ConfigMapSettings settings, RandomGenerator random, Narrator narrator) {
    SourceUsers users = new SourceUsers();
    Controller.Wiring<WorkloadRequest> wiring =
        Controller.requests("configmap", WorkloadRequest.class);
    for (WorkloadKind<?> kind : WorkloadKind.ALL) {
      wiring = watched(wiring, kind);
    }
    return wiring
        .watches(
            ConfigMapReconciler.CONFIG_MAPS, on -> on.map(source -> withMisplaced(source, users)))
        .watches(ConfigMapReconciler.SECRETS, on -> on.map(it -> users.of(it.metadata().key())))
        .workers(4)
        .reconcile(
            new ConfigMapReconciler(
                users,
                new FingerprintKey(settings.keySecret(), random),
                new Debounce(settings.debounce(), settings.maxWait()),
                narrator));
  }

  /** A workload matters while it asks for it, and as long as it carries what we left. */
  private static <T> Controller.Wiring<WorkloadRequest> watched(
      Controller.Wiring<WorkloadRequest> wiring, WorkloadKind<T> kind) {
    return wiring.watches(
        kind.kind(),
        on ->
            on.where(any(hasAnnotation(Markers.UPDATE_ON_CHANGE), hasAnnotation(Markers.SEEN)))
                .map(it -> List.of(request(kind.kind().kind(), it))));
  }

  private static List<WorkloadRequest> withMisplaced(Observed<?> source, SourceUsers users) {
    ObjectKey key = source.metadata().key();
    List<WorkloadRequest> requests = new ArrayList<>(users.of(key));
    if (source.metadata().annotations().containsKey(Markers.UPDATE_ON_CHANGE)) {
      requests.add(new WorkloadRequest("ConfigMap", key));
    }
    return requests;
  }

  private static WorkloadRequest request(String kind, Observed<?> object) {
    return new WorkloadRequest(kind, object.metadata().key());
  }
}
