package dev.controllerruntime.apiserver.verb;

import dev.controllerruntime.apiserver.apply.FieldManager;
import dev.controllerruntime.apiserver.apply.ResetFields;
import dev.controllerruntime.apiserver.resource.Recording;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.schema.OpenApiSchemas;
import dev.controllerruntime.apiserver.schema.Schema;
import java.util.HashMap;
import java.util.Map;

/** The schema of each kind and the field manager of each endpoint, made on first use. */
final class Schemas {
  private record Endpoint(ResourceType type, String subresource) {}

  /** Compiled once per process. */
  private static final OpenApiSchemas RECORDED =
      new OpenApiSchemas(
          apiVersion ->
              Recording.shared()
                  .openApi((apiVersion.contains("/") ? "apis/" : "api/") + apiVersion));

  private final Map<Endpoint, FieldManager> managers = new HashMap<>();

  /** The recorded schema; custom resources have the deduced one. */
  Schema of(ResourceType type) {
    return type.custom() ? Schema.deduced() : RECORDED.of(type.apiVersion(), type.kind());
  }

  /** The keeper of managedFields for writes to an endpoint. */
  FieldManager manager(ResourceType type, String subresource) {
    return managers.computeIfAbsent(
        new Endpoint(type, subresource),
        endpoint ->
            new FieldManager(
                of(type),
                type.apiVersion(),
                type.kind(),
                subresource,
                type.custom()
                    ? ResetFields.ofCustomResource(subresource, type.hasStatus())
                    : ResetFields.ofBuiltIn(
                        type.group(), type.plural(), subresource, type.hasStatus())));
  }
}
