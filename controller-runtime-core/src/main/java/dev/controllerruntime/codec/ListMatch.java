package dev.controllerruntime.codec;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which element of a list was which before it was changed.
 *
 * <ol>
 *   <li>Equal elements belong together, wherever they stand; of several the first that is left.
 *   <li>Of the rest, where all elements of both lists carry the same identifying field with values
 *       of their own, those with the same value.
 *   <li>Without such a field, and when both lists have the same length, those at the same place.
 *   <li>What is left is new, or gone.
 * </ol>
 */
final class ListMatch {
  /** Fields by which lists of the API are keyed, the commonest first. */
  private static final List<String> IDENTITIES =
      List.of(
          "name", "uid", "type", "key", "mountPath", "devicePath", "ip", "containerPort", "port");

  private static final int NONE = -1;

  private ListMatch() {}

  /** For each element after, the index of the same element before; -1 for a new one. */
  static int[] match(List<JsonTree> before, List<JsonTree> after) {
    int[] origin = new int[after.size()];
    Arrays.fill(origin, NONE);
    boolean[] taken = new boolean[before.size()];
    equalElements(before, after, origin, taken);
    String identity = identity(before, after);
    if (identity != null) {
      sameIdentity(before, after, identity, origin, taken);
    } else if (before.size() == after.size()) {
      for (int i = 0; i < origin.length; i++) {
        if (origin[i] == NONE && !taken[i]) {
          origin[i] = i;
        }
      }
    }
    return origin;
  }

  private static void equalElements(
      List<JsonTree> before, List<JsonTree> after, int[] origin, boolean[] taken) {
    // The same place first, so that of several equal elements each stays itself.
    int common = Math.min(before.size(), after.size());
    for (int i = 0; i < common; i++) {
      if (before.get(i).sameAs(after.get(i))) {
        origin[i] = i;
        taken[i] = true;
      }
    }
    Map<Integer, Deque<Integer>> rest = new LinkedHashMap<>();
    for (int i = 0; i < before.size(); i++) {
      if (!taken[i]) {
        rest.computeIfAbsent(before.get(i).fingerprint(), f -> new ArrayDeque<>()).add(i);
      }
    }
    for (int i = 0; i < after.size(); i++) {
      Deque<Integer> candidates = origin[i] == NONE ? rest.get(after.get(i).fingerprint()) : null;
      Integer candidate = candidates == null ? null : candidates.peek();
      if (candidates != null && candidate != null && before.get(candidate).sameAs(after.get(i))) {
        candidates.remove();
        origin[i] = candidate;
        taken[candidate] = true;
      }
    }
  }

  private static @Nullable String identity(List<JsonTree> before, List<JsonTree> after) {
    for (String field : IDENTITIES) {
      if (identifies(field, before) && identifies(field, after)) {
        return field;
      }
    }
    return null;
  }

  private static boolean identifies(String field, List<JsonTree> items) {
    return index(field, items).size() == items.size();
  }

  /**
   * Elements by the value of the field; fewer than there are elements when it does not identify.
   */
  private static Map<String, Integer> index(String field, List<JsonTree> items) {
    Map<String, Integer> index = new LinkedHashMap<>();
    for (int i = 0; i < items.size(); i++) {
      JsonTree value = items.get(i).get(field);
      String text = value == null ? null : value.scalar();
      if (text != null) {
        index.put(text, i);
      }
    }
    return index;
  }

  private static void sameIdentity(
      List<JsonTree> before, List<JsonTree> after, String field, int[] origin, boolean[] taken) {
    Map<String, Integer> beforeByIdentity = index(field, before);
    for (Map.Entry<String, Integer> entry : index(field, after).entrySet()) {
      Integer candidate = beforeByIdentity.get(entry.getKey());
      if (candidate != null && !taken[candidate] && origin[entry.getValue()] == NONE) {
        origin[entry.getValue()] = candidate;
        taken[candidate] = true;
      }
    }
  }
}
