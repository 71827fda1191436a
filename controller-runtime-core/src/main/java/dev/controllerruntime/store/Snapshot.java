package dev.controllerruntime.store;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.codec.Encoded;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a store held at one moment: base and overlay together. Immutable; answers never change.
 *
 * @since 0.1.0
 */
@Internal
public final class Snapshot {
  private final Tree<ObjectKey, Encoded> base;
  private final Tree<ObjectKey, Encoded> visible;
  private final List<Indexed> indexes;
  private final String version;
  private final boolean complete;
  private final int overlaid;

  Snapshot(
      Tree<ObjectKey, Encoded> base,
      Tree<ObjectKey, Encoded> visible,
      List<Indexed> indexes,
      String version,
      boolean complete,
      int overlaid) {
    this.base = base;
    this.visible = visible;
    this.indexes = indexes;
    this.version = version;
    this.complete = complete;
    this.overlaid = overlaid;
  }

  /** The object as a read sees it. */
  public Optional<Encoded> get(ObjectKey key) {
    return Optional.ofNullable(visible.get(key));
  }

  /** All objects as a read sees them, ordered by key. */
  public List<Encoded> all() {
    List<Encoded> found = new ArrayList<>(visible.size());
    visible.forEach((key, object) -> found.add(object));
    return found;
  }

  /** The objects of one namespace, ordered by key; costs what it finds. */
  public List<Encoded> namespace(String namespace) {
    List<Encoded> found = new ArrayList<>();
    visible.range(key -> key.namespace().compareTo(namespace), (key, object) -> found.add(object));
    return found;
  }

  /**
   * The objects with that value in an index, ordered by key; costs what it finds.
   *
   * @throws IllegalArgumentException when the store has no such index
   */
  public List<Encoded> indexed(String index, String value) {
    for (Indexed candidate : indexes) {
      if (candidate.name().equals(index)) {
        return candidate.find(value);
      }
    }
    throw new IllegalArgumentException("no index named " + index);
  }

  /** Whether the store has that index. */
  public boolean hasIndex(String index) {
    return indexes.stream().anyMatch(candidate -> candidate.name().equals(index));
  }

  /** The object as the watch delivered it; own writes do not show. */
  public Optional<Encoded> base(ObjectKey key) {
    return Optional.ofNullable(base.get(key));
  }

  /** All objects as the watch delivered them, ordered by key. */
  public List<Encoded> baseObjects() {
    List<Encoded> found = new ArrayList<>(base.size());
    base.forEach((key, object) -> found.add(object));
    return found;
  }

  /** The version of each object of the base by key, in order. */
  public Map<ObjectKey, String> baseVersions() {
    Map<ObjectKey, String> versions = new LinkedHashMap<>();
    base.forEach((key, object) -> versions.put(key, object.metadata().resourceVersion()));
    return versions;
  }

  /** Number of objects that a read sees. */
  public int size() {
    return visible.size();
  }

  /** Number of objects in the base. */
  public int baseSize() {
    return base.size();
  }

  /** Number of own writes that the watch has not delivered yet. */
  public int overlaid() {
    return overlaid;
  }

  /** The version that the base has reached; empty before the first list. */
  public String version() {
    return version;
  }

  /** Whether a whole list was taken over. Before that, answers mean nothing. */
  public boolean complete() {
    return complete;
  }

  Tree<ObjectKey, Encoded> baseTree() {
    return base;
  }

  Tree<ObjectKey, Encoded> visibleTree() {
    return visible;
  }

  List<Indexed> indexes() {
    return indexes;
  }
}
