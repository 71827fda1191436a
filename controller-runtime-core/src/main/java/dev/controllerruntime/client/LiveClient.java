package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.transport.WriteGate;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Connects the parts: reads, the writer of the object itself, and the writer of its status. */
final class LiveClient implements RuntimeClient {
  private final Wire wire;
  private final LiveReader reader;
  private final LiveWriter writer;
  private final LiveWriter status;
  private final Creation creation;
  private final Deletion deletion;

  LiveClient(Wire wire) {
    this.wire = wire;
    this.reader = new LiveReader(wire);
    this.writer = new LiveWriter(wire, "");
    this.status = new LiveWriter(wire, "status");
    this.creation = new Creation(wire);
    this.deletion = new Deletion(wire);
  }

  @Override
  public <T> Optional<T> get(Kind<T> kind, ObjectKey key) {
    return reader.get(kind, key);
  }

  @Override
  public <T> Listing<T> list(Kind<T> kind, ListOption... options) {
    return reader.list(kind, options);
  }

  @Override
  public Optional<ObjectMetadata> metadata(Kind<?> kind, ObjectKey key) {
    return reader.metadata(kind, key);
  }

  @Override
  public <T> T create(Kind<T> kind, T object, WriteOption... options) {
    return creation.create(kind, object, options);
  }

  @Override
  public void delete(Kind<?> kind, ObjectKey key, WriteOption... options) {
    deletion.delete(kind, key, options);
  }

  @Override
  public <T> T edit(Kind<T> kind, ObjectKey key, Consumer<? super T> change) {
    return writer.edit(kind, key, change);
  }

  @Override
  public <T> T editValue(Kind<T> kind, ObjectKey key, UnaryOperator<T> change) {
    return writer.editValue(kind, key, change);
  }

  @Override
  public <T> T replace(Kind<T> kind, T object, WriteOption... options) {
    return writer.replace(kind, object, options);
  }

  @Override
  public <T> T apply(Kind<T> kind, T object, WriteOption... options) {
    return writer.apply(kind, object, options);
  }

  @Override
  public <T> T patch(Kind<T> kind, ObjectKey key, Patch patch, WriteOption... options) {
    return writer.patch(kind, key, patch, options);
  }

  @Override
  public Writer status() {
    return status;
  }

  @Override
  public RuntimeClient withGate(WriteGate gate) {
    return new LiveClient(wire.withGate(gate));
  }

  @Override
  public RuntimeClient withFieldManager(String name) {
    return new LiveClient(wire.withFieldManager(name));
  }

  @Override
  public RuntimeClient withStartingBytes(StartingBytes starting) {
    return new LiveClient(wire.withStarting(starting));
  }

  @Override
  public RuntimeClient withListener(WriteListener listener) {
    return new LiveClient(wire.withListener(listener));
  }

  @Override
  public RuntimeClient withTimeout(Duration perRequest) {
    return new LiveClient(wire.withTimeout(perRequest));
  }
}
