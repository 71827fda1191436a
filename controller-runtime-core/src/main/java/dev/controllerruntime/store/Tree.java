package dev.controllerruntime.store;

import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map: an AVL tree whose changed path is copied. {@code put} and {@code remove}
 * cost O(log n) time and allocation and leave the original as it was; both share all other nodes.
 *
 * <p>AVL rather than a hash trie, because lists are ordered by key and a namespace is a range.
 */
final class Tree<K extends Comparable<? super K>, V> {
  private final @Nullable Node<K, V> root;

  private Tree(@Nullable Node<K, V> root) {
    this.root = root;
  }

  static <K extends Comparable<? super K>, V> Tree<K, V> empty() {
    return new Tree<>(null);
  }

  /** From values in ascending order of their keys, without duplicates: O(n). */
  static <K extends Comparable<? super K>, V> Tree<K, V> ofSorted(
      List<V> values, Function<? super V, K> key) {
    return new Tree<>(build(values, key, 0, values.size()));
  }

  int size() {
    return sizeOf(root);
  }

  boolean isEmpty() {
    return root == null;
  }

  @Nullable V get(K key) {
    Node<K, V> node = root;
    while (node != null) {
      int side = key.compareTo(node.key);
      if (side == 0) {
        return node.value;
      }
      node = side < 0 ? node.left : node.right;
    }
    return null;
  }

  Tree<K, V> put(K key, V value) {
    return new Tree<>(put(root, key, value));
  }

  /** This very tree when the key is not there. */
  Tree<K, V> remove(K key) {
    return get(key) == null ? this : new Tree<>(remove(Objects.requireNonNull(root), key));
  }

  /** In ascending order. */
  void forEach(BiConsumer<? super K, ? super V> visit) {
    range(key -> 0, visit);
  }

  /**
   * The part of the map that lies in a range, in ascending order.
   *
   * @param position negative for keys before the range, zero inside, positive after it
   */
  void range(ToIntFunction<? super K> position, BiConsumer<? super K, ? super V> visit) {
    range(root, position, visit);
  }

  /** Height of the tree, for the test of its balance. */
  int height() {
    return heightOf(root);
  }

  private static <K, V> void range(
      @Nullable Node<K, V> node,
      ToIntFunction<? super K> position,
      BiConsumer<? super K, ? super V> visit) {
    if (node == null) {
      return;
    }
    int side = position.applyAsInt(node.key);
    if (side >= 0) {
      range(node.left, position, visit);
    }
    if (side == 0) {
      visit.accept(node.key, node.value);
    }
    if (side <= 0) {
      range(node.right, position, visit);
    }
  }

  private static <K, V> @Nullable Node<K, V> build(
      List<V> values, Function<? super V, K> key, int from, int to) {
    if (from == to) {
      return null;
    }
    int middle = (from + to) >>> 1;
    V value = values.get(middle);
    return new Node<>(
        key.apply(value),
        value,
        build(values, key, from, middle),
        build(values, key, middle + 1, to));
  }

  private static <K extends Comparable<? super K>, V> Node<K, V> put(
      @Nullable Node<K, V> node, K key, V value) {
    if (node == null) {
      return new Node<>(key, value, null, null);
    }
    int side = key.compareTo(node.key);
    if (side == 0) {
      return new Node<>(key, value, node.left, node.right);
    }
    return side < 0
        ? balanced(node.key, node.value, put(node.left, key, value), node.right)
        : balanced(node.key, node.value, node.left, put(node.right, key, value));
  }

  private static <K extends Comparable<? super K>, V> @Nullable Node<K, V> remove(
      @Nullable Node<K, V> node, K key) {
    if (node == null) {
      return null;
    }
    int side = key.compareTo(node.key);
    if (side < 0) {
      return balanced(node.key, node.value, remove(node.left, key), node.right);
    }
    if (side > 0) {
      return balanced(node.key, node.value, node.left, remove(node.right, key));
    }
    if (node.left == null) {
      return node.right;
    }
    if (node.right == null) {
      return node.left;
    }
    Node<K, V> next = first(node.right);
    return balanced(next.key, next.value, node.left, withoutFirst(node.right));
  }

  private static <K, V> Node<K, V> first(Node<K, V> node) {
    Node<K, V> at = node;
    while (at.left != null) {
      at = at.left;
    }
    return at;
  }

  private static <K, V> @Nullable Node<K, V> withoutFirst(Node<K, V> node) {
    return node.left == null
        ? node.right
        : balanced(node.key, node.value, withoutFirst(node.left), node.right);
  }

  private static <K, V> Node<K, V> balanced(
      K key, V value, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
    int lean = heightOf(left) - heightOf(right);
    if (left != null && lean > 1) {
      Node<K, V> inner = left.right;
      if (inner != null && heightOf(inner) > heightOf(left.left)) {
        return new Node<>(
            inner.key,
            inner.value,
            new Node<>(left.key, left.value, left.left, inner.left),
            new Node<>(key, value, inner.right, right));
      }
      return new Node<>(left.key, left.value, left.left, new Node<>(key, value, inner, right));
    }
    if (right != null && lean < -1) {
      Node<K, V> inner = right.left;
      if (inner != null && heightOf(inner) > heightOf(right.right)) {
        return new Node<>(
            inner.key,
            inner.value,
            new Node<>(key, value, left, inner.left),
            new Node<>(right.key, right.value, inner.right, right.right));
      }
      return new Node<>(right.key, right.value, new Node<>(key, value, left, inner), right.right);
    }
    return new Node<>(key, value, left, right);
  }

  private static int heightOf(@Nullable Node<?, ?> node) {
    return node == null ? 0 : node.height;
  }

  private static int sizeOf(@Nullable Node<?, ?> node) {
    return node == null ? 0 : node.size;
  }

  private static final class Node<K, V> {
    final K key;
    final V value;
    final @Nullable Node<K, V> left;
    final @Nullable Node<K, V> right;
    final int height;
    final int size;

    Node(K key, V value, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
      this.key = key;
      this.value = value;
      this.left = left;
      this.right = right;
      this.height = 1 + Math.max(heightOf(left), heightOf(right));
      this.size = 1 + sizeOf(left) + sizeOf(right);
    }
  }
}
