package dev.controllerruntime.client;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.OwnerReference;
import dev.controllerruntime.client.transport.ResourcePaths;
import dev.controllerruntime.client.transport.ServerStatus;
import dev.controllerruntime.client.transport.StatusException;
import dev.controllerruntime.codec.Encoded;
import io.kubernetes.client.common.KubernetesObject;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Server-side apply with its guards. What is ours (the live object carries our field manager or an
 * owner reference that the body carries too) is applied with force. Anything else is applied
 * without, and under its uid, so that a deleted object is not made again half; a conflict there
 * means that somebody else's object stands in the place.
 */
final class Applying {
  private static final String CONFLICT = "FieldManagerConflict";
  private static final String MEDIA_TYPE = "application/apply-patch+yaml";
  private static final Pattern MANAGER = Pattern.compile("conflict with \"([^\"]+)\"");
  private static final int NAMED = 5;

  private final Wire wire;
  private final LiveWriter writer;

  Applying(Wire wire, LiveWriter writer) {
    this.wire = wire;
    this.writer = writer;
  }

  /**
   * What stands on the server.
   *
   * @param managers names of its field managers; null where they are not known (a cache drops them)
   */
  private record Standing(String uid, List<OwnerReference> owners, @Nullable Set<String> managers) {
    boolean ours(Encoded body, String manager) {
      boolean owned =
          owners.stream()
              .anyMatch(
                  owner ->
                      body.metadata().owners().stream()
                          .anyMatch(wanted -> wanted.uid().equals(owner.uid())));
      return owned || managers != null && managers.contains(manager);
    }
  }

  <T> T apply(Kind<T> kind, T object, WriteOption... options) {
    WriteSettings settings =
        WriteSettings.of(WriteSettings.Verb.APPLY, wire.fieldManager(), options);
    Views.checkWhole(kind, "apply");
    Encoded body = wire.codec().encode(kind, object);
    ObjectKey key = body.metadata().key();
    Deed deed = Deed.write(writer.word("apply"), kind, key);
    checkNotRead(deed, object, body.metadata());
    Optional<Standing> standing = known(kind, key).or(() -> live(deed, key));
    boolean ours = standing.filter(s -> s.ours(body, settings.fieldManager())).isPresent();
    Encoded answer;
    try {
      answer = send(deed, key, body, settings, ours, standing);
    } catch (ConflictException e) {
      if (ours || settings.force() || !fieldConflict(e)) {
        throw e;
      }
      // What was known may be old, or without managers: the live object decides.
      Standing now = live(deed, key).orElseThrow(() -> e);
      if (!now.ours(body, settings.fieldManager())) {
        throw foreign(deed, e);
      }
      answer = send(deed, key, body, settings, true, Optional.of(now));
    }
    return wire.codec().decode(kind, answer);
  }

  private Encoded send(
      Deed deed,
      ObjectKey key,
      Encoded body,
      WriteSettings settings,
      boolean ours,
      Optional<Standing> standing) {
    Map<String, String> query = new LinkedHashMap<>(settings.query());
    if (ours || settings.force()) {
      query.put("force", "true");
    }
    String uid = settings.uid();
    if (uid.isEmpty() && body.metadata().uid().isEmpty()) {
      uid = standing.map(Standing::uid).orElse("");
    }
    byte[] bytes =
        Preconditions.inObject(body.bytes(), uid, settings.resourceVersion(), wire.codec());
    return writer.send(deed, "PATCH", key, query, MEDIA_TYPE, bytes, settings);
  }

  private Optional<Standing> known(Kind<?> kind, ObjectKey key) {
    return wire.started(kind, key)
        .map(Encoded::metadata)
        .map(metadata -> new Standing(metadata.uid(), metadata.owners(), null));
  }

  private Optional<Standing> live(Deed deed, ObjectKey key) {
    Deed reading = Deed.read(deed.verb(), deed.kind(), key);
    String path = ResourcePaths.object(wire.resource(reading), key);
    return wire.get(reading, path, Wire.partial("PartialObjectMetadata"))
        .map(answer -> standing(reading, answer));
  }

  private Standing standing(Deed deed, byte[] answer) {
    ObjectMetadata metadata = wire.object(deed, answer).metadata();
    Set<String> managers = new LinkedHashSet<>();
    if (wire.codec().tree(answer).get("metadata") instanceof Map<?, ?> fields
        && fields.get("managedFields") instanceof List<?> entries) {
      for (Object each : entries) {
        if (each instanceof Map<?, ?> entry && entry.get("manager") instanceof String manager) {
          managers.add(manager);
        }
      }
    }
    return new Standing(metadata.uid(), metadata.owners(), managers);
  }

  private static void checkNotRead(Deed deed, Object object, ObjectMetadata metadata) {
    String found =
        metadata.created().isPresent()
            ? "creationTimestamp"
            : metadata.generation() != 0
                ? "generation"
                : hasManagedFields(object) ? "managedFields" : "";
    if (!found.isEmpty()) {
      throw new IllegalArgumentException(
          deed
              + " was given an object that was read from the cluster (it has metadata."
              + found
              + "): applying it would claim every field; build a new one with the fields you mean");
    }
  }

  private static boolean hasManagedFields(Object object) {
    if (object instanceof KubernetesObject model && model.getMetadata() != null) {
      List<?> entries = model.getMetadata().getManagedFields();
      return entries != null && !entries.isEmpty();
    }
    return object instanceof DynamicObject tree && tree.get("/metadata/managedFields").isPresent();
  }

  private static boolean fieldConflict(ConflictException e) {
    return e.getCause() instanceof StatusException refused && refused.status().hasCause(CONFLICT);
  }

  private ForeignObjectException foreign(Deed deed, ConflictException e) {
    Set<String> managers = new LinkedHashSet<>();
    Set<String> fields = new LinkedHashSet<>();
    if (e.getCause() instanceof StatusException refused) {
      for (ServerStatus.Cause cause : refused.status().causes()) {
        Matcher matcher = MANAGER.matcher(cause.message());
        if (matcher.find()) {
          managers.add(matcher.group(1));
        }
        fields.add(cause.field());
      }
    }
    List<String> named = fields.stream().limit(NAMED).toList();
    return new ForeignObjectException(
        409,
        e.reason(),
        deed
            + " at "
            + wire.requests().server()
            + ": the object is not ours, "
            + (managers.isEmpty() ? "others" : String.join(", ", managers))
            + " set "
            + String.join(", ", named)
            + (fields.size() > named.size() ? ", …" : "")
            + "; choose another name, delete it, or take it over with WriteOption.force()",
        e);
  }
}
