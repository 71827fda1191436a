package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Requests;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks a server for its kinds, by aggregated discovery: two requests. */
final class ServedKinds {
  private static final String ACCEPT =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Requests requests;
  private final Codec codec;
  private final Concurrency concurrency;

  ServedKinds(Transport transport, Codec codec, Concurrency concurrency) {
    this.requests = new Requests(transport, codec, concurrency);
    this.codec = codec;
    this.concurrency = concurrency;
  }

  /** Kinds that can be listed and deleted, each in its preferred version. */
  List<Kind<ObjectMetadata>> deletable() {
    List<Kind<ObjectMetadata>> kinds = new ArrayList<>();
    for (String path : List.of("/api", "/apis")) {
      for (Map<?, ?> group : maps(get(path).get("items"))) {
        collect(group, kinds);
      }
    }
    return kinds;
  }

  private static void collect(Map<?, ?> group, List<Kind<ObjectMetadata>> kinds) {
    String name = group.get("metadata") instanceof Map<?, ?> m ? text(m.get("name")) : "";
    for (Map<?, ?> version : maps(group.get("versions")).stream().limit(1).toList()) {
      String apiVersion = (name.isEmpty() ? "" : name + "/") + text(version.get("version"));
      for (Map<?, ?> resource : maps(version.get("resources"))) {
        if (resource.get("verbs") instanceof List<?> verbs
            && verbs.containsAll(List.of("list", "delete"))
            && resource.get("responseKind") instanceof Map<?, ?> kind) {
          kinds.add(Kind.metadataOnly(apiVersion, text(kind.get("kind"))));
        }
      }
    }
  }

  private Map<String, ?> get(String path) {
    try {
      return codec.tree(requests.send(Call.get(path, ACCEPT, TIMEOUT)).body());
    } catch (IOException e) {
      throw new IllegalStateException(
          "the kinds of the server are not known: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw new IllegalStateException("interrupted while asking for the kinds of the server", e);
    }
  }

  private static List<Map<?, ?>> maps(@org.jspecify.annotations.Nullable Object list) {
    List<Map<?, ?>> maps = new ArrayList<>();
    if (list instanceof List<?> all) {
      for (Object each : all) {
        if (each instanceof Map<?, ?> map) {
          maps.add(map);
        }
      }
    }
    return maps;
  }

  private static String text(@org.jspecify.annotations.Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
