package dev.controllerruntime.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.KindTable;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.Clients;
import dev.controllerruntime.client.Patch;
import dev.controllerruntime.client.RuntimeClient;
import dev.controllerruntime.client.transport.ApiResource;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.testkit.inprocess.InProcessServer;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** An API server in memory that works on requests alone, and the objects it begins with. */
final class FakeCluster {
  private static final Kind<V1Namespace> NAMESPACES = Kind.of(V1Namespace.class);

  /** The server's own; a given value would be refused or ignored. */
  private static final List<String> SERVERS_OWN =
      List.of(
          "/metadata/uid",
          "/metadata/resourceVersion",
          "/metadata/generation",
          "/metadata/creationTimestamp",
          "/metadata/managedFields",
          "/metadata/deletionTimestamp",
          "/metadata/deletionGracePeriodSeconds");

  private final Concurrency concurrency = new FixedTime();
  private final Codec codec = Codec.json();
  private final ResourceResolver resources;
  private final RuntimeClient client;

  private FakeCluster() {
    ApiServer engine =
        ApiServer.builder()
            .garbageCollection(false)
            .build(concurrency.clock().instant(), concurrency.random());
    Transport transport = InProcessServer.onRequests(engine, concurrency).transport("");
    this.resources = ResourceResolver.discovering(transport, codec, concurrency);
    this.client = Clients.live(transport, resources, codec, concurrency);
  }

  static FakeCluster of(Object... objects) {
    FakeCluster cluster = new FakeCluster();
    for (Object object : objects) {
      cluster.add(object);
    }
    return cluster;
  }

  RuntimeClient client() {
    return client;
  }

  ResourceResolver resources() {
    return resources;
  }

  Concurrency concurrency() {
    return concurrency;
  }

  private void add(Object object) {
    if (object instanceof DynamicObject dynamic) {
      String apiVersion = text(dynamic, "/apiVersion");
      String kind = text(dynamic, "/kind");
      if (apiVersion.isEmpty() || kind.isEmpty()) {
        throw new IllegalArgumentException(
            "a DynamicObject needs apiVersion and kind to be stored, found " + dynamic.asMap());
      }
      add(Kind.dynamic(apiVersion, kind), dynamic);
    } else {
      addTyped(object.getClass(), object);
    }
  }

  private <T> void addTyped(Class<T> type, Object object) {
    add(Kind.of(type), type.cast(object));
  }

  private <T> void add(Kind<T> kind, T object) {
    Kind<DynamicObject> untyped = Kind.dynamic(kind.apiVersion(), kind.kind());
    // A copy: what is given stays as it is.
    DynamicObject tree = codec.decode(untyped, codec.encode(kind, object));
    try {
      store(kind, untyped, tree);
    } catch (ApiException e) {
      throw new IllegalArgumentException(
          "the "
              + kind.kind()
              + " "
              + tree.metadata().key()
              + " cannot be stored: "
              + e.getMessage(),
          e);
    }
  }

  private void store(Kind<?> given, Kind<DynamicObject> kind, DynamicObject tree) {
    boolean namespaced = resource(given, tree).namespaced();
    boolean deleting = tree.get("/metadata/deletionTimestamp").isPresent();
    Optional<Object> status = tree.get("/status");
    SERVERS_OWN.forEach(tree::remove);
    if (namespaced) {
      makeNamespace(tree);
    }
    DynamicObject stored = client.create(kind, tree);
    ObjectKey key = stored.metadata().key();
    if (status.isPresent() && stored.get("/status").filter(status.get()::equals).isEmpty()) {
      byte[] patch = codec.bytes(Map.of("status", status.get()));
      client.status().patch(kind, key, Patch.merge(new String(patch, UTF_8)));
    }
    if (deleting) {
      client.delete(kind, key);
    }
  }

  private void makeNamespace(DynamicObject object) {
    String namespace = object.metadata().key().namespace();
    if (namespace.isEmpty()) {
      object.set("/metadata/namespace", "default");
    } else if (client.metadata(NAMESPACES, new ObjectKey("", namespace)).isEmpty()) {
      client.create(NAMESPACES, new V1Namespace().metadata(new V1ObjectMeta().name(namespace)));
    }
  }

  /** Where the kind is found; it is defined when the server lacks it. */
  private ApiResource resource(Kind<?> kind, DynamicObject object) {
    return discover(kind)
        .orElseGet(
            () -> {
              define(kind, object);
              return discover(kind)
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              "the server lacks the kind "
                                  + kind.kind()
                                  + " ("
                                  + kind.apiVersion()
                                  + "), and it cannot be defined"));
            });
  }

  private void define(Kind<?> kind, DynamicObject object) {
    Optional<KindTable.Entry> known = KindTable.find(kind);
    String plural =
        known.map(KindTable.Entry::plural).orElse(kind.kind().toLowerCase(Locale.ROOT) + "s");
    Scope guessed =
        object.metadata().key().namespace().isEmpty() ? Scope.CLUSTER : Scope.NAMESPACED;
    Manifest definition =
        CustomResources.definition(
            kind.kind(),
            kind.group(),
            kind.version(),
            kind.kind(),
            plural,
            known.map(KindTable.Entry::scope).orElse(guessed));
    client.create(definition.kind(), definition.object());
  }

  private Optional<ApiResource> discover(Kind<?> kind) {
    try {
      return resources.discover(kind);
    } catch (IOException e) {
      throw new IllegalStateException("the server in memory does not answer", e);
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw new IllegalStateException("interrupted while asking for " + kind.kind(), e);
    }
  }

  private static String text(DynamicObject object, String pointer) {
    return object.get(pointer).map(Object::toString).orElse("");
  }
}
