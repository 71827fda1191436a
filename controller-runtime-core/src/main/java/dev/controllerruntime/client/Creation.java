package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.transport.ApiResource;
import dev.controllerruntime.client.transport.Reply;
import dev.controllerruntime.client.transport.ResourcePaths;
import dev.controllerruntime.codec.Encoded;

/** POST to the collection. */
final class Creation {
  private final Wire wire;
  private final Reports reports;

  Creation(Wire wire) {
    this.wire = wire;
    this.reports = new Reports(wire);
  }

  <T> T create(Kind<T> kind, T object, WriteOption... options) {
    WriteSettings settings =
        WriteSettings.of(WriteSettings.Verb.CREATE, wire.fieldManager(), options);
    Views.checkWhole(kind, "create");
    Encoded body = wire.codec().encode(kind, object);
    ObjectMetadata metadata = body.metadata();
    String target =
        metadata.namespace().isEmpty()
            ? metadata.name()
            : metadata.namespace() + "/" + metadata.name();
    Deed deed = new Deed("create", kind, target, true);
    if (!metadata.resourceVersion().isEmpty()) {
      throw new IllegalArgumentException(
          deed + ": the object has a resourceVersion, so it was stored before; clear it");
    }
    ApiResource resource = wire.resource(deed);
    if (resource.namespaced() && metadata.namespace().isEmpty()) {
      throw new IllegalArgumentException(deed + ": metadata.namespace is missing");
    }
    String path = ResourcePaths.collection(resource, metadata.namespace());
    Reply reply = wire.write(deed, "POST", path, settings.query(), Wire.JSON, body.bytes());
    Encoded answer = wire.object(deed, reply.body());
    if (!settings.dryRun()) {
      reports.written(kind, answer);
    }
    wire.returning(deed);
    return wire.codec().decode(kind, answer);
  }
}
