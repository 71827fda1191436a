package dev.controllerruntime.integration;

import dev.controllerruntime.api.Resource;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import org.jspecify.annotations.Nullable;

/** A custom resource of a user's own, as a record. */
@Resource(group = "test.example.com", version = "v1", kind = "Widget", plural = "widgets")
record Widget(V1ObjectMeta metadata, Spec spec, @Nullable Status status) {
  record Spec(int size) {}

  record Status(int ready) {}

  Widget withStatus(Status now) {
    return new Widget(metadata, spec, now);
  }

  Widget withSpec(Spec wanted) {
    return new Widget(metadata, wanted, status);
  }
}
