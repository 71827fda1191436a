package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of field paths: a tree whose entries are sorted; an entry may be a member
 * itself, have members below it, or both. The empty path is never a member.
 *
 * <p>Source: structured-merge-diff's {@code fieldpath.Set} and its {@code FieldsV1} encoding.
 *
 * @since 0.1.0
 */
public final class FieldSet {
  private static final FieldSet EMPTY =
      new FieldSet(new PathElement[0], new boolean[0], new FieldSet[0]);

  private final PathElement[] elements;
  private final boolean[] members;
  // EMPTY where nothing is below an entry.
  private final FieldSet[] children;

  private FieldSet(PathElement[] elements, boolean[] members, FieldSet[] children) {
    this.elements = elements;
    this.members = members;
    this.children = children;
  }

  /** The set without members. */
  public static FieldSet empty() {
    return EMPTY;
  }

  /** The set of one path of fields, for example {@code of("metadata", "labels")}. */
  public static FieldSet of(String... fields) {
    FieldSet set = EMPTY;
    for (int i = fields.length - 1; i >= 0; i--) {
      Builder builder = new Builder();
      builder.add(PathElement.field(fields[i]), i == fields.length - 1, set);
      set = builder.build();
    }
    return set;
  }

  /**
   * Decodes a {@code fieldsV1} object.
   *
   * @throws IllegalArgumentException for a key that is no path element
   */
  public static FieldSet decode(JsonNode fields) {
    Builder builder = new Builder();
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      if (field.getKey().equals(".")) {
        continue;
      }
      JsonNode below = field.getValue();
      // No object below and "." both say that the entry itself is a member.
      boolean member = below.isEmpty() || below.has(".");
      builder.add(PathElement.decode(field.getKey()), member, decode(below));
    }
    return builder.build();
  }

  /** Encodes the set as a new {@code fieldsV1} object. */
  public ObjectNode encode() {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < elements.length; i++) {
      ObjectNode below = children[i].encode();
      if (members[i] && !below.isEmpty()) {
        ObjectNode withSelf = JsonNodeFactory.instance.objectNode();
        withSelf.set(".", JsonNodeFactory.instance.objectNode());
        withSelf.setAll(below);
        below = withSelf;
      }
      fields.set(elements[i].encode(), below);
    }
    return fields;
  }

  /** Whether the set has no members. */
  public boolean isEmpty() {
    return elements.length == 0;
  }

  /** Number of members. */
  public int size() {
    int size = 0;
    for (int i = 0; i < elements.length; i++) {
      size += (members[i] ? 1 : 0) + children[i].size();
    }
    return size;
  }

  /** Whether the path of this one element is a member. */
  boolean has(PathElement element) {
    int i = Arrays.binarySearch(elements, element);
    return i >= 0 && members[i];
  }

  /** The members below this element, without it; empty when there are none. */
  FieldSet below(PathElement element) {
    int i = Arrays.binarySearch(elements, element);
    return i >= 0 ? children[i] : EMPTY;
  }

  /** Whether this path is a member. */
  public boolean contains(List<PathElement> path) {
    if (path.isEmpty()) {
      return false;
    }
    return path.size() == 1
        ? has(path.get(0))
        : below(path.get(0)).contains(path.subList(1, path.size()));
  }

  /** Members of either set. */
  public FieldSet union(FieldSet other) {
    if (other.isEmpty() || other == this) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    Builder out = new Builder();
    int i = 0;
    int j = 0;
    while (i < elements.length && j < other.elements.length) {
      int order = elements[i].compareTo(other.elements[j]);
      if (order < 0) {
        out.copy(this, i++);
      } else if (order > 0) {
        out.copy(other, j++);
      } else {
        out.append(
            elements[i], members[i] || other.members[j], children[i].union(other.children[j]));
        i++;
        j++;
      }
    }
    out.copyFrom(this, i);
    out.copyFrom(other, j);
    return out.build();
  }

  /** Members of both sets. */
  public FieldSet intersection(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return EMPTY;
    }
    Builder out = new Builder();
    int i = 0;
    int j = 0;
    while (i < elements.length && j < other.elements.length) {
      int order = elements[i].compareTo(other.elements[j]);
      if (order < 0) {
        i++;
      } else if (order > 0) {
        j++;
      } else {
        out.append(
            elements[i],
            members[i] && other.members[j],
            children[i].intersection(other.children[j]));
        i++;
        j++;
      }
    }
    return out.build();
  }

  /** Members of this set that are not members of the other; what is below such a member stays. */
  public FieldSet difference(FieldSet other) {
    return difference(other, false);
  }

  /** Like {@link #difference}, but a member of the other set takes everything below it along. */
  public FieldSet recursiveDifference(FieldSet other) {
    return difference(other, true);
  }

  private FieldSet difference(FieldSet other, boolean recursive) {
    if (isEmpty() || other.isEmpty()) {
      return this;
    }
    Builder out = new Builder();
    boolean same = true;
    int i = 0;
    int j = 0;
    while (i < elements.length && j < other.elements.length) {
      int order = elements[i].compareTo(other.elements[j]);
      if (order < 0) {
        out.copy(this, i++);
      } else if (order > 0) {
        j++;
      } else {
        boolean taken = other.members[j];
        boolean member = members[i] && !taken;
        FieldSet below =
            taken && recursive ? EMPTY : children[i].difference(other.children[j], recursive);
        // Identity tells the caller that its encoded form is still good.
        same &= member == members[i] && below == children[i];
        out.append(elements[i], member, below);
        i++;
        j++;
      }
    }
    if (same) {
      return this;
    }
    out.copyFrom(this, i);
    return out.build();
  }

  /**
   * The set with every field that the schema names and that has members below it as a member too. A
   * set made of {@code a.b.c} says nothing of {@code a} and {@code a.b}, which exist as well.
   */
  FieldSet withNamedFields(@Nullable Schema schema) {
    if (isEmpty() || schema == null) {
      return this;
    }
    Schema.MapSchema map = schema.map();
    Schema.ListSchema list = schema.list();
    FieldSet[] newChildren = new FieldSet[elements.length];
    boolean[] newMembers = members.clone();
    for (int i = 0; i < elements.length; i++) {
      PathElement element = elements[i];
      Schema below = null;
      if (element.isField() && map != null) {
        below = map.valueOf(element.name());
        newMembers[i] |= !children[i].isEmpty() && map.field(element.name()) != null;
      } else if (element.isKey() && list != null) {
        below = list.elements();
      }
      newChildren[i] = children[i].withNamedFields(below);
    }
    return new FieldSet(elements, newMembers, newChildren);
  }

  /**
   * Calls the consumer with every member's path, at each level first the members and then what is
   * below them, which is the order of the server's conflicts. The list is reused between calls.
   */
  public void forEach(Consumer<List<PathElement>> consumer) {
    forEach(new ArrayList<>(), consumer);
  }

  private void forEach(List<PathElement> prefix, Consumer<List<PathElement>> consumer) {
    for (int i = 0; i < elements.length; i++) {
      if (members[i]) {
        prefix.add(elements[i]);
        consumer.accept(prefix);
        prefix.remove(prefix.size() - 1);
      }
    }
    for (int i = 0; i < elements.length; i++) {
      prefix.add(elements[i]);
      children[i].forEach(prefix, consumer);
      prefix.remove(prefix.size() - 1);
    }
  }

  /** A path as the server's messages show it, for example {@code .spec.replicas}. */
  public static String describe(List<PathElement> path) {
    StringBuilder text = new StringBuilder();
    path.forEach(element -> element.describe(text));
    return text.toString();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSet set
        && (set == this
            || (Arrays.equals(members, set.members)
                && Arrays.equals(elements, set.elements)
                && Arrays.equals(children, set.children)));
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(elements) + Arrays.hashCode(members);
  }

  @Override
  public String toString() {
    List<String> paths = new ArrayList<>();
    forEach(path -> paths.add(describe(path)));
    return paths.toString();
  }

  /** Collects the entries of one level; not safe for several threads. */
  static final class Builder {
    private PathElement[] elements = new PathElement[4];
    private boolean[] members = new boolean[4];
    private FieldSet[] children = new FieldSet[4];
    private int size;
    private boolean sorted = true;

    /** Adds an entry in any order; equal entries are merged by {@link #build}. */
    void add(PathElement element, boolean member, FieldSet below) {
      if (size > 0 && sorted && (member || !below.isEmpty())) {
        sorted = elements[size - 1].compareTo(element) < 0;
      }
      append(element, member, below);
    }

    /** Adds an entry that is known to come after all others. */
    private void append(PathElement element, boolean member, FieldSet below) {
      if (!member && below.isEmpty()) {
        return;
      }
      if (size == elements.length) {
        elements = Arrays.copyOf(elements, size * 2);
        members = Arrays.copyOf(members, size * 2);
        children = Arrays.copyOf(children, size * 2);
      }
      elements[size] = element;
      members[size] = member;
      children[size] = below;
      size++;
    }

    private void copy(FieldSet from, int i) {
      append(from.elements[i], from.members[i], from.children[i]);
    }

    private void copyFrom(FieldSet from, int start) {
      for (int i = start; i < from.elements.length; i++) {
        copy(from, i);
      }
    }

    FieldSet build() {
      if (size == 0) {
        return EMPTY;
      }
      return sorted
          ? new FieldSet(
              Arrays.copyOf(elements, size),
              Arrays.copyOf(members, size),
              Arrays.copyOf(children, size))
          : sort();
    }

    private FieldSet sort() {
      Integer[] order = new Integer[size];
      Arrays.setAll(order, i -> i);
      Arrays.sort(order, (a, b) -> elements[a].compareTo(elements[b]));
      Builder out = new Builder();
      for (int i : order) {
        int last = out.size - 1;
        if (last >= 0 && out.elements[last].equals(elements[i])) {
          out.members[last] |= members[i];
          out.children[last] = out.children[last].union(children[i]);
        } else {
          out.append(elements[i], members[i], children[i]);
        }
      }
      return out.build();
    }
  }
}
