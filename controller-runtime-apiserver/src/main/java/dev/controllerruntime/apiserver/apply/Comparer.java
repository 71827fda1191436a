package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.ListType;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares two objects of one schema. Equal parts cost no allocation but one small object per
 * nested list or map: this runs on every write.
 */
final class Comparer {
  private static final int REMOVED = 1;
  private static final int MODIFIED = 2;
  private static final int ADDED = 4;

  /** The three sets of one level, made when there is something to put into them. */
  private static final class Level {
    private FieldSet.@Nullable Builder removed;
    private FieldSet.@Nullable Builder modified;
    private FieldSet.@Nullable Builder added;

    void record(PathElement element, int self, Level below) {
      if (below.removed != null || (self & REMOVED) != 0) {
        removed = removed == null ? new FieldSet.Builder() : removed;
        removed.add(element, (self & REMOVED) != 0, built(below.removed));
      }
      if (below.modified != null || (self & MODIFIED) != 0) {
        modified = modified == null ? new FieldSet.Builder() : modified;
        modified.add(element, (self & MODIFIED) != 0, built(below.modified));
      }
      if (below.added != null || (self & ADDED) != 0) {
        added = added == null ? new FieldSet.Builder() : added;
        added.add(element, (self & ADDED) != 0, built(below.added));
      }
    }

    boolean isEmpty() {
      return removed == null && modified == null && added == null;
    }

    static FieldSet built(FieldSet.@Nullable Builder builder) {
      return builder == null ? FieldSet.empty() : builder.build();
    }
  }

  private static final Level NOTHING = new Level();

  private Comparer() {}

  static Comparison compare(Schema schema, JsonNode left, JsonNode right) {
    Level root = new Level();
    compare(schema, left, right, root);
    return root.isEmpty()
        ? Comparison.same()
        : new Comparison(
            Level.built(root.removed), Level.built(root.modified), Level.built(root.added));
  }

  /** Puts differences below the value into the level and answers those of the value itself. */
  private static int compare(
      Schema schema, @Nullable JsonNode left, @Nullable JsonNode right, Level level) {
    if (left == right) {
      return 0;
    }
    int leftForms = Shape.of(schema, left);
    int rightForms = Shape.of(schema, right);
    int self = 0;
    boolean leaf;
    if (right == null) {
      leaf = walk(schema, Shape.decide(leftForms), left, null, level);
    } else {
      if (left != null && leftForms != rightForms) {
        // A value that changed its form is looked at as either.
        if (walk(schema, Shape.decide(leftForms), left, right, level)) {
          self |= leafDifference(left, right);
        }
      }
      leaf = walk(schema, Shape.decide(rightForms), left, right, level);
    }
    if (leaf) {
      self |= leafDifference(left, right);
    } else if (left == null) {
      self |= ADDED;
    } else if (right == null) {
      self |= REMOVED;
    }
    return self;
  }

  private static int leafDifference(@Nullable JsonNode left, @Nullable JsonNode right) {
    if (left == null) {
      return ADDED;
    }
    if (right == null) {
      return REMOVED;
    }
    return JsonValues.equal(left, right) ? 0 : MODIFIED;
  }

  /** Descends unless the value is compared as a whole; answers whether it is. */
  private static boolean walk(
      Schema schema, int form, @Nullable JsonNode left, @Nullable JsonNode right, Level level) {
    if (form == Shape.MAP) {
      MapSchema map = Objects.requireNonNull(schema.map());
      if (map.atomic() || (Shape.lacksFields(left) && Shape.lacksFields(right))) {
        return true;
      }
      compareFields(map, left, right, level);
      return false;
    }
    ListSchema list = schema.list();
    if (form == Shape.SCALAR
        || list == null
        || list.type() == ListType.ATOMIC
        || (Shape.lacksElements(left) && Shape.lacksElements(right))) {
      return true;
    }
    compareElements(list, left, right, level);
    return false;
  }

  private static void compareFields(
      MapSchema map, @Nullable JsonNode left, @Nullable JsonNode right, Level level) {
    boolean hasLeft = !Shape.lacksFields(left);
    boolean hasRight = !Shape.lacksFields(right);
    if (hasLeft && left != null) {
      for (Map.Entry<String, JsonNode> field : left.properties()) {
        JsonNode other = hasRight && right != null ? right.get(field.getKey()) : null;
        compareField(map, field.getKey(), field.getValue(), other, level);
      }
    }
    if (hasRight && right != null) {
      for (Map.Entry<String, JsonNode> field : right.properties()) {
        if (!hasLeft || left == null || !left.has(field.getKey())) {
          compareField(map, field.getKey(), null, field.getValue(), level);
        }
      }
    }
  }

  private static void compareField(
      MapSchema map, String name, @Nullable JsonNode left, @Nullable JsonNode right, Level level) {
    Schema schema = map.valueOf(name);
    if (schema == null) {
      schema = Schema.anyAtomic();
    }
    boolean descends =
        (left != null && left.isContainerNode()) || (right != null && right.isContainerNode());
    Level below = descends ? new Level() : NOTHING;
    int self = compare(schema, left, right, below);
    if (self != 0 || !below.isEmpty()) {
      level.record(PathElement.field(name), self, below);
    }
  }

  private static void compareElements(
      ListSchema list, @Nullable JsonNode left, @Nullable JsonNode right, Level level) {
    Map<PathElement, Pair> pairs = new LinkedHashMap<>();
    collect(list, left, pairs, true);
    collect(list, right, pairs, false);
    pairs.forEach((path, pair) -> comparePair(list.elements(), path, pair, level));
  }

  private static void collect(
      ListSchema list, @Nullable JsonNode array, Map<PathElement, Pair> pairs, boolean left) {
    if (array == null || !array.isArray()) {
      return;
    }
    for (JsonNode element : array) {
      PathElement path = ListElements.of(list, element);
      if (path != null) {
        Pair pair = pairs.computeIfAbsent(path, key -> new Pair());
        (left ? pair.left : pair.right).add(element);
      }
    }
  }

  /** The elements with one path element; more than one on a side are duplicates. */
  private static final class Pair {
    private final List<JsonNode> left = new ArrayList<>(1);
    private final List<JsonNode> right = new ArrayList<>(1);
  }

  private static void comparePair(Schema elements, PathElement path, Pair pair, Level level) {
    boolean leftDuplicates = pair.left.size() > 1;
    boolean rightDuplicates = pair.right.size() > 1;
    JsonNode left = pair.left.isEmpty() ? null : pair.left.get(0);
    JsonNode right = pair.right.isEmpty() ? null : pair.right.get(0);
    Level below = new Level();
    int self = 0;
    if (leftDuplicates && rightDuplicates) {
      self = equalLists(pair.left, pair.right) ? 0 : MODIFIED;
    } else if (leftDuplicates) {
      // Duplicates are owned as one; they end, and a single element begins.
      self = REMOVED | (right == null ? 0 : compare(elements, null, right, below));
    } else if (rightDuplicates) {
      self = ADDED | (left == null ? 0 : compare(elements, left, null, below));
    } else {
      self = compare(elements, left, right, below);
    }
    if (self != 0 || !below.isEmpty()) {
      level.record(path, self, below);
    }
  }

  private static boolean equalLists(List<JsonNode> left, List<JsonNode> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!JsonValues.equal(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }
}
