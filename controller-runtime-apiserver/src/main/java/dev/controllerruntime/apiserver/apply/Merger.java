package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.Schema.ListSchema;
import dev.controllerruntime.apiserver.schema.Schema.ListType;
import dev.controllerruntime.apiserver.schema.Schema.MapSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges an applied configuration into the live object: leaves of the configuration win, maps merge
 * by key, list-maps and sets by element. The result may share parts with both.
 */
final class Merger {
  private Merger() {}

  static JsonNode merge(Schema schema, JsonNode live, JsonNode config) {
    JsonNode merged = mergeValue(schema, live, config);
    return merged == null ? live : merged;
  }

  /** Null when nothing is left. */
  private static @Nullable JsonNode mergeValue(
      Schema schema, @Nullable JsonNode live, @Nullable JsonNode config) {
    if (config == null) {
      return live;
    }
    switch (Shape.decide(Shape.of(schema, config))) {
      case Shape.MAP -> {
        MapSchema map = Objects.requireNonNull(schema.map());
        if (map.atomic() || (Shape.lacksFields(live) && Shape.lacksFields(config))) {
          return config;
        }
        return mergeFields(map, live, config);
      }
      case Shape.LIST -> {
        ListSchema list = Objects.requireNonNull(schema.list());
        if (list.type() == ListType.ATOMIC
            || (Shape.lacksElements(live) && Shape.lacksElements(config))) {
          return config;
        }
        return mergeElements(list, live, config);
      }
      default -> {
        return config;
      }
    }
  }

  private static @Nullable JsonNode mergeFields(
      MapSchema map, @Nullable JsonNode live, JsonNode config) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    if (live != null && live.isObject()) {
      for (Map.Entry<String, JsonNode> field : live.properties()) {
        JsonNode other = config.isObject() ? config.get(field.getKey()) : null;
        put(out, map, field.getKey(), field.getValue(), other);
      }
    }
    if (config.isObject()) {
      for (Map.Entry<String, JsonNode> field : config.properties()) {
        if (live == null || !live.has(field.getKey())) {
          put(out, map, field.getKey(), null, field.getValue());
        }
      }
    }
    return out.isEmpty() ? null : out;
  }

  private static void put(
      ObjectNode out,
      MapSchema map,
      String name,
      @Nullable JsonNode live,
      @Nullable JsonNode config) {
    Schema schema = map.valueOf(name);
    JsonNode merged = mergeValue(schema == null ? Schema.anyAtomic() : schema, live, config);
    if (merged != null) {
      out.set(name, merged);
    }
  }

  /** The elements of a list with their path elements, in order; duplicates are kept. */
  private static final class Indexed {
    private final List<PathElement> paths = new ArrayList<>();
    private final List<JsonNode> elements = new ArrayList<>();
    private final Map<PathElement, JsonNode> first = new HashMap<>();

    Indexed(ListSchema list, @Nullable JsonNode array) {
      if (array == null || !array.isArray()) {
        return;
      }
      for (JsonNode element : array) {
        PathElement path = ListElements.of(list, element);
        if (path != null) {
          paths.add(path);
          elements.add(element);
          // Which of several to merge with is undecidable: none.
          first.merge(path, element, (one, two) -> NullNode.getInstance());
        }
      }
    }

    boolean has(PathElement path) {
      return first.containsKey(path);
    }
  }

  /**
   * The order of the result: the configuration's order for its own elements; elements that only the
   * live list has stay behind those they followed.
   */
  private static @Nullable JsonNode mergeElements(
      ListSchema list, @Nullable JsonNode live, JsonNode config) {
    Indexed left = new Indexed(list, live);
    Indexed right = new Indexed(list, config);
    Deque<PathElement> shared = new ArrayDeque<>();
    right.paths.stream().filter(left::has).forEach(shared::add);
    @Nullable PathElement nextShared = shared.poll();
    Set<PathElement> merged = new HashSet<>();
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    int l = 0;
    int r = 0;
    while (l < left.paths.size() || r < right.paths.size()) {
      boolean hasRight = r < right.paths.size();
      if (l < left.paths.size()) {
        PathElement path = left.paths.get(l);
        if (hasRight && path.equals(right.paths.get(r))) {
          merged.add(path);
          add(out, list, left.first.get(path), right.first.get(path));
          l++;
          r++;
          nextShared = shared.poll();
          continue;
        }
        if (hasRight && right.has(path) && nextShared != null && !nextShared.equals(path)) {
          // Comes at its place in the configuration.
          l++;
          continue;
        }
        if (!right.has(path)) {
          add(out, list, left.elements.get(l), null);
          l++;
          continue;
        }
        if (merged.contains(path)) {
          l++;
        }
      }
      if (hasRight) {
        PathElement path = right.paths.get(r);
        merged.add(path);
        add(out, list, left.first.get(path), right.first.get(path));
        r++;
        if (path.equals(nextShared)) {
          nextShared = shared.poll();
        }
      }
    }
    return out.isEmpty() ? null : out;
  }

  private static void add(
      ArrayNode out, ListSchema list, @Nullable JsonNode live, @Nullable JsonNode config) {
    JsonNode merged = mergeValue(list.elements(), live, config);
    if (merged != null) {
      out.add(merged);
    }
  }
}
