package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Resource;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import org.jspecify.annotations.Nullable;

/** A custom resource of tests. */
@Resource(group = "test.example.com", version = "v1", kind = "Widget", plural = "widgets")
record Widget(V1ObjectMeta metadata, Spec spec, @Nullable Status status) {
  record Spec(int size) {}

  record Status(int seen) {}
}
