package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Preview;
import dev.controllerruntime.client.Client;

/**
 * Clients for plain unit tests: the real client over an API server of its own in memory, without
 * threads. What the server refuses, merges or defaults, it refuses, merges or defaults here too.
 *
 * @since 0.1.0
 */
@Preview
public final class FakeClient {
  private FakeClient() {}

  /**
   * A client of a cluster that holds these objects: models, records and classes annotated {@link
   * dev.controllerruntime.api.Resource}, and {@link dev.controllerruntime.api.DynamicObject}s with
   * {@code apiVersion} and {@code kind}.
   *
   * <p>Generous: missing namespaces are made, unknown kinds are defined, a given status is stored,
   * and an object with a {@code deletionTimestamp} and finalizers is being deleted. uid, resource
   * version and generation are the server's own. Nothing is garbage-collected. The clock stands at
   * 2026-01-01T00:00:00Z.
   *
   * <p>The client may also stand for a cache, as the {@link dev.controllerruntime.client.Reader} of
   * {@code context.cache()}: everything is found at once. Thread-safe.
   *
   * @throws IllegalArgumentException when an object cannot be stored; says which and why
   */
  public static Client with(Object... objects) {
    return FakeCluster.of(objects).client();
  }
}
