package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.KindTable;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.codec.Codec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the discovery document of one group and version at a time: {@code /apis/GROUP/VERSION}. The
 * aggregated document would answer for all groups at once, but it is large, leaves out groups whose
 * server does not answer, and a controller asks for a handful of kinds only.
 */
final class Discovery implements ResourceResolver {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Requests requests;
  private final Codec codec;
  private final Map<String, Map<String, ApiResource>> known;

  Discovery(Requests requests, Codec codec) {
    this(requests, codec, new LinkedHashMap<>());
  }

  private Discovery(Requests requests, Codec codec, Map<String, Map<String, ApiResource>> known) {
    this.requests = requests;
    this.codec = codec;
    this.known = known;
  }

  @Override
  public ResourceResolver askingOnce() {
    return new Discovery(requests.once(), codec, known);
  }

  @Override
  public Optional<ApiResource> resolve(Kind<?> kind) throws IOException, InterruptedException {
    Optional<ApiResource> kept = kept(kind);
    if (kept.isPresent()) {
      return kept;
    }
    Optional<ApiResource> beforehand = beforehand(kind);
    return beforehand.isPresent() ? beforehand : discover(kind);
  }

  @Override
  public Optional<ApiResource> discover(Kind<?> kind) throws IOException, InterruptedException {
    Map<String, ApiResource> found = document(kind.group(), kind.version());
    synchronized (known) {
      known.put(kind.apiVersion(), found);
    }
    return Optional.ofNullable(found.get(kind.kind()));
  }

  private Optional<ApiResource> kept(Kind<?> kind) {
    synchronized (known) {
      return Optional.ofNullable(known.getOrDefault(kind.apiVersion(), Map.of()).get(kind.kind()));
    }
  }

  private static Optional<ApiResource> beforehand(Kind<?> kind) {
    return KindTable.find(kind)
        .map(
            entry ->
                new ApiResource(
                    kind.group(),
                    kind.version(),
                    kind.kind(),
                    entry.plural(),
                    entry.scope(),
                    entry.verbs(),
                    entry.hasStatus()));
  }

  private Map<String, ApiResource> document(String group, String version)
      throws IOException, InterruptedException {
    Reply reply;
    try {
      reply =
          requests.send(
              Call.get(ResourcePaths.groupVersion(group, version), "application/json", TIMEOUT));
    } catch (StatusException e) {
      if (e.status().code() == 404) {
        return Map.of();
      }
      throw e;
    }
    Map<String, @Nullable Object> tree = codec.tree(reply.body());
    return resources(
        group, version, tree.get("resources") instanceof List<?> list ? list : List.of());
  }

  private static Map<String, ApiResource> resources(String group, String version, List<?> entries) {
    Map<String, ApiResource> byKind = new LinkedHashMap<>();
    List<String> withStatus = new ArrayList<>();
    for (Object each : entries) {
      if (!(each instanceof Map<?, ?> entry) || !(entry.get("name") instanceof String name)) {
        continue;
      }
      if (name.endsWith("/status")) {
        withStatus.add(name.substring(0, name.length() - "/status".length()));
      }
      // Subresources such as deployments/scale carry kinds of their own, also of other groups.
      if (!name.contains("/") && entry.get("kind") instanceof String kind) {
        byKind.putIfAbsent(kind, resource(group, version, kind, name, entry));
      }
    }
    byKind.replaceAll((kind, r) -> withStatus.contains(r.plural()) ? withStatus(r) : r);
    return byKind;
  }

  private static ApiResource resource(
      String group, String version, String kind, String plural, Map<?, ?> entry) {
    List<String> verbs = new ArrayList<>();
    if (entry.get("verbs") instanceof List<?> list) {
      list.forEach(verb -> verbs.add(String.valueOf(verb)));
    }
    Scope scope = Boolean.FALSE.equals(entry.get("namespaced")) ? Scope.CLUSTER : Scope.NAMESPACED;
    return new ApiResource(group, version, kind, plural, scope, verbs, false);
  }

  private static ApiResource withStatus(ApiResource r) {
    return new ApiResource(
        r.group(), r.version(), r.kind(), r.plural(), r.scope(), r.verbs(), true);
  }
}
