package dev.controllerruntime.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap of entries by {@link Entry#order}, then {@link Entry#sequence}. Entries know their
 * place, so that one in the middle is moved or removed in O(log n).
 */
final class EntryHeap<R> {
  private final List<Entry<R>> heap = new ArrayList<>();

  int size() {
    return heap.size();
  }

  boolean isEmpty() {
    return heap.isEmpty();
  }

  @Nullable Entry<R> peek() {
    return heap.isEmpty() ? null : heap.get(0);
  }

  void add(Entry<R> entry) {
    heap.add(entry);
    entry.index = heap.size() - 1;
    up(entry);
  }

  @Nullable Entry<R> poll() {
    Entry<R> first = peek();
    if (first != null) {
      remove(first);
    }
    return first;
  }

  void clear() {
    heap.forEach(entry -> entry.index = Entry.NOWHERE);
    heap.clear();
  }

  void remove(Entry<R> entry) {
    int hole = entry.index;
    Entry<R> last = heap.remove(heap.size() - 1);
    entry.index = Entry.NOWHERE;
    if (last != entry) {
      place(last, hole);
      up(last);
      down(last);
    }
  }

  private void place(Entry<R> entry, int at) {
    heap.set(at, entry);
    entry.index = at;
  }

  private void up(Entry<R> entry) {
    while (entry.index > 0) {
      int parentIndex = (entry.index - 1) / 2;
      Entry<R> parent = heap.get(parentIndex);
      if (!before(entry, parent)) {
        return;
      }
      place(parent, entry.index);
      place(entry, parentIndex);
    }
  }

  private void down(Entry<R> entry) {
    while (true) {
      int childIndex = entry.index * 2 + 1;
      if (childIndex >= heap.size()) {
        return;
      }
      Entry<R> child = heap.get(childIndex);
      if (childIndex + 1 < heap.size() && before(heap.get(childIndex + 1), child)) {
        childIndex++;
        child = heap.get(childIndex);
      }
      if (!before(child, entry)) {
        return;
      }
      place(child, entry.index);
      place(entry, childIndex);
    }
  }

  private static boolean before(Entry<?> a, Entry<?> b) {
    return a.order != b.order ? a.order < b.order : a.sequence < b.sequence;
  }
}
