package dev.controllerruntime.samples.expose;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who has which host and path: the older Service, then the one whose name comes first. A Service
 * that is refused holds nothing, so the next in age follows.
 *
 * @param refused by uid; who is not in it may be exposed
 */
record Claims(Map<String, Refusal> refused) {
  /** Decides over all Services that want to be exposed, whatever their order. */
  static Claims decide(Collection<Wish> wishes) {
    Map<Wish.Place, Wish> holders = new HashMap<>();
    Map<String, Refusal> refused = new LinkedHashMap<>();
    List<Wish> byAge =
        wishes.stream().sorted(Comparator.comparing(Wish::service, ServiceView.BY_AGE)).toList();
    for (Wish wish : byAge) {
      Optional<Refusal> why = wish.refusal().or(() -> taken(wish, holders));
      if (why.isPresent()) {
        refused.put(wish.service().uid(), why.get());
      } else {
        wish.places().forEach(place -> holders.put(place, wish));
      }
    }
    return new Claims(refused);
  }

  private static Optional<Refusal> taken(Wish wish, Map<Wish.Place, Wish> holders) {
    for (Wish.Place place : wish.places()) {
      Wish holder = holders.get(place);
      if (holder != null) {
        return Optional.of(
            new Refusal(
                "HostAndPathTaken",
                place
                    + " is taken by the older Service "
                    + holder.service().key()
                    + "; choose another host or path with "
                    + Names.HOST_NAME
                    + " or "
                    + Names.INGRESS_PATH));
      }
    }
    return Optional.empty();
  }
}
