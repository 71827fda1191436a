package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;

/**
 * Narrows a list or watch. Values; equal when they say the same.
 *
 * @since 0.1.0
 */
@Stable
public sealed interface ListOption {
  /** Only this namespace; several: the last counts. */
  static ListOption namespace(String name) {
    return new Namespace(name);
  }

  /** A label selector such as {@code app=web,tier in (a,b),!legacy}; several: all must match. */
  static ListOption labels(String selector) {
    return new Labels(selector);
  }

  /** A field selector such as {@code metadata.name=web}; several: all must match. */
  static ListOption fields(String selector) {
    return new Fields(selector);
  }

  /** See {@link #namespace}. */
  record Namespace(String name) implements ListOption {}

  /** See {@link #labels}. */
  record Labels(String selector) implements ListOption {}

  /** See {@link #fields}. */
  record Fields(String selector) implements ListOption {}
}
