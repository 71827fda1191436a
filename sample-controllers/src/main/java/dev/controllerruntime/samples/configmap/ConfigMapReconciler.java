package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.WriteOption;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.samples.Narrator;
import dev.controllerruntime.samples.configmap.Analysis.Outcome;
import dev.controllerruntime.samples.configmap.Analysis.Source;
import dev.controllerruntime.samples.configmap.SourceRef.Type;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Observe, analyze, act for one workload. */
final class ConfigMapReconciler implements Reconciler<WorkloadRequest> {
  static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  static final Kind<V1Secret> SECRETS = Kind.of(V1Secret.class);

  private final SourceUsers users;
  private final FingerprintKey key;
  private final Debounce debounce;
  private final Narrator narrator;

  ConfigMapReconciler(SourceUsers users, FingerprintKey key, Debounce debounce, Narrator narrator) {
    this.users = users;
    this.key = key;
    this.debounce = debounce;
    this.narrator = narrator;
  }

  @Override
  public Result reconcile(WorkloadRequest request, Context context) {
    for (WorkloadKind<?> kind : WorkloadKind.ALL) {
      if (kind.kind().kind().equals(request.kind())) {
        return workload(kind, request, context);
      }
    }
    return misplaced(request, context);
  }

  private <T> Result workload(WorkloadKind<T> kind, WorkloadRequest request, Context context) {
    Optional<T> found =
        context
            .cache()
            .get(kind.kind(), request.key())
            .filter(it -> !kind.kind().metadata(it).deleting());
    if (found.isEmpty()) {
      forget(request);
      return Result.done();
    }
    T workload = found.get();
    ObjectMetadata metadata = kind.kind().metadata(workload);
    V1PodTemplateSpec template = kind.template().apply(workload);
    String names = metadata.annotations().get(Markers.UPDATE_ON_CHANGE);
    if (names == null || template == null) {
      forget(request);
      optOut(kind.kind(), metadata, marker(template), context);
      return Result.done();
    }
    SourceNames sources = SourceNames.parse(names);
    if (!sources.wrong().isEmpty()) {
      context
          .events()
          .warning(
              kind.kind(),
              workload,
              "InvalidName",
              Markers.UPDATE_ON_CHANGE + " names what can be no object: " + sources.wrong());
    }
    users.set(request, sources.valid());
    Map<SourceRef, Source> now = observe(request.key(), sources.valid(), template, context);
    String last = metadata.annotations().get(Markers.SEEN);
    Optional<Baseline> before = last == null ? Optional.empty() : Baseline.parse(last);
    Optional<String> marker = marker(template);
    Outcome outcome = new Analysis(key.fingerprints(context.client())).outcome(before, marker, now);
    return act(kind.kind(), workload, request, last, marker, outcome, context);
  }

  private Map<SourceRef, Source> observe(
      ObjectKey workload, Set<String> names, V1PodTemplateSpec template, Context context) {
    Map<SourceRef, Usage> used = PodReferences.of(template);
    Map<SourceRef, Source> now = new LinkedHashMap<>();
    for (String name : names) {
      ObjectKey source = new ObjectKey(workload.namespace(), name);
      for (Type type : Type.values()) {
        SourceRef ref = new SourceRef(type, name);
        Usage usage = used.getOrDefault(ref, Usage.ONLY_NAMED);
        now.put(ref, new Source(usage, data(type, source, context)));
      }
    }
    return now;
  }

  private static Optional<SortedMap<String, byte[]>> data(
      Type type, ObjectKey source, Context context) {
    return switch (type) {
      case CONFIG_MAP ->
          context
              .cache()
              .get(CONFIG_MAPS, source)
              .map(
                  it -> {
                    SortedMap<String, byte[]> data = new TreeMap<>();
                    if (it.getData() != null) {
                      it.getData()
                          .forEach((k, v) -> data.put(k, v.getBytes(StandardCharsets.UTF_8)));
                    }
                    if (it.getBinaryData() != null) {
                      data.putAll(it.getBinaryData());
                    }
                    return data;
                  });
      case SECRET ->
          context
              .cache()
              .get(SECRETS, source)
              .map(
                  it ->
                      it.getData() == null
                          ? new TreeMap<String, byte[]>()
                          : new TreeMap<>(it.getData()));
    };
  }

  private <T> Result act(
      Kind<T> kind,
      T workload,
      WorkloadRequest request,
      @Nullable String last,
      Optional<String> marker,
      Outcome outcome,
      Context context) {
    if (!outcome.rolls()) {
      debounce.forget(request);
      if (!outcome.baseline().text().equals(last)) {
        write(kind, kind.metadata(workload), outcome, context);
        narrator.tell(
            "configmap",
            request.key(),
            last == null
                ? "seen for the first time: its sources are written down, nothing rolls"
                : "its sources are written down anew, nothing rolls");
      }
      return Result.done();
    }
    Duration wait = debounce.left(request, outcome.baseline().text(), context.clock().instant());
    if (!wait.isZero()) {
      return Result.requeueAfter(wait);
    }
    String changed =
        outcome.changed().stream().map(SourceRef::toString).collect(Collectors.joining(", "));
    write(kind, kind.metadata(workload), outcome, context);
    debounce.forget(request);
    context.events().normal(kind, workload, "Rolled", changed + " changed");
    narrator.tell("configmap", request.key(), changed + " changed: " + request.kind() + " rolls");
    return Result.done();
  }

  private void forget(WorkloadRequest request) {
    users.set(request, Set.of());
    debounce.forget(request);
  }

  /** Removes what we left; fields of others stay as they are. */
  private void optOut(
      Kind<?> kind, ObjectMetadata workload, Optional<String> marker, Context context) {
    if (workload.annotations().containsKey(Markers.SEEN) || marker.isPresent()) {
      apply(kind, workload, object(kind, workload), context);
      narrator.tell("configmap", workload.key(), "opted out: our markers are removed");
    }
  }

  private void write(Kind<?> kind, ObjectMetadata workload, Outcome outcome, Context context) {
    DynamicObject object = object(kind, workload);
    object.set(annotation("/metadata", Markers.SEEN), outcome.baseline().text());
    outcome
        .marker()
        .ifPresent(
            value -> object.set(annotation("/spec/template/metadata", Markers.ROLLED_FOR), value));
    apply(kind, workload, object, context);
  }

  /**
   * One apply of all that is ours; under the workload's uid, so that a deleted one stays deleted.
   */
  private static void apply(
      Kind<?> kind, ObjectMetadata workload, DynamicObject object, Context context) {
    context
        .client()
        .apply(
            Kind.dynamic(kind.apiVersion(), kind.kind()), object, WriteOption.uid(workload.uid()));
  }

  private static DynamicObject object(Kind<?> kind, ObjectMetadata workload) {
    return DynamicObjects.of(
        kind.apiVersion(), kind.kind(), workload.key().namespace(), workload.key().name());
  }

  private static String annotation(String metadata, String name) {
    return metadata + "/annotations/" + name.replace("~", "~0").replace("/", "~1");
  }

  private static Optional<String> marker(@Nullable V1PodTemplateSpec template) {
    V1ObjectMeta metadata = template == null ? null : template.getMetadata();
    Map<String, String> annotations = metadata == null ? null : metadata.getAnnotations();
    return annotations == null
        ? Optional.empty()
        : Optional.ofNullable(annotations.get(Markers.ROLLED_FOR));
  }

  private Result misplaced(WorkloadRequest request, Context context) {
    context
        .cache()
        .get(CONFIG_MAPS, request.key())
        .filter(it -> CONFIG_MAPS.metadata(it).annotations().containsKey(Markers.UPDATE_ON_CHANGE))
        .ifPresent(
            it ->
                context
                    .events()
                    .warning(
                        CONFIG_MAPS,
                        it,
                        "NotAWorkload",
                        Markers.UPDATE_ON_CHANGE
                            + " belongs on a Deployment, StatefulSet or DaemonSet, not on a"
                            + " ConfigMap: it does nothing here"));
    return Result.done();
  }
}
