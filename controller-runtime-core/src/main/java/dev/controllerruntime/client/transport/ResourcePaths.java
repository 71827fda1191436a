package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.ObjectKey;
import java.nio.charset.StandardCharsets;

/**
 * Paths of resources and objects, each segment escaped (RFC 3986), ready for {@link Call#path()}.
 *
 * @since 0.1.0
 */
@Internal
public final class ResourcePaths {
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private ResourcePaths() {}

  /** The group and version: {@code /api/v1} or {@code /apis/apps/v1}. */
  public static String groupVersion(String group, String version) {
    return group.isEmpty()
        ? "/api/" + escape(version)
        : "/apis/" + escape(group) + "/" + escape(version);
  }

  /**
   * The collection in one namespace, or over all of them.
   *
   * @param namespace empty for all namespaces and for cluster-scoped resources
   * @throws IllegalArgumentException when a cluster-scoped resource is asked for in a namespace
   */
  public static String collection(ApiResource resource, String namespace) {
    String root = groupVersion(resource.group(), resource.version());
    if (namespace.isEmpty()) {
      return root + "/" + escape(resource.plural());
    }
    if (!resource.namespaced()) {
      throw new IllegalArgumentException(
          resource.kind()
              + " ("
              + resource.apiVersion()
              + ") is cluster-scoped, but namespace "
              + namespace
              + " was given");
    }
    return root + "/namespaces/" + escape(namespace) + "/" + escape(resource.plural());
  }

  /**
   * One object.
   *
   * @throws IllegalArgumentException when the key has a namespace and the resource none, or the
   *     other way round
   */
  public static String object(ApiResource resource, ObjectKey key) {
    if (resource.namespaced() && key.namespace().isEmpty()) {
      throw new IllegalArgumentException(
          resource.kind()
              + " ("
              + resource.apiVersion()
              + ") lives in namespaces, but the key "
              + key
              + " has none: write namespace/name");
    }
    return collection(resource, key.namespace()) + "/" + escape(key.name());
  }

  /** A subresource of one object, such as {@code status}. */
  public static String object(ApiResource resource, ObjectKey key, String subresource) {
    String path = object(resource, key);
    return subresource.isEmpty() ? path : path + "/" + escape(subresource);
  }

  /** One segment of a path, percent-encoded where needed. */
  public static String escape(String segment) {
    // A dot segment would be resolved away on its way and address another resource.
    if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
      throw new IllegalArgumentException("not a path segment: \"" + segment + "\"");
    }
    StringBuilder out = new StringBuilder(segment.length() + 8);
    for (byte b : segment.getBytes(StandardCharsets.UTF_8)) {
      if (b > 0 && UNRESERVED.indexOf((char) b) >= 0) {
        out.append((char) b);
      } else {
        out.append('%').append(HEX[(b >> 4) & 0xF]).append(HEX[b & 0xF]);
      }
    }
    return out.toString();
  }
}
