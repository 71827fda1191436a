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
   * The controller as a value, for settings that do not speak of the controller's own namespace.
   *
   * @param narrator hears of each action
   * @throws IllegalArgumentException when they do ({@code watch-current-namespace})
   */
  public static Controller<ExposeRequest> controller(ExposeSettings settings, Narrator narrator) {
    if (settings.watchCurrentNamespace()) {
      throw new IllegalArgumentException(
          "watch-current-namespace: needs to know the controller's own namespace");
    }
    return create(settings, "", narrator);
  }

  /**
   * The controller as a value; not to be shared by managers, since it remembers who asks for what.
   *
   * @param currentNamespace the controller's own namespace, for {@code watch-current-namespace}
   * @param narrator hears of each action
   */
  public static Controller<ExposeRequest> create(
      ExposeSettings settings, String currentNamespace, Narrator narrator) {
    List<String> namespaces = settings.namespaces(currentNamespace);
    Places places = new Places(settings);
    Controller.Wiring<ExposeRequest> wiring = Controller.requests(NAME, ExposeRequest.class);
    if (namespaces.isEmpty()) {
      wiring = watch(wiring, settings, places);
    }
    for (String namespace : new TreeSet<>(namespaces)) {
      wiring = watch(wiring, settings, places, ListOption.namespace(namespace));
    }
    return wiring.workers(4).reconcile(new ExposeReconciler(settings, places, narrator));
  }

  private static Controller.Wiring<ExposeRequest> watch(
      Controller.Wiring<ExposeRequest> wiring,
      ExposeSettings settings,
      Places places,
      ListOption... scope) {
    return wiring
        .watches(
            ServiceWriter.SERVICES,
            on ->
                on.in(scope)
                    .where(concerning(settings))
                    .map(it -> places.seen(ServiceView.of(it.metadata(), it.get()))))
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

  private static boolean marked(Observed<? extends V1Service> state) {
    // The annotation first: it is known without decoding the Service.
    return state.metadata().annotations().containsKey(Names.URL)
        || ServiceView.of(state.metadata(), state.get()).marked();
  }
}
