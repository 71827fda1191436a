package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Services as the tests need them. */
final class Examples {
  private Examples() {}

  static ExposeSettings settings(String... keysAndValues) {
    Map<String, String> values = new HashMap<>(Map.of("domain", "example.com"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return ExposeSettings.parse(values);
  }

  /** Asks to be exposed; names that come later in the alphabet are not older for that. */
  static ServiceView service(String name, int age, String... annotations) {
    Map<String, String> all = new HashMap<>(Map.of(Names.EXPOSE, "true"));
    for (int i = 0; i < annotations.length; i += 2) {
      all.put(annotations[i], annotations[i + 1]);
    }
    return new ServiceView(
        new ObjectKey("shop", name),
        "uid-" + name,
        Instant.ofEpochSecond(1_000_000L - age),
        false,
        Map.of(),
        all,
        "ClusterIP",
        "10.0.0.1",
        List.of(new ServiceView.Port("http", 80), new ServiceView.Port("admin", 9000)),
        Optional.empty());
  }

  static ServiceView labelled(ServiceView of, Map<String, String> labels) {
    return new ServiceView(
        of.key(),
        of.uid(),
        of.created(),
        of.deleting(),
        labels,
        of.annotations(),
        of.type(),
        of.clusterIp(),
        of.ports(),
        of.condition());
  }

  static ServiceView shaped(
      ServiceView of, String type, String clusterIp, List<ServiceView.Port> ports) {
    return new ServiceView(
        of.key(),
        of.uid(),
        of.created(),
        of.deleting(),
        of.labels(),
        of.annotations(),
        type,
        clusterIp,
        ports,
        of.condition());
  }

  static Plan plan(ExposeSettings settings, ServiceView... services) {
    List<Wish> wishes =
        List.of(services).stream().map(service -> Wish.of(service, settings)).toList();
    return Plan.of(wishes.get(0).request(), wishes, settings);
  }

  static String url(ExposeSettings settings, ServiceView service) {
    return plan(settings, service).exposed().values().iterator().next().url();
  }
}
