package dev.controllerruntime.api;

/**
 * Where objects of a kind live.
 *
 * @since 0.1.0
 */
@Stable
public enum Scope {
  /** Inside a namespace. */
  NAMESPACED,
  /** Directly in the cluster; keys have the empty namespace. */
  CLUSTER
}
