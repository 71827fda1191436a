package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.Patch;
import dev.controllerruntime.client.WriteOption;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.samples.Narrator;
import io.kubernetes.client.openapi.models.V1Condition;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceStatus;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Tells the Service what became of it: annotations, condition, events. Writes only what differs
 * from what was observed, so a second run on the same state writes nothing. An event comes before
 * the write that makes it superfluous: after a crash between the two it is told again rather than
 * never.
 */
final class ServiceWriter {
  static final Kind<V1Service> SERVICES = Kind.of(V1Service.class);

  private final Context context;
  private final Narrator narrator;

  ServiceWriter(Context context, Narrator narrator) {
    this.context = context;
    this.narrator = narrator;
  }

  /** The Ingress is stored: URL and host become known. */
  void exposed(Wish wish, Plan.Exposed as) {
    ServiceView service = wish.service();
    String said = "reachable at " + as.url();
    String notes = wish.warnings().stream().map(Refusal::message).collect(Collectors.joining("; "));
    String message = notes.isEmpty() ? said : said + "; " + notes;
    boolean told = says(service, "True", "Exposed", message);
    Map<String, String> annotations = new TreeMap<>();
    annotations.put(Names.URL, as.url());
    if (!wish.hostKey().isEmpty()) {
      annotations.put(wish.hostKey(), as.host());
      annotations.put(Names.HOST_WRITTEN, wish.hostKey());
    }
    // Another host key, or none any more: applying the rest gives up the old one.
    String written = service.annotation(Names.HOST_WRITTEN);
    boolean current =
        written.equals(wish.hostKey())
            && service.annotations().entrySet().containsAll(annotations.entrySet());
    if (!told) {
      wish.warnings().forEach(each -> warn(service, each));
    }
    if (!current || !told) {
      if (!as.url().equals(service.annotations().get(Names.URL))) {
        normal(service, "Exposed", said);
      }
      annotate(service, annotations);
    }
    if (!told) {
      condition(
          service,
          Optional.of(new V1Condition().status("True").reason("Exposed").message(message)));
    }
  }

  /** It cannot be exposed: the URL goes, the condition says why. */
  void refused(ServiceView service, Refusal why) {
    boolean told = says(service, "False", why.reason(), why.message());
    if (!told) {
      warn(service, why);
    }
    withoutUrl(service);
    if (!told) {
      condition(
          service,
          Optional.of(
              new V1Condition().status("False").reason(why.reason()).message(why.message())));
    }
  }

  /** It does not ask to be exposed: what we left on it goes. */
  void unexposed(ServiceView service) {
    if (service.annotations().containsKey(Names.URL)) {
      normal(service, "Unexposed", "no longer asks to be exposed; its URL is removed");
    }
    withoutUrl(service);
    if (service.condition().isPresent()) {
      condition(service, Optional.empty());
    }
  }

  private void withoutUrl(ServiceView service) {
    if (!service.annotations().containsKey(Names.URL)
        && !service.annotations().containsKey(Names.HOST_WRITTEN)) {
      return;
    }
    annotate(service, Map.of());
  }

  /** Exactly these of ours: what we wrote before and is not among them goes. */
  private void annotate(ServiceView service, Map<String, String> annotations) {
    V1Service body = body(service.key());
    if (!annotations.isEmpty()) {
      metadata(body).annotations(new TreeMap<>(annotations));
    }
    V1Service stored =
        context.client().apply(SERVICES, body, WriteOption.force(), WriteOption.uid(service.uid()));
    Set<String> stale = new TreeSet<>(List.of(Names.URL, Names.HOST_WRITTEN));
    String hostKey = service.annotation(Names.HOST_WRITTEN);
    if (Wish.mayHoldHost(hostKey)) {
      stale.add(hostKey);
    }
    stale.removeAll(annotations.keySet());
    stale.retainAll(SERVICES.metadata(stored).annotations().keySet());
    if (!stale.isEmpty()) {
      // Written by others too (an old manifest, say), so the apply left it: it is wrong all the
      // same. The names were checked, so none needs escaping.
      String removals =
          stale.stream().map(key -> "\"" + key + "\":null").collect(Collectors.joining(","));
      context
          .client()
          .patch(
              SERVICES,
              service.key(),
              Patch.merge("{\"metadata\":{\"annotations\":{" + removals + "}}}"),
              WriteOption.uid(service.uid()));
    }
  }

  private void condition(ServiceView service, Optional<V1Condition> condition) {
    V1Service body = body(service.key());
    condition.ifPresent(
        each ->
            body.status(
                new V1ServiceStatus()
                    .conditions(
                        List.of(
                            each.type(Names.CONDITION)
                                .lastTransitionTime(since(service, each.getStatus()))))));
    context
        .client()
        .status()
        .apply(SERVICES, body, WriteOption.force(), WriteOption.uid(service.uid()));
  }

  /** A condition that keeps its status keeps its time. */
  private OffsetDateTime since(ServiceView service, String status) {
    return service
        .condition()
        .filter(before -> status.equals(before.getStatus()))
        .map(V1Condition::getLastTransitionTime)
        .orElseGet(
            () ->
                OffsetDateTime.ofInstant(context.clock().instant(), ZoneOffset.UTC)
                    .truncatedTo(ChronoUnit.SECONDS));
  }

  private static boolean says(ServiceView service, String status, String reason, String message) {
    return service
        .condition()
        .filter(
            now ->
                status.equals(now.getStatus())
                    && reason.equals(now.getReason())
                    && message.equals(now.getMessage()))
        .isPresent();
  }

  private void normal(ServiceView service, String reason, String note) {
    context.events().normal(SERVICES, about(service), reason, note);
    narrator.tell(ExposeController.NAME, service.key(), note);
  }

  private void warn(ServiceView service, Refusal why) {
    context.events().warning(SERVICES, about(service), why.reason(), why.message());
    narrator.tell(ExposeController.NAME, service.key(), why.message());
  }

  private static V1Service about(ServiceView service) {
    V1Service body = body(service.key());
    metadata(body).uid(service.uid());
    return body;
  }

  private static V1Service body(ObjectKey key) {
    return new V1Service()
        .apiVersion("v1")
        .kind("Service")
        .metadata(new V1ObjectMeta().namespace(key.namespace()).name(key.name()));
  }

  private static V1ObjectMeta metadata(V1Service body) {
    V1ObjectMeta metadata = body.getMetadata();
    if (metadata == null) {
      throw new IllegalStateException("a body is always made with its metadata");
    }
    return metadata;
  }
}
