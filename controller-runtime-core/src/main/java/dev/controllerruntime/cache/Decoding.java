package dev.controllerruntime.cache;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import java.util.function.UnaryOperator;

/** From stored bytes to the shape that a reader asks for. */
final class Decoding {
  private Decoding() {}

  /** A private copy; metadata is immutable and needs no decoding. */
  static <T> T decode(Codec codec, Kind<T> kind, Encoded object) {
    if (kind.view() == Kind.View.METADATA) {
      return kind.type().cast(object.metadata());
    }
    return codec.decode(kind, object);
  }

  /** The transform of a kind over bytes; the identity without one. */
  static UnaryOperator<Encoded> transform(Codec codec, Kind<?> kind) {
    if (kind.transformName().isEmpty()) {
      return UnaryOperator.identity();
    }
    Kind<DynamicObject> tree = Kind.dynamic(kind.apiVersion(), kind.kind());
    UnaryOperator<DynamicObject> change = kind.transform();
    return object -> codec.encode(tree, change.apply(codec.decode(tree, object)));
  }
}
