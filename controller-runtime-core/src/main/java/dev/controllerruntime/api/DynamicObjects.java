package dev.controllerruntime.api;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link DynamicObject}s.
 *
 * @since 0.1.0
 */
@Stable
public final class DynamicObjects {
  private DynamicObjects() {}

  /**
   * A new object with a name and nothing else.
   *
   * @param apiVersion group and version, {@code v1} for the core group
   * @param namespace empty for a cluster-scoped kind
   */
  public static DynamicObject of(String apiVersion, String kind, String namespace, String name) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    metadata.put("name", name);
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("apiVersion", apiVersion);
    tree.put("kind", kind);
    tree.put("metadata", metadata);
    return new TreeObject(tree);
  }

  /**
   * A deep copy of a tree of maps with text keys, lists, texts, numbers, booleans, nulls and
   * Instants (which become UTC text).
   *
   * @throws IllegalArgumentException on any other value; names where it stands
   */
  public static DynamicObject fromMap(Map<String, ?> tree) {
    return new TreeObject(Trees.copyMap(tree, ""));
  }

  /**
   * The tree itself, not a copy: for the codec, which has just made it of mutable maps and lists.
   */
  public static DynamicObject wrap(Map<String, @Nullable Object> tree) {
    return new TreeObject(tree);
  }
}
