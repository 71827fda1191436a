package dev.controllerruntime.api;

import java.util.Objects;

/**
 * What a reconciler is asked to look at: an object of the primary kind, by key. It says that
 * something may have changed, never what: the state is read anew.
 *
 * @param cluster name of the cluster; empty in a manager of one cluster
 * @param key the object
 * @since 0.1.0
 */
@Stable
public record Request(String cluster, ObjectKey key) {
  /** Both parts are required. */
  public Request {
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(key, "key");
  }

  /** A request in a manager of one cluster. */
  public static Request of(ObjectKey key) {
    return new Request("", key);
  }

  @Override
  public String toString() {
    return cluster.isEmpty() ? key.toString() : cluster + ":" + key;
  }
}
