package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.samples.configmap.SourceRef.Type;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EnvFromSource;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1EnvVarSource;
import io.kubernetes.client.openapi.models.V1KeyToPath;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1Volume;
import io.kubernetes.client.openapi.models.V1VolumeProjection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads off a pod template which keys of which sources it uses. */
final class PodReferences {
  private final Map<SourceRef, Usage> found = new TreeMap<>();

  private PodReferences() {}

  /** The sources that the template uses, in order. */
  static Map<SourceRef, Usage> of(V1PodTemplateSpec template) {
    PodReferences references = new PodReferences();
    V1PodSpec spec = template.getSpec();
    if (spec != null) {
      all(spec.getInitContainers()).forEach(references::container);
      all(spec.getContainers()).forEach(references::container);
      all(spec.getVolumes()).forEach(references::volume);
    }
    return references.found;
  }

  private void container(V1Container container) {
    all(container.getEnv()).forEach(this::variable);
    all(container.getEnvFrom()).forEach(this::everyVariable);
  }

  private void variable(V1EnvVar variable) {
    V1EnvVarSource from = variable.getValueFrom();
    if (from == null) {
      return;
    }
    if (from.getConfigMapKeyRef() != null) {
      key(
          Type.CONFIG_MAP,
          from.getConfigMapKeyRef().getName(),
          from.getConfigMapKeyRef().getKey(),
          from.getConfigMapKeyRef().getOptional());
    }
    if (from.getSecretKeyRef() != null) {
      key(
          Type.SECRET,
          from.getSecretKeyRef().getName(),
          from.getSecretKeyRef().getKey(),
          from.getSecretKeyRef().getOptional());
    }
  }

  private void everyVariable(V1EnvFromSource from) {
    if (from.getConfigMapRef() != null) {
      keys(
          Type.CONFIG_MAP,
          from.getConfigMapRef().getName(),
          null,
          from.getConfigMapRef().getOptional());
    }
    if (from.getSecretRef() != null) {
      keys(Type.SECRET, from.getSecretRef().getName(), null, from.getSecretRef().getOptional());
    }
  }

  private void volume(V1Volume volume) {
    if (volume.getConfigMap() != null) {
      keys(
          Type.CONFIG_MAP,
          volume.getConfigMap().getName(),
          volume.getConfigMap().getItems(),
          volume.getConfigMap().getOptional());
    }
    if (volume.getSecret() != null) {
      keys(
          Type.SECRET,
          volume.getSecret().getSecretName(),
          volume.getSecret().getItems(),
          volume.getSecret().getOptional());
    }
    if (volume.getProjected() != null) {
      all(volume.getProjected().getSources()).forEach(this::projection);
    }
  }

  private void projection(V1VolumeProjection projection) {
    if (projection.getConfigMap() != null) {
      keys(
          Type.CONFIG_MAP,
          projection.getConfigMap().getName(),
          projection.getConfigMap().getItems(),
          projection.getConfigMap().getOptional());
    }
    if (projection.getSecret() != null) {
      keys(
          Type.SECRET,
          projection.getSecret().getName(),
          projection.getSecret().getItems(),
          projection.getSecret().getOptional());
    }
  }

  private void key(
      Type type, @Nullable String name, @Nullable String key, @Nullable Boolean optional) {
    SortedSet<String> one = new TreeSet<>();
    if (key != null) {
      one.add(key);
    }
    add(type, name, Usage.of(one, !Boolean.TRUE.equals(optional)));
  }

  private void keys(
      Type type,
      @Nullable String name,
      @Nullable List<V1KeyToPath> items,
      @Nullable Boolean optional) {
    boolean required = !Boolean.TRUE.equals(optional);
    if (items == null || items.isEmpty()) {
      add(type, name, Usage.ofAll(required));
      return;
    }
    SortedSet<String> keys = new TreeSet<>();
    items.forEach(item -> keys.add(item.getKey()));
    add(type, name, Usage.of(keys, required));
  }

  private void add(Type type, @Nullable String name, Usage usage) {
    if (name != null && !name.isEmpty()) {
      found.merge(new SourceRef(type, name), usage, Usage::and);
    }
  }

  private static <E> List<E> all(@Nullable List<E> list) {
    return list == null ? List.of() : list;
  }
}
