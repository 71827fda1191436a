package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.Reader;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who decides about whom: the Services of one Ingress, the rivals for their hosts and paths, the
 * rivals of these, and so on. Usually nobody but the first.
 */
final class Contest {
  private final ExposeSettings settings;
  private final Places places;
  private final Reader cache;
  private final Map<ObjectKey, Wish> found = new LinkedHashMap<>();

  private Contest(ExposeSettings settings, Places places, Reader cache) {
    this.settings = settings;
    this.places = places;
    this.cache = cache;
  }

  /** All that must be looked at together to decide about the given ones, these among them. */
  static Collection<Wish> around(
      List<Wish> wishes, ExposeSettings settings, Places places, Reader cache) {
    Contest contest = new Contest(settings, places, cache);
    contest.spread(wishes);
    return List.copyOf(contest.found.values());
  }

  private void spread(List<Wish> wishes) {
    Deque<Wish> open = new ArrayDeque<>(wishes);
    wishes.forEach(wish -> found.put(wish.service().key(), wish));
    while (!open.isEmpty()) {
      for (Wish.Place place : open.remove().places()) {
        for (ObjectKey key : places.asking(place)) {
          if (!found.containsKey(key)) {
            rival(key)
                .ifPresent(
                    rival -> {
                      found.put(key, rival);
                      open.add(rival);
                    });
          }
        }
      }
    }
  }

  private Optional<Wish> rival(ObjectKey key) {
    return cache
        .get(ServiceWriter.SERVICES, key)
        .map(it -> ServiceView.of(ServiceWriter.SERVICES.metadata(it), it))
        .filter(view -> OptIn.wanted(view, settings))
        .map(view -> Wish.of(view, settings))
        .map(
            wish ->
                withoutForeign(
                    wish,
                    cache.metadata(IngressWriter.INGRESSES, wish.request().key()),
                    Set.of(wish.service().uid())));
  }

  /**
   * A Service whose Ingress cannot be ours holds no host either.
   *
   * @param standing its Ingress
   * @param uids of the Services by which it would be ours
   */
  static Wish withoutForeign(Wish wish, Optional<ObjectMetadata> standing, Set<String> uids) {
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
