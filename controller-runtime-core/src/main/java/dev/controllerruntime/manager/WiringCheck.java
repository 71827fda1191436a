package dev.controllerruntime.manager;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.transport.ApiResource;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.controller.ControllerSpec;
import dev.controllerruntime.controller.OwnedSpec;
import dev.controllerruntime.controller.PrimarySpec;
import dev.controllerruntime.controller.WatchSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with a controller's wiring that only the server can tell. A kind that the server
 * lacks is no fault: it may come.
 */
final class WiringCheck {
  private final ResourceResolver resolver;

  WiringCheck(ResourceResolver resolver) {
    this.resolver = resolver;
  }

  /**
   * All faults, in the order of the wiring.
   *
   * @throws IOException when the server cannot be asked
   */
  List<String> faults(ControllerSpec<?> spec) throws IOException, InterruptedException {
    List<String> faults = new ArrayList<>();
    PrimarySpec<?> primary = spec.primary();
    Optional<ApiResource> home = Optional.empty();
    if (primary != null) {
      home = check(primary.kind(), primary.scope(), faults);
    }
    for (OwnedSpec owned : spec.owned()) {
      Optional<ApiResource> child = check(owned.kind(), List.of(), faults);
      if (home.isPresent()
          && child.isPresent()
          && home.get().namespaced()
          && child.get().scope() == Scope.CLUSTER) {
        faults.add(
            "owns "
                + name(owned.kind())
                + ", which is cluster-scoped, by "
                + home.get().kind()
                + ", which lives in namespaces: the server would delete such a child as an orphan");
      }
    }
    for (WatchSpec<?, ?> watch : spec.watches()) {
      check(watch.kind(), watch.scope(), faults);
    }
    return faults;
  }

  private Optional<ApiResource> check(Kind<?> kind, List<ListOption> scope, List<String> faults)
      throws IOException, InterruptedException {
    Optional<ApiResource> found = resolver.discover(kind);
    if (found.isEmpty()) {
      return found;
    }
    ApiResource resource = found.get();
    for (String verb : List.of("list", "watch")) {
      if (!resource.verbs().isEmpty() && !resource.verbs().contains(verb)) {
        faults.add(name(kind) + " cannot be watched: the server has no verb " + verb + " for it");
      }
    }
    if (!resource.namespaced() && scope.stream().anyMatch(ListOption.Namespace.class::isInstance)) {
      faults.add(name(kind) + " is cluster-scoped, but wired in a namespace");
    }
    return found;
  }

  private static String name(Kind<?> kind) {
    return kind.kind() + " (" + kind.apiVersion() + ")";
  }
}
