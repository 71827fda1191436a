package dev.controllerruntime.testkit;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.AlreadyExistsException;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.WriteOption;
import dev.controllerruntime.client.transport.ApiResource;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.concurrent.Concurrency;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Brings the objects of a test to its cluster. */
final class Applier {
  private static final Kind<V1Namespace> NAMESPACES = Kind.of(V1Namespace.class);
  private static final Duration ESTABLISHED_WITHIN = Duration.ofSeconds(30);

  private final Client client;
  private final ResourceResolver resources;
  private final Concurrency concurrency;
  private final Waiting waiting;

  Applier(Client client, ResourceResolver resources, Concurrency concurrency, Waiting waiting) {
    this.client = client;
    this.resources = resources;
    this.concurrency = concurrency;
    this.waiting = waiting;
  }

  /**
   * Makes or changes the object; its namespace first.
   *
   * @throws IllegalArgumentException when the server refuses it or lacks its kind; one line
   */
  void apply(Manifest manifest) {
    Kind<DynamicObject> kind = manifest.kind();
    ApiResource resource =
        discover(kind)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        manifest.describe()
                            + ": the server has no kind "
                            + kind.kind()
                            + " in "
                            + kind.apiVersion()
                            + "; apply its CustomResourceDefinition before"));
    DynamicObject object = manifest.object();
    try {
      if (resource.namespaced()) {
        place(object);
      }
      write(kind, object);
    } catch (ApiException | IllegalArgumentException e) {
      throw new IllegalArgumentException(manifest.describe() + ": " + e.getMessage(), e);
    }
    if (CustomResources.isDefinition(object)) {
      awaitServed(CustomResources.kinds(object));
    }
  }

  private void place(DynamicObject object) {
    String namespace = object.metadata().key().namespace();
    if (namespace.isEmpty()) {
      object.set("/metadata/namespace", "default");
    } else {
      makeNamespace(namespace);
    }
  }

  private void makeNamespace(String name) {
    if (client.metadata(NAMESPACES, new ObjectKey("", name)).isPresent()) {
      return;
    }
    try {
      client.create(NAMESPACES, new V1Namespace().metadata(new V1ObjectMeta().name(name)));
    } catch (AlreadyExistsException e) {
      // Somebody else was faster: it is there.
      return;
    }
  }

  private void write(Kind<DynamicObject> kind, DynamicObject object) {
    if (object.get("/metadata/name").isEmpty()) {
      client.create(kind, object);
      return;
    }
    Optional<Object> status = object.get("/status");
    DynamicObject stored = client.apply(kind, object, WriteOption.force());
    if (status.isPresent() && stored.get("/status").filter(status.get()::equals).isEmpty()) {
      client.status().apply(kind, object, WriteOption.force());
    }
  }

  /** See {@link TestCluster#define}. */
  void define(Class<?> type) {
    Kind<?> kind = Kind.of(type);
    if (discover(kind).isEmpty()) {
      apply(CustomResources.definition(type));
    }
  }

  private void awaitServed(List<Kind<DynamicObject>> kinds) {
    waiting.eventually(
        ESTABLISHED_WITHIN,
        () -> {
          for (Kind<DynamicObject> kind : kinds) {
            if (discover(kind).isEmpty()) {
              throw new AssertionError(
                  "the server does not serve "
                      + kind.kind()
                      + " ("
                      + kind.apiVersion()
                      + ") though it was defined");
            }
          }
        });
  }

  private Optional<ApiResource> discover(Kind<?> kind) {
    try {
      return resources.discover(kind);
    } catch (IOException e) {
      throw new IllegalStateException(
          "whether the server has " + kind.kind() + " is not known: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw new IllegalStateException("interrupted while asking for " + kind.kind(), e);
    }
  }
}
