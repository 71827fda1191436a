package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.api.Preview;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.samples.Narrator;
import io.kubernetes.client.openapi.models.V1Service;
import java.util.List;
import java.util.TreeSet;

/**
 * The wiring of the expose controller.
 *
 * @since 0.1.0
 */
@Preview
public final class ExposeController {
  /** The controller's name, which is its field manager too: it must not change. */
  public static final String NAME = "expose";

  private ExposeController() {}

  /**
   * The controller as a value.
   *
   * @param currentNamespace the controller's own namespace, for {@code watch-current-namespace}
   * @param narrator hears of each action
   */
  public static Controller<ExposeRequest> create(
      ExposeSettings settings, String currentNamespace, Narrator narrator) {
    List<String> namespaces = settings.namespaces(currentNamespace);
    Verdicts verdicts = new Verdicts();
    Controller.Wiring<ExposeRequest> wiring =
        Controller.requests(NAME, ExposeRequest.class).source("claims", verdicts);
    if (namespaces.isEmpty()) {
      wiring = watch(wiring, settings);
    }
    for (String namespace : new TreeSet<>(namespaces)) {
      wiring = watch(wiring, settings, ListOption.namespace(namespace));
    }
    return wiring.reconcile(new ExposeReconciler(settings, namespaces, verdicts, narrator));
  }

  private static Controller.Wiring<ExposeRequest> watch(
      Controller.Wiring<ExposeRequest> wiring, ExposeSettings settings, ListOption... scope) {
    return wiring
        .watches(
            ServiceWriter.SERVICES,
            on ->
                on.in(scope)
                    .where(concerning(settings))
                    .map(service -> List.of(OptIn.request(service.metadata()))))
        // All of them: a user's own Ingress that goes frees its name, and a renamed one of ours is
        // found by itself after a restart.
        .watches(
            IngressWriter.INGRESSES,
            on ->
                on.in(scope)
                    .map(
                        ingress ->
                            List.of(
                                new ExposeRequest(
                                    ingress.metadata().namespace(), ingress.metadata().name()))));
  }

  /**
   * Services that ask for it, and those that carry what we left: after a restart there is no state
   * before, and a Service that opted out meanwhile must still be cleaned.
   */
  private static Predicate<V1Service> concerning(ExposeSettings settings) {
    return state -> OptIn.wanted(state.metadata(), settings) || marked(state);
  }

  static boolean marked(Observed<? extends V1Service> state) {
    return state.metadata().annotations().containsKey(Names.URL)
        || ServiceView.of(state.metadata(), state.get()).marked();
  }
}
