package dev.controllerruntime.store;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ResourceVersions;
import dev.controllerruntime.codec.Encoded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind and selection: a base that follows the watch, and an overlay of own
 * writes. See the package for cost and threading.
 *
 * @since 0.1.0
 */
@Internal
public final class Store {
  private final Selection selection;
  private final UnaryOperator<Encoded> transform;
  private final Consumer<String> faults;

  /** Between writers only: the watch loop and whoever wrote an object. Spans no wait. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Overlay overlay = new Overlay();
  private volatile Snapshot snapshot;

  /** What the list that is running has delivered; touched by the watch loop alone. */
  private @Nullable TreeMap<ObjectKey, Encoded> incoming;

  /** Number of lists begun; guarded by the lock. */
  private long round;

  /**
   * An empty, incomplete store.
   *
   * @param selection which objects belong to it
   * @param transform changes each object of base and overlay before it is kept; must keep key, uid
   *     and version. What it throws is thrown by the method that brought the object
   * @param indexes their names are unique
   * @param faults hears of index functions that failed, one line each
   */
  public Store(
      Selection selection,
      UnaryOperator<Encoded> transform,
      List<Index> indexes,
      Consumer<String> faults) {
    this.selection = selection;
    this.transform = transform;
    this.faults = faults;
    List<Indexed> empty = new ArrayList<>();
    for (Index index : indexes) {
      empty.add(Indexed.empty(index));
    }
    this.snapshot = new Snapshot(Tree.empty(), Tree.empty(), List.copyOf(empty), "", false, 0);
  }

  /** What the store holds now. Takes no lock. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** A list begins, before its request is sent; one that was not committed is forgotten. */
  public void begin() {
    incoming = new TreeMap<>();
    lock.lock();
    try {
      round++;
    } finally {
      lock.unlock();
    }
  }

  /**
   * One object of the list that has begun. Where the transform fails, the state that is known of it
   * stays: it is on the server, so its absence must not read as a deletion.
   */
  public void item(Encoded object) {
    TreeMap<ObjectKey, Encoded> list = running();
    ObjectKey key = object.metadata().key();
    Encoded known = snapshot.baseTree().get(key);
    if (known != null && known.metadata().uid().equals(object.metadata().uid())) {
      list.put(key, known);
    }
    list.put(key, transformed(object));
  }

  /**
   * The list is complete and replaces the base at once.
   *
   * @param historyReset drops the overlay: its versions mean nothing any more
   * @return what changed, ordered by key: an object with another uid as a deletion and an addition
   */
  public List<BaseChange> commit(String version, boolean historyReset) {
    List<Encoded> objects = new ArrayList<>(running().values());
    incoming = null;
    Tree<ObjectKey, Encoded> base = Tree.ofSorted(objects, o -> o.metadata().key());
    lock.lock();
    try {
      Tree<ObjectKey, Encoded> before = snapshot.baseTree();
      if (historyReset) {
        overlay.clear();
      } else {
        overlay.replaced(base, version, round);
      }
      Tree<ObjectKey, Encoded> visible = base;
      for (ObjectKey key : overlay.keys()) {
        visible = with(visible, key, overlay.visible(key, base.get(key)));
      }
      publish(base, visible, reindexed(visible), version, true);
      List<BaseChange> changes = differences(before, base);
      changes.forEach(change -> overlay.listed(change.before(), change.after(), version));
      return changes;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The watch told an addition or change.
   *
   * @return the changes: two when the uid is another one, none when nothing is new
   */
  public List<BaseChange> upsert(Encoded object) {
    Encoded kept = transformed(object);
    lock.lock();
    try {
      Encoded before = snapshot.baseTree().get(kept.metadata().key());
      overlay.baseHas(kept);
      changeBase(kept.metadata().key(), kept, kept.metadata().resourceVersion());
      // A watch that was resumed may repeat what it told before.
      return before != null && sameState(before, kept) ? List.of() : changes(before, kept);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The watch told a deletion, or that the object left the selection.
   *
   * @return the change; none when the base does not have it, or has it with another uid
   */
  public List<BaseChange> delete(Encoded object) {
    ObjectKey key = object.metadata().key();
    String version = object.metadata().resourceVersion();
    lock.lock();
    try {
      Encoded before = snapshot.baseTree().get(key);
      overlay.baseLost(key, object.metadata().uid(), version);
      boolean there = before != null && before.metadata().uid().equals(object.metadata().uid());
      changeBase(key, there ? null : before, version);
      return there ? List.of(new BaseChange(before, null)) : List.of();
    } finally {
      lock.unlock();
    }
  }

  /** The watch has reached the version. */
  public void bookmark(String version) {
    lock.lock();
    try {
      advance(snapshot.baseTree(), snapshot.visibleTree(), snapshot.indexes(), version);
    } finally {
      lock.unlock();
    }
  }

  /** An own write was answered with the object as it is stored now. Any thread. */
  public void stored(Encoded object) {
    ObjectKey key = object.metadata().key();
    if (!selection.covers(key) || !selection.decidable()) {
      return;
    }
    boolean selected = selection.matches().test(object.metadata());
    Encoded kept = transformed(object);
    lock.lock();
    try {
      // Before the first list begins nothing is needed: it will be newer than this write.
      if (round > 0) {
        Encoded base = snapshot.baseTree().get(key);
        if (overlay.stored(kept, selected, base, snapshot.version(), round)) {
          showOverlay(key);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** An own write was answered with the end of that uid; where it is empty, of what shows. */
  public void deleted(ObjectKey key, String uid) {
    if (!selection.covers(key)) {
      return;
    }
    lock.lock();
    try {
      Encoded shown = snapshot.visibleTree().get(key);
      String gone = uid.isEmpty() && shown != null ? shown.metadata().uid() : uid;
      if (round > 0 && !gone.isEmpty()) {
        Encoded base = snapshot.baseTree().get(key);
        if (overlay.deleted(key, gone, base, round)) {
          showOverlay(key);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The entries of the overlay in words, ordered by key, for diagnostics. */
  public Map<ObjectKey, String> overlay() {
    lock.lock();
    try {
      return overlay.describe();
    } finally {
      lock.unlock();
    }
  }

  private void changeBase(ObjectKey key, @Nullable Encoded object, String version) {
    Tree<ObjectKey, Encoded> base = with(snapshot.baseTree(), key, object);
    Encoded shownBefore = snapshot.visibleTree().get(key);
    Encoded shown = overlay.visible(key, object);
    Tree<ObjectKey, Encoded> visible = with(snapshot.visibleTree(), key, shown);
    advance(base, visible, indexed(snapshot.indexes(), shownBefore, shown), version);
  }

  /** Publishes at a version, after the entries that it overtakes have gone. */
  private void advance(
      Tree<ObjectKey, Encoded> base,
      Tree<ObjectKey, Encoded> visible,
      List<Indexed> indexes,
      String version) {
    Tree<ObjectKey, Encoded> shown = visible;
    List<Indexed> at = indexes;
    for (ObjectKey key : overlay.reached(version)) {
      Encoded before = shown.get(key);
      Encoded after = overlay.visible(key, base.get(key));
      shown = with(shown, key, after);
      at = indexed(at, before, after);
    }
    publish(base, shown, at, newest(snapshot.version(), version), snapshot.complete());
  }

  private void showOverlay(ObjectKey key) {
    Encoded before = snapshot.visibleTree().get(key);
    Encoded after = overlay.visible(key, snapshot.baseTree().get(key));
    publish(
        snapshot.baseTree(),
        with(snapshot.visibleTree(), key, after),
        indexed(snapshot.indexes(), before, after),
        snapshot.version(),
        snapshot.complete());
  }

  private void publish(
      Tree<ObjectKey, Encoded> base,
      Tree<ObjectKey, Encoded> visible,
      List<Indexed> indexes,
      String version,
      boolean complete) {
    // Without entries both trees hold the same: keep one of them.
    Tree<ObjectKey, Encoded> shown = overlay.size() == 0 ? base : visible;
    snapshot = new Snapshot(base, shown, indexes, version, complete, overlay.size());
  }

  private List<Indexed> reindexed(Tree<ObjectKey, Encoded> visible) {
    List<Indexed> indexes = new ArrayList<>();
    for (Indexed old : snapshot.indexes()) {
      Indexed[] filled = {Indexed.empty(old.index())};
      visible.forEach((key, object) -> filled[0] = filled[0].changed(null, object, faults));
      indexes.add(filled[0]);
    }
    return List.copyOf(indexes);
  }

  private List<Indexed> indexed(
      List<Indexed> indexes, @Nullable Encoded before, @Nullable Encoded after) {
    if (before == after) {
      return indexes;
    }
    List<Indexed> changed = new ArrayList<>(indexes.size());
    for (Indexed index : indexes) {
      changed.add(index.changed(before, after, faults));
    }
    return List.copyOf(changed);
  }

  private Encoded transformed(Encoded object) {
    Encoded kept;
    try {
      kept = transform.apply(object);
    } catch (StackOverflowError | LinkageError | AssertionError fault) {
      // A fault of the user's function with this object, not of the loop that brought it.
      throw new IllegalStateException("the transform failed: " + fault, fault);
    }
    boolean same =
        kept.metadata().key().equals(object.metadata().key())
            && kept.metadata().uid().equals(object.metadata().uid())
            && kept.metadata().resourceVersion().equals(object.metadata().resourceVersion());
    if (!same) {
      throw new IllegalStateException(
          "a transform must keep name, namespace, uid and resourceVersion, but changed one of them"
              + " on "
              + object.metadata().key());
    }
    return kept;
  }

  private TreeMap<ObjectKey, Encoded> running() {
    TreeMap<ObjectKey, Encoded> list = incoming;
    if (list == null) {
      throw new IllegalStateException("no list has begun");
    }
    return list;
  }

  private static Tree<ObjectKey, Encoded> with(
      Tree<ObjectKey, Encoded> tree, ObjectKey key, @Nullable Encoded object) {
    if (object == null) {
      return tree.remove(key);
    }
    return tree.get(key) == object ? tree : tree.put(key, object);
  }

  private static List<BaseChange> differences(
      Tree<ObjectKey, Encoded> before, Tree<ObjectKey, Encoded> after) {
    TreeMap<ObjectKey, List<BaseChange>> all = new TreeMap<>();
    before.forEach(
        (key, object) -> {
          if (after.get(key) == null) {
            all.put(key, List.of(new BaseChange(object, null)));
          }
        });
    after.forEach(
        (key, object) -> {
          Encoded old = before.get(key);
          if (old == null || !sameState(old, object)) {
            all.put(key, changes(old, object));
          }
        });
    List<BaseChange> changes = new ArrayList<>();
    all.values().forEach(changes::addAll);
    return changes;
  }

  private static List<BaseChange> changes(@Nullable Encoded before, Encoded after) {
    if (before == null || before.metadata().uid().equals(after.metadata().uid())) {
      return List.of(new BaseChange(before, after));
    }
    return List.of(new BaseChange(before, null), new BaseChange(null, after));
  }

  private static boolean sameState(Encoded a, Encoded b) {
    return a.metadata().uid().equals(b.metadata().uid())
        && a.metadata().resourceVersion().equals(b.metadata().resourceVersion());
  }

  private static String newest(String old, String version) {
    return ResourceVersions.isNewer(old, version) ? old : version;
  }
}
