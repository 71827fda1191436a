package dev.controllerruntime.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one implementation of {@link DynamicObject}: the tree is the state. */
final class TreeObject implements DynamicObject {
  private final Map<String, @Nullable Object> tree;

  TreeObject(Map<String, @Nullable Object> tree) {
    this.tree = tree;
  }

  @Override
  public ObjectMetadata metadata() {
    return TreeMetadata.of(tree.get("metadata") instanceof Map<?, ?> map ? map : Map.of());
  }

  @Override
  public Optional<Object> get(String pointer) {
    @Nullable Object value = tree;
    for (String part : Trees.parts(pointer)) {
      value = child(value, part);
      if (value == null) {
        return Optional.empty();
      }
    }
    return Optional.ofNullable(value);
  }

  private static @Nullable Object child(@Nullable Object parent, String part) {
    if (parent instanceof Map<?, ?> map) {
      return map.get(part);
    }
    if (parent instanceof List<?> list) {
      int index = Trees.index(part);
      return index >= 0 && index < list.size() ? list.get(index) : null;
    }
    return null;
  }

  @Override
  public DynamicObject set(String pointer, Object value) {
    List<String> parts = Trees.parts(pointer);
    if (parts.isEmpty()) {
      throw Trees.malformed(pointer, "the whole object cannot be set");
    }
    Object parent = tree;
    for (String part : parts.subList(0, parts.size() - 1)) {
      Object next = child(parent, part);
      if (next == null) {
        next = new LinkedHashMap<String, @Nullable Object>();
        put(parent, part, next, pointer);
      }
      parent = next;
    }
    Object copy = Objects.requireNonNull(Trees.copy(value, pointer), "value");
    put(parent, parts.get(parts.size() - 1), copy, pointer);
    return this;
  }

  // Everything below the root came out of Trees.copy, out of a codec or out of asMap(), whose
  // caller
  // is bound to the same shapes.
  @SuppressWarnings("unchecked")
  private static void put(Object parent, String part, Object value, String pointer) {
    if (parent instanceof Map<?, ?>) {
      ((Map<String, @Nullable Object>) parent).put(part, value);
    } else if (parent instanceof List<?>) {
      List<@Nullable Object> list = (List<@Nullable Object>) parent;
      int index = part.equals("-") ? list.size() : Trees.index(part);
      if (index < 0 || index > list.size()) {
        throw Trees.malformed(
            pointer, "\"" + part + "\" is no place in a list of " + list.size() + " elements");
      }
      if (index == list.size()) {
        list.add(value);
      } else {
        list.set(index, value);
      }
    } else {
      throw Trees.malformed(pointer, "\"" + part + "\" lies in a value that is no map or list");
    }
  }

  @Override
  public DynamicObject remove(String pointer) {
    List<String> parts = Trees.parts(pointer);
    if (parts.isEmpty()) {
      throw Trees.malformed(pointer, "the whole object cannot be removed");
    }
    @Nullable Object parent = tree;
    for (String part : parts.subList(0, parts.size() - 1)) {
      parent = child(parent, part);
    }
    String last = parts.get(parts.size() - 1);
    if (parent instanceof Map<?, ?> map) {
      map.remove(last);
    } else if (parent instanceof List<?> list) {
      int index = Trees.index(last);
      if (index >= 0 && index < list.size()) {
        list.remove(index);
      }
    }
    return this;
  }

  @Override
  @SuppressWarnings("NullAway") // null stands for JSON null here; the interface speaks of Object
  public Map<String, Object> asMap() {
    return tree;
  }

  /** Equal when the trees are: integers of another Java type are another value. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TreeObject that && tree.equals(that.tree);
  }

  @Override
  public int hashCode() {
    return tree.hashCode();
  }

  @Override
  public String toString() {
    return tree.get("apiVersion") + " " + tree.get("kind") + " " + metadata();
  }
}
