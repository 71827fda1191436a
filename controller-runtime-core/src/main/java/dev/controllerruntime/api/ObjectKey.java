package dev.controllerruntime.api;

import java.util.Comparator;
import java.util.Objects;

/**
 * Namespace and name of an object; the namespace is empty for cluster-scoped kinds. Ordered by
 * namespace, then name.
 *
 * @since 0.1.0
 */
@Stable
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

  /** Both parts are required; the name must not be empty. */
  public ObjectKey {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(name, "name");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("an object key needs a name");
    }
  }

  /**
   * Reads {@code namespace/name}, or {@code name} alone for a cluster-scoped object.
   *
   * @throws IllegalArgumentException on more than one slash or an empty name
   */
  public static ObjectKey of(String namespaceSlashName) {
    int slash = namespaceSlashName.indexOf('/');
    if (slash < 0) {
      return new ObjectKey("", namespaceSlashName);
    }
    if (namespaceSlashName.indexOf('/', slash + 1) >= 0) {
      throw new IllegalArgumentException(
          "expected namespace/name or name, found: " + namespaceSlashName);
    }
    return new ObjectKey(
        namespaceSlashName.substring(0, slash), namespaceSlashName.substring(slash + 1));
  }

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }

  /** {@code namespace/name}, or the name alone for a cluster-scoped object. */
  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
