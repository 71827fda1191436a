package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.client.transport.ApiResource;
import dev.controllerruntime.client.transport.ResourceResolver;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers where objects of a kind live as soon as anybody has asked the server, so that code
 * which must not wait can know.
 */
final class ScopeMemo implements ResourceResolver {
  private final ResourceResolver resources;
  private final Map<String, Scope> scopes = new ConcurrentHashMap<>();

  ScopeMemo(ResourceResolver resources) {
    this.resources = resources;
  }

  Optional<Scope> scope(Kind<?> kind) {
    return Optional.ofNullable(scopes.get(name(kind)));
  }

  @Override
  public Optional<ApiResource> resolve(Kind<?> kind) throws IOException, InterruptedException {
    return remembered(kind, resources.resolve(kind));
  }

  @Override
  public Optional<ApiResource> discover(Kind<?> kind) throws IOException, InterruptedException {
    return remembered(kind, resources.discover(kind));
  }

  private Optional<ApiResource> remembered(Kind<?> kind, Optional<ApiResource> resource) {
    resource.ifPresent(found -> scopes.put(name(kind), found.scope()));
    return resource;
  }

  private static String name(Kind<?> kind) {
    return kind.apiVersion() + " " + kind.kind();
  }
}
