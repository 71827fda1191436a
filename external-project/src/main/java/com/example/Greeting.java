package com.example;

import dev.controllerruntime.api.Resource;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/** A custom resource as a record. */
@Resource(group = "example.com", version = "v1", kind = "Greeting", plural = "greetings")
public record Greeting(V1ObjectMeta metadata, Spec spec) {
  /** Whom to greet. */
  public record Spec(String name) {}
}
