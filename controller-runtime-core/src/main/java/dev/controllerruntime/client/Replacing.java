package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.codec.Encoded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The whole-object PUT, which must not erase what its class does not know. */
final class Replacing {
  private static final int NAMED = 5;

  private final Wire wire;
  private final LiveWriter writer;
  private final LiveReader reader;

  Replacing(Wire wire, LiveWriter writer) {
    this.wire = wire;
    this.writer = writer;
    this.reader = new LiveReader(wire);
  }

  <T> T replace(Kind<T> kind, T object, WriteOption... options) {
    WriteSettings settings =
        WriteSettings.of(WriteSettings.Verb.REPLACE, wire.fieldManager(), options);
    Views.checkWhole(kind, "replace");
    Encoded after = wire.codec().encode(kind, object);
    ObjectMetadata wanted = after.metadata();
    ObjectKey key = wanted.key();
    Deed deed = Deed.write(writer.word("replace"), kind, key);
    if (wanted.resourceVersion().isEmpty()) {
      throw new IllegalArgumentException(
          deed + " needs the resourceVersion that was read; use edit, apply or create");
    }
    Encoded stored = stored(deed, key, wanted);
    Encoded before = wire.codec().encode(kind, wire.codec().decode(kind, stored));
    checkNothingLost(deed, kind, stored, before);
    // By difference here too: texts of quantities and dates that were not touched stay.
    Encoded body = wire.codec().carryOver(before, after, stored).orElse(stored);
    Encoded answer =
        writer.send(deed, "PUT", key, settings.query(), Wire.JSON, body.bytes(), settings);
    return wire.codec().decode(kind, answer);
  }

  /** The bytes of the very version that the caller has changed. */
  private Encoded stored(Deed deed, ObjectKey key, ObjectMetadata wanted) {
    Optional<Encoded> known =
        wire.started(deed.kind(), key).filter(found -> sameState(found.metadata(), wanted));
    if (known.isPresent()) {
      return known.get();
    }
    Encoded live =
        reader
            .whole(Deed.read(deed.verb(), deed.kind(), key), key)
            .orElseThrow(
                () ->
                    new NotFoundException(
                        404, "NotFound", deed + ": the object does not exist", null));
    if (!sameState(live.metadata(), wanted)) {
      throw new ConflictException(
          409,
          "Conflict",
          deed
              + ": it was read in version "
              + wanted.resourceVersion()
              + ", but is in version "
              + live.metadata().resourceVersion()
              + " now; read it again (nothing was sent)",
          null);
    }
    return live;
  }

  private static boolean sameState(ObjectMetadata found, ObjectMetadata wanted) {
    return found.resourceVersion().equals(wanted.resourceVersion())
        && (wanted.uid().isEmpty() || found.uid().equals(wanted.uid()));
  }

  private void checkNothingLost(Deed deed, Kind<?> kind, Encoded stored, Encoded known) {
    if (kind.view() == Kind.View.DYNAMIC) {
      return;
    }
    List<String> lost = new ArrayList<>();
    compare("", wire.codec().tree(stored.bytes()), wire.codec().tree(known.bytes()), lost);
    if (!lost.isEmpty()) {
      int named = Math.min(NAMED, lost.size());
      throw new IllegalArgumentException(
          deed
              + " would lose fields that "
              + kind.type().getSimpleName()
              + " does not know: "
              + String.join(", ", lost.subList(0, named))
              + (lost.size() > named ? " and " + (lost.size() - named) + " more" : "")
              + "; use edit, which keeps them");
    }
  }

  private static void compare(
      String at, @Nullable Object stored, @Nullable Object known, List<String> lost) {
    if (stored instanceof Map<?, ?> fields && known instanceof Map<?, ?> kept) {
      fields.forEach(
          (name, value) -> {
            String path = at.isEmpty() ? String.valueOf(name) : at + "." + name;
            if (kept.containsKey(name)) {
              compare(path, value, kept.get(name), lost);
            } else if (!empty(value)) {
              lost.add(path);
            }
          });
    } else if (stored instanceof List<?> items && known instanceof List<?> kept) {
      for (int i = 0; i < Math.min(items.size(), kept.size()); i++) {
        compare(at + "[" + i + "]", items.get(i), kept.get(i), lost);
      }
    }
  }

  /** What a class leaves out although it knows the field. */
  private static boolean empty(@Nullable Object value) {
    return value == null
        || value instanceof List<?> list && list.isEmpty()
        || value instanceof Map<?, ?> map && map.isEmpty();
  }
}
