package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.codec.Encoded;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Read-modify-write by difference: what the caller did not touch keeps its bytes, also what the
 * class does not know.
 */
final class Editing {
  private static final int TRIES = 5;

  private final Wire wire;
  private final LiveWriter writer;
  private final LiveReader reader;

  Editing(Wire wire, LiveWriter writer) {
    this.wire = wire;
    this.writer = writer;
    this.reader = new LiveReader(wire);
  }

  <T> T edit(Kind<T> kind, ObjectKey key, UnaryOperator<T> change) {
    Views.checkWhole(kind, "edit");
    WriteSettings settings = WriteSettings.of(WriteSettings.Verb.EDIT, wire.fieldManager());
    Deed deed = Deed.write(writer.word("edit"), kind, key);
    Encoded start = wire.started(kind, key).orElseGet(() -> live(deed, key));
    for (int attempt = 1; ; attempt++) {
      // Decoded twice: the difference of two encodings by one class shows what the caller changed.
      Encoded before = wire.codec().encode(kind, wire.codec().decode(kind, start));
      T changed = change.apply(wire.codec().decode(kind, start));
      Encoded after = wire.codec().encode(kind, changed);
      checkIdentity(deed, before.metadata(), after.metadata());
      Optional<Encoded> body = wire.codec().carryOver(before, after, start);
      if (body.isEmpty()) {
        return changed;
      }
      try {
        Encoded answer =
            writer.send(
                deed, "PUT", key, settings.query(), Wire.JSON, body.get().bytes(), settings);
        return wire.codec().decode(kind, answer);
      } catch (ConflictException e) {
        if (attempt == TRIES) {
          throw e;
        }
        start = live(deed, key);
      }
    }
  }

  private Encoded live(Deed deed, ObjectKey key) {
    Deed reading = Deed.read(deed.verb(), deed.kind(), key);
    return reader
        .whole(reading, key)
        .orElseThrow(
            () ->
                new NotFoundException(404, "NotFound", deed + ": the object does not exist", null));
  }

  private static void checkIdentity(Deed deed, ObjectMetadata before, ObjectMetadata after) {
    same(deed, "namespace", before.namespace(), after.namespace());
    same(deed, "name", before.name(), after.name());
    same(deed, "uid", before.uid(), after.uid());
    same(deed, "resourceVersion", before.resourceVersion(), after.resourceVersion());
  }

  private static void same(Deed deed, String what, String before, String after) {
    if (!before.equals(after)) {
      throw new IllegalArgumentException(
          deed
              + " must not change metadata."
              + what
              + " (from \""
              + before
              + "\" to \""
              + after
              + "\"): that would be another object");
    }
  }
}
