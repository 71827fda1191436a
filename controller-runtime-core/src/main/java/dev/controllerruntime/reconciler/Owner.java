package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.OwnerReference;
import java.util.LinkedHashMap;
import java.util.Map;

/** The object whose children are applied. */
record Owner(Kind<?> kind, ObjectKey key, String uid) {
  static Owner of(Kind<?> kind, ObjectMetadata metadata) {
    return new Owner(kind, metadata.key(), metadata.uid());
  }

  /** Whether the reference names an object of the owner's kind. */
  boolean sameKind(OwnerReference reference) {
    return reference.kind().equals(kind.kind()) && reference.group().equals(kind.group());
  }

  /**
   * The entry in {@code metadata.ownerReferences}. Without {@code controller}: a child may have
   * several owners, and the server refuses a second controller. Without {@code blockOwnerDeletion}:
   * it would need a permission on the owner's finalizers.
   */
  Map<String, Object> reference() {
    return reference(kind.apiVersion(), kind.kind(), key.name(), uid);
  }

  static Map<String, Object> reference(OwnerReference of) {
    return reference(of.apiVersion(), of.kind(), of.name(), of.uid());
  }

  private static Map<String, Object> reference(
      String apiVersion, String kind, String name, String uid) {
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("apiVersion", apiVersion);
    reference.put("kind", kind);
    reference.put("name", name);
    reference.put("uid", uid);
    return reference;
  }

  @Override
  public String toString() {
    return kind.kind() + " " + key;
  }
}
