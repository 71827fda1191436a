package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.transport.Reply;
import dev.controllerruntime.client.transport.ResourcePaths;
import dev.controllerruntime.client.transport.Statuses;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** DELETE of one object, its options in the body. */
final class Deletion {
  private final Wire wire;
  private final Reports reports;

  Deletion(Wire wire) {
    this.wire = wire;
    this.reports = new Reports(wire);
  }

  void delete(Kind<?> kind, ObjectKey key, WriteOption... options) {
    WriteSettings settings =
        WriteSettings.of(WriteSettings.Verb.DELETE, wire.fieldManager(), options);
    Deed deed = Deed.write("delete", kind, key);
    String path = ResourcePaths.object(wire.resource(deed), key);
    Reply reply;
    try {
      byte[] body = wire.codec().bytes(body(settings));
      reply = wire.write(deed, "DELETE", path, Map.of(), Wire.JSON, body);
    } catch (MissingKindException e) {
      throw e;
    } catch (NotFoundException e) {
      wire.returning(deed);
      return; // what was asked for is the case
    }
    if (!settings.dryRun()) {
      report(deed, key, settings, reply);
    }
    wire.returning(deed);
  }

  private void report(Deed deed, ObjectKey key, WriteSettings settings, Reply reply) {
    Kind<?> kind = deed.kind();
    Optional<Map<String, @Nullable Object>> status = Statuses.success(wire.codec(), reply);
    if (status.isEmpty()) {
      reports.deletionAnswered(kind, wire.object(deed, reply.body()));
      return;
    }
    Map<?, ?> details = status.get().get("details") instanceof Map<?, ?> given ? given : Map.of();
    String uid = details.get("uid") instanceof String told ? told : settings.uid();
    reports.deleted(kind, key, uid);
  }

  private static Map<String, @Nullable Object> body(WriteSettings settings) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("apiVersion", "v1");
    body.put("kind", "DeleteOptions");
    Map<String, @Nullable Object> preconditions = new LinkedHashMap<>();
    if (!settings.uid().isEmpty()) {
      preconditions.put("uid", settings.uid());
    }
    if (!settings.resourceVersion().isEmpty()) {
      preconditions.put("resourceVersion", settings.resourceVersion());
    }
    if (!preconditions.isEmpty()) {
      body.put("preconditions", preconditions);
    }
    WriteOption.Propagation propagation = settings.propagation();
    if (propagation != null) {
      body.put(
          "propagationPolicy",
          switch (propagation) {
            case BACKGROUND -> "Background";
            case FOREGROUND -> "Foreground";
            case ORPHAN -> "Orphan";
          });
    }
    if (settings.dryRun()) {
      body.put("dryRun", List.of("All"));
    }
    return body;
  }
}
