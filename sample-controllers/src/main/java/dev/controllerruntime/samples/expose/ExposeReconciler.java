package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.ForeignObjectException;
import dev.controllerruntime.client.InvalidException;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.samples.Narrator;
import io.kubernetes.client.openapi.models.V1Ingress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Observe, analyze, act for one Ingress: reads its Services and their rivals from the cache, lets
 * pure functions decide, and applies the Ingress first, then what the Services say about it.
 * Whatever point it is stopped at, the next run starts from what is in the cluster and ends in the
 * same state.
 */
final class ExposeReconciler implements Reconciler<ExposeRequest> {
  private static final String REFUSED = "IngressRefused";

  /** What refused the Ingress may be a webhook, whose mind changes without an event. */
  private static final Duration ASK_AGAIN = Duration.ofMinutes(1);

  private final ExposeSettings settings;
  private final Places places;
  private final Narrator narrator;

  ExposeReconciler(ExposeSettings settings, Places places, Narrator narrator) {
    this.settings = settings;
    this.places = places;
    this.narrator = narrator;
  }

  @Override
  public Result reconcile(ExposeRequest request, Context context) {
    // Observe.
    List<ServiceView> services = services(request, context.cache());
    Set<String> uids = services.stream().map(ServiceView::uid).collect(Collectors.toSet());
    List<ServiceView> wanted =
        services.stream().filter(each -> OptIn.wanted(each, settings)).toList();
    Optional<ObjectMetadata> standing = standing(request, !wanted.isEmpty(), context);

    // Analyze.
    List<Wish> mine =
        wanted.stream()
            .map(each -> Contest.withoutForeign(Wish.of(each, settings), standing, uids))
            .toList();
    Claims claims = Claims.decide(Contest.around(mine, settings, places, context.cache()));
    Map<String, Refusal> refused = new LinkedHashMap<>(claims.refused());
    List<Wish> accepted =
        mine.stream().filter(wish -> !refused.containsKey(wish.service().uid())).toList();
    Plan plan = Plan.of(request, accepted, settings);

    // Act.
    if (standing.isPresent() && standing.get().deleting() && plan.ingress().isPresent()) {
      // On its way out; its end is an event, and the run after that makes a new one.
      return Result.done();
    }
    act(plan, standing.filter(each -> IngressWriter.ours(each, uids)), accepted, refused, context);
    tell(services, mine, plan, refused, new ServiceWriter(context, narrator));
    boolean byTheServer =
        mine.stream()
            .map(wish -> refused.get(wish.service().uid()))
            .anyMatch(why -> why != null && why.reason().equals(REFUSED));
    return byTheServer ? Result.requeueAfter(ASK_AGAIN) : Result.done();
  }

  private void act(
      Plan plan,
      Optional<ObjectMetadata> standing,
      List<Wish> accepted,
      Map<String, Refusal> refused,
      Context context) {
    try {
      if (plan.ingress().isPresent()) {
        Optional<V1Ingress> observed =
            context.cache().get(IngressWriter.INGRESSES, plan.ingress().get().key());
        if (IngressWriter.apply(context.client(), plan.ingress().get(), standing, observed)) {
          narrator.tell(
              ExposeController.NAME,
              plan.ingress().get().key(),
              standing.isPresent()
                  ? "brought the Ingress to what its Services want"
                  : "Services ask for an Ingress; made it");
        }
      } else if (standing.filter(each -> !each.deleting()).isPresent()) {
        IngressWriter.delete(context.client(), standing.get());
        narrator.tell(
            ExposeController.NAME,
            standing.get().key(),
            "no Service asks for the Ingress any more; deleted it");
      }
    } catch (ForeignObjectException | InvalidException e) {
      // A retry at once heals neither; a change of the Services or of that Ingress is an event.
      Refusal why = new Refusal(reason(e), String.valueOf(e.getMessage()));
      accepted.forEach(wish -> refused.put(wish.service().uid(), why));
    }
  }

  private static String reason(ApiException e) {
    return e instanceof ForeignObjectException ? "IngressNotOurs" : REFUSED;
  }

  private void tell(
      List<ServiceView> services,
      List<Wish> mine,
      Plan plan,
      Map<String, Refusal> refused,
      ServiceWriter writer) {
    List<Runnable> writes = new ArrayList<>();
    for (Wish wish : mine) {
      String uid = wish.service().uid();
      Refusal why = refused.get(uid);
      Plan.Exposed as = plan.exposed().get(uid);
      if (why != null) {
        writes.add(() -> writer.refused(wish.service(), why));
      } else if (as != null) {
        writes.add(() -> writer.exposed(wish, as));
      }
    }
    services.stream()
        .filter(each -> each.marked() && !OptIn.wanted(each, settings))
        .forEach(each -> writes.add(() -> writer.unexposed(each)));
    all(writes);
  }

  /** A Service that cannot be written to must not keep the others from being told. */
  private static void all(List<Runnable> writes) {
    List<ApiException> failures = new ArrayList<>();
    for (Runnable write : writes) {
      try {
        write.run();
      } catch (ApiException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      ApiException first = failures.remove(0);
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  /** All that belong to the Ingress, also those that only carry what we left. */
  private static List<ServiceView> services(ExposeRequest request, Reader cache) {
    return cache
        .list(ServiceWriter.SERVICES, ListOption.namespace(request.namespace()))
        .where(it -> !it.metadata().deleting() && OptIn.request(it.metadata()).equals(request))
        .observed()
        .map(each -> ServiceView.of(each.metadata(), each.get()))
        .toList();
  }

  /** The Ingress of this request; where the cache has none, the server is asked before a write. */
  private static Optional<ObjectMetadata> standing(
      ExposeRequest request, boolean wanted, Context context) {
    return context
        .cache()
        .metadata(IngressWriter.INGRESSES, request.key())
        .or(
            () ->
                wanted
                    ? context.client().metadata(IngressWriter.INGRESSES, request.key())
                    : Optional.empty());
  }
}
