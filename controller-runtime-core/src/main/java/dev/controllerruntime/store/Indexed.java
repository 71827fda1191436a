package dev.controllerruntime.store;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.codec.Encoded;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An index and its content. Immutable. */
record Indexed(Index index, Tree<String, Tree<ObjectKey, Encoded>> content) {
  static Indexed empty(Index index) {
    return new Indexed(index, Tree.empty());
  }

  String name() {
    return index.name();
  }

  List<Encoded> find(String value) {
    Tree<ObjectKey, Encoded> objects = content.get(value);
    if (objects == null) {
      return List.of();
    }
    List<Encoded> found = new ArrayList<>(objects.size());
    objects.forEach((key, object) -> found.add(object));
    return found;
  }

  /** The index after one object changed: O(log n) for each value before or after. */
  Indexed changed(@Nullable Encoded before, @Nullable Encoded after, Consumer<String> faults) {
    if (before == after) {
      return this;
    }
    Set<String> valuesAfter = after == null ? Set.of() : values(after, faults);
    Tree<String, Tree<ObjectKey, Encoded>> changed = content;
    if (before != null) {
      // A fault of the old state was reported when it came in.
      for (String value : values(before, message -> {})) {
        if (!valuesAfter.contains(value)) {
          changed = without(changed, value, before.metadata().key());
        }
      }
    }
    if (after != null) {
      for (String value : valuesAfter) {
        Tree<ObjectKey, Encoded> objects = changed.get(value);
        Tree<ObjectKey, Encoded> into = objects == null ? Tree.empty() : objects;
        changed = changed.put(value, into.put(after.metadata().key(), after));
      }
    }
    return new Indexed(index, changed);
  }

  private static Tree<String, Tree<ObjectKey, Encoded>> without(
      Tree<String, Tree<ObjectKey, Encoded>> content, String value, ObjectKey key) {
    Tree<ObjectKey, Encoded> objects = content.get(value);
    if (objects == null) {
      return content;
    }
    Tree<ObjectKey, Encoded> left = objects.remove(key);
    return left.isEmpty() ? content.remove(value) : content.put(value, left);
  }

  private Set<String> values(Encoded object, Consumer<String> faults) {
    try {
      Collection<String> values = index.values().apply(object);
      return values.size() < 2 ? new LinkedHashSet<>(values) : new TreeSet<>(values);
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError fault) {
      // A user's function must not cost the object its place in the store or in its events.
      faults.accept("index " + name() + " failed on " + object.metadata().key() + ": " + fault);
      return Set.of();
    }
  }
}
