package dev.controllerruntime.demo;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.Client;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Whether the cluster says that the controllers have done their work: each Service that asks for it
 * tells its URL or why it has none, and each workload that asks for it carries its baseline.
 */
final class Convergence {
  private static final Duration AT_MOST = Duration.ofSeconds(60);
  private static final long LOOK_AGAIN_MILLIS = 50;
  private static final List<String> WORKLOADS = List.of("Deployment", "StatefulSet", "DaemonSet");

  private final Application application;
  private final Client client;

  Convergence(Application application, Client client) {
    this.application = application;
    this.client = client;
  }

  /** Waits for it; false after 60 s. */
  boolean await() throws InterruptedException {
    long until = System.nanoTime() + AT_MOST.toNanos();
    while (!reached()) {
      if (System.nanoTime() > until) {
        return false;
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
    return true;
  }

  private boolean reached() {
    return application.of("Service").stream().allMatch(this::settled)
        && WORKLOADS.stream().flatMap(kind -> application.of(kind).stream()).allMatch(this::seen);
  }

  private boolean settled(DynamicObject given) {
    return client
        .get(Application.kind(given), given.metadata().key())
        .map(
            service ->
                !asksToBeExposed(service.metadata())
                    || service.metadata().annotations().containsKey("fabric8.io/exposeUrl")
                    || refused(service))
        .orElse(true);
  }

  private static boolean asksToBeExposed(ObjectMetadata service) {
    String annotation = service.annotations().getOrDefault("fabric8.io/expose", "");
    String label = service.labels().getOrDefault("expose", "");
    return !Stream.of(annotation, label).anyMatch("false"::equals)
        && Stream.of(annotation, label).anyMatch("true"::equals);
  }

  private static boolean refused(DynamicObject service) {
    return service.get("/status/conditions").stream()
        .flatMap(all -> all instanceof List<?> list ? list.stream() : Stream.empty())
        .anyMatch(
            each ->
                each instanceof Map<?, ?> condition
                    && "fabric8.io/Exposed".equals(condition.get("type"))
                    && "False".equals(condition.get("status")));
  }

  /** A second annotation beside the one that it was loaded with. */
  private boolean seen(DynamicObject given) {
    return client
        .get(Application.kind(given), given.metadata().key())
        .map(
            workload ->
                workload.metadata().annotations().size() > given.metadata().annotations().size())
        .orElse(true);
  }
}
