package dev.controllerruntime.api;

import java.util.Map;
import java.util.Optional;

/**
 * An object of a kind without a Java class, as a tree of maps, lists, strings, numbers and
 * booleans. Mutable; belongs to one thread.
 *
 * @since 0.1.0
 */
@Stable
public interface DynamicObject {
  /** Metadata as it stands in the tree now. */
  ObjectMetadata metadata();

  /**
   * The value at a JSON pointer (RFC 6901), such as {@code /spec/replicas}; empty when absent or
   * null.
   *
   * @throws IllegalArgumentException when the pointer is malformed
   */
  Optional<Object> get(String pointer);

  /**
   * Sets a value (map, list, string, number, boolean, or an Instant as UTC text); maps on the way
   * are made as needed.
   *
   * @return this object
   * @throws IllegalArgumentException when the pointer is malformed or leads through a value that is
   *     no map or list
   */
  DynamicObject set(String pointer, Object value);

  /**
   * Removes a value; nothing happens when it is absent.
   *
   * @return this object
   */
  DynamicObject remove(String pointer);

  /** The whole tree, live: changes show here. */
  Map<String, Object> asMap();
}
