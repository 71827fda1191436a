package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ForeignObjectException;
import dev.controllerruntime.client.InvalidException;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.samples.Narrator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Observe, analyze, act for one Ingress: reads all Services from the cache, lets pure functions
 * decide, and applies the Ingress first, then what the Services say about it. Whatever point it is
 * stopped at, the next run starts from what is in the cluster and ends in the same state.
 */
final class ExposeReconciler implements Reconciler<ExposeRequest> {
  private final ExposeSettings settings;
  private final List<String> namespaces;
  private final Verdicts verdicts;
  private final Narrator narrator;
  private final IngressWriter ingresses = new IngressWriter();

  /**
   * For some namespaces.
   *
   * @param namespaces empty: all
   */
  ExposeReconciler(
      ExposeSettings settings, List<String> namespaces, Verdicts verdicts, Narrator narrator) {
    this.settings = settings;
    this.namespaces = List.copyOf(namespaces);
    this.verdicts = verdicts;
    this.narrator = narrator;
  }

  @Override
  public Result reconcile(ExposeRequest request, Context context) {
    // Observe.
    List<ServiceView> services = services(context.cache());
    Optional<ObjectMetadata> standing = standing(request, context);

    // Analyze.
    Set<String> uids = services.stream().map(ServiceView::uid).collect(Collectors.toSet());
    List<Wish> wishes =
        services.stream()
            .filter(each -> OptIn.wanted(each, settings))
            .map(each -> Wish.of(each, settings))
            .map(
                wish ->
                    withoutForeign(
                        wish, standing(wish.request(), request, standing, context), uids))
            .toList();
    Claims claims = Claims.decide(wishes);
    List<Wish> mine = wishes.stream().filter(wish -> wish.request().equals(request)).toList();
    Map<String, Refusal> refused = new LinkedHashMap<>(claims.refused());
    List<Wish> accepted =
        mine.stream().filter(wish -> !refused.containsKey(wish.service().uid())).toList();
    Plan plan = Plan.of(request, accepted, settings);
    verdicts.decided(wishes, claims, request);

    // Act.
    if (standing.isPresent() && standing.get().deleting() && plan.ingress().isPresent()) {
      // On its way out; its end is an event, and the run after that makes a new one.
      return Result.done();
    }
    act(plan, standing.filter(each -> IngressWriter.ours(each, uids)), accepted, refused, context);
    tell(request, services, mine, plan, refused, new ServiceWriter(context, narrator));
    return Result.done();
  }

  private void act(
      Plan plan,
      Optional<ObjectMetadata> standing,
      List<Wish> accepted,
      Map<String, Refusal> refused,
      Context context) {
    try {
      if (plan.ingress().isPresent()) {
        if (ingresses.apply(context.client(), plan.ingress().get(), standing)) {
          narrator.tell(
              ExposeController.NAME,
              plan.ingress().get().key(),
              standing.isPresent()
                  ? "brought the Ingress to what its Services want"
                  : "Services ask for an Ingress; made it");
        }
      } else if (standing.filter(each -> !each.deleting()).isPresent()) {
        ingresses.delete(context.client(), standing.get());
        narrator.tell(
            ExposeController.NAME,
            standing.get().key(),
            "no Service asks for the Ingress any more; deleted it");
      }
    } catch (ForeignObjectException | InvalidException e) {
      // No retry heals this, a change of the Services or of that Ingress does, and is an event.
      Refusal why = new Refusal(reason(e), String.valueOf(e.getMessage()));
      accepted.forEach(wish -> refused.put(wish.service().uid(), why));
    }
  }

  private static String reason(ApiException e) {
    return e instanceof ForeignObjectException ? "IngressNotOurs" : "IngressRefused";
  }

  private void tell(
      ExposeRequest request,
      List<ServiceView> services,
      List<Wish> mine,
      Plan plan,
      Map<String, Refusal> refused,
      ServiceWriter writer) {
    for (Wish wish : mine) {
      String uid = wish.service().uid();
      Refusal why = refused.get(uid);
      Plan.Exposed as = plan.exposed().get(uid);
      if (why != null) {
        writer.refused(wish.service(), why);
      } else if (as != null) {
        writer.exposed(wish, as);
      }
    }
    services.stream()
        .filter(each -> !each.deleting() && each.marked() && !OptIn.wanted(each, settings))
        .filter(each -> OptIn.request(each).equals(request))
        .forEach(writer::unexposed);
  }

  private List<ServiceView> services(Reader cache) {
    if (namespaces.isEmpty()) {
      return views(cache);
    }
    List<ServiceView> all = new ArrayList<>();
    new TreeSet<>(namespaces).forEach(each -> all.addAll(views(cache, ListOption.namespace(each))));
    return all;
  }

  private List<ServiceView> views(Reader cache, ListOption... scope) {
    return cache
        .list(ServiceWriter.SERVICES, scope)
        .observed()
        .filter(each -> OptIn.wanted(each.metadata(), settings) || ExposeController.marked(each))
        .map(each -> ServiceView.of(each.metadata(), each.get()))
        .toList();
  }

  /** The Ingress of this request; where the cache has none, the server is asked before a write. */
  private static Optional<ObjectMetadata> standing(ExposeRequest request, Context context) {
    Client client = context.client();
    return context
        .cache()
        .metadata(IngressWriter.INGRESSES, request.key())
        .or(() -> client.metadata(IngressWriter.INGRESSES, request.key()));
  }

  private static Optional<ObjectMetadata> standing(
      ExposeRequest of, ExposeRequest mine, Optional<ObjectMetadata> known, Context context) {
    return of.equals(mine) ? known : context.cache().metadata(IngressWriter.INGRESSES, of.key());
  }

  /** A Service whose Ingress cannot be ours holds no host either. */
  private static Wish withoutForeign(
      Wish wish, Optional<ObjectMetadata> standing, Set<String> uids) {
    boolean foreign = standing.filter(each -> !IngressWriter.ours(each, uids)).isPresent();
    return foreign && wish.refusal().isEmpty()
        ? wish.refusedFor(
            new Refusal(
                "IngressNotOurs",
                "Ingress "
                    + wish.request()
                    + " exists and was not made by this controller, so it stays as it is; delete it"
                    + " or choose another name with "
                    + Names.INGRESS_NAME))
        : wish;
  }
}
