package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;

/**
 * A kind given to {@code owns} or {@code ownsIfPresent}.
 *
 * @param kind in the view of the wiring
 * @param ifPresent whether the server may lack it
 * @since 0.1.0
 */
@Internal
public record ChildKind(Kind<?> kind, boolean ifPresent) {
  /** Whether both are the same resource, whatever their view. */
  boolean covers(Kind<?> other) {
    return same(kind, other);
  }

  /** The kind as a tree: references are added and removed without its Java class. */
  Kind<DynamicObject> tree() {
    return Kind.dynamic(kind.apiVersion(), kind.kind());
  }

  static boolean same(Kind<?> one, Kind<?> other) {
    return one.kind().equals(other.kind()) && one.apiVersion().equals(other.apiVersion());
  }

  @Override
  public String toString() {
    return kind.kind() + " (" + kind.apiVersion() + ")";
  }
}
