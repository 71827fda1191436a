package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.transport.Reply;
import dev.controllerruntime.client.transport.ResourcePaths;
import dev.controllerruntime.codec.Encoded;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Writes to existing objects, or to one of their subresources. */
final class LiveWriter implements Writer {
  private final Wire wire;
  private final String subresource;
  private final Reports reports;
  private final Editing editing;
  private final Replacing replacing;
  private final Applying applying;

  /**
   * A writer.
   *
   * @param subresource empty for the object itself
   */
  LiveWriter(Wire wire, String subresource) {
    this.wire = wire;
    this.subresource = subresource;
    this.reports = new Reports(wire);
    this.editing = new Editing(wire, this);
    this.replacing = new Replacing(wire, this);
    this.applying = new Applying(wire, this);
  }

  @Override
  public <T> T edit(Kind<T> kind, ObjectKey key, Consumer<? super T> change) {
    if (kind.type().isRecord()) {
      throw new IllegalArgumentException(
          "edit changes an object in place, but "
              + kind.type().getSimpleName()
              + " is a record; use editValue");
    }
    return editing.edit(
        kind,
        key,
        object -> {
          change.accept(object);
          return object;
        });
  }

  @Override
  public <T> T editValue(Kind<T> kind, ObjectKey key, UnaryOperator<T> change) {
    return editing.edit(kind, key, change);
  }

  @Override
  public <T> T replace(Kind<T> kind, T object, WriteOption... options) {
    return replacing.replace(kind, object, options);
  }

  @Override
  public <T> T apply(Kind<T> kind, T object, WriteOption... options) {
    return applying.apply(kind, object, options);
  }

  @Override
  public <T> T patch(Kind<T> kind, ObjectKey key, Patch patch, WriteOption... options) {
    WriteSettings settings =
        WriteSettings.of(WriteSettings.Verb.PATCH, wire.fieldManager(), options);
    byte[] body = Preconditions.carriedBy(patch, settings, wire.codec());
    Deed deed = Deed.write(word("patch"), kind, key);
    Encoded answer =
        send(deed, "PATCH", key, settings.query(), patch.type().mediaType(), body, settings);
    return wire.codec().decode(kind, answer);
  }

  /** The verb in messages: which subresource it is about. */
  String word(String verb) {
    return subresource.isEmpty() ? verb : verb + " (" + subresource + ")";
  }

  /** Sends, tells the listeners, and returns the object as it is stored now. */
  Encoded send(
      Deed deed,
      String method,
      ObjectKey key,
      Map<String, String> query,
      String contentType,
      byte[] body,
      WriteSettings settings) {
    String path = ResourcePaths.object(wire.resource(deed), key, subresource);
    Reply reply = wire.write(deed, method, path, query, contentType, body);
    Encoded answer = wire.object(deed, reply.body());
    if (!settings.dryRun()) {
      reports.written(deed.kind(), answer);
    }
    wire.returning(deed);
    return answer;
  }
}
