package dev.controllerruntime.store;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ResourceVersions;
import dev.controllerruntime.codec.Encoded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What this process wrote and the watch has not delivered yet: one entry per object. Says what a
 * read sees of an object, and when an entry has served its time. Not thread-safe: guarded by the
 * store's lock.
 *
 * <pre>
 *   own write answered ─► object   shown instead of an older state of the same uid, or of none
 *                      ─► hidden   it no longer matches labels: hides older states of that uid
 *   own delete answered ► tombstone hides every state of that uid, and what it had replaced
 *
 *   base reaches the version (object there, any event, bookmark, list) ─► entry goes
 *   base deletes that uid, or holds another uid with a greater version ─► entry goes
 *   a list begun after the write is complete and lacks the uid         ─► tombstone goes
 * </pre>
 */
final class Overlay {
  /** The oldest entry goes when there would be more. */
  static final int LIMIT = 10_000;

  /** Deletions remembered, so that an answer that comes after its own event adds nothing. */
  private static final int REMEMBERED = 1_024;

  private enum Type {
    OBJECT,
    HIDDEN,
    TOMBSTONE
  }

  /**
   * One entry.
   *
   * @param version of the answer; of a tombstone the last version known of that uid, or empty
   * @param round the list that was running or last finished when it came
   */
  private record Entry(
      ObjectKey key, Type type, String uid, String version, @Nullable Encoded object, long round) {

    /** Whether the base of that version tells all that this entry can. */
    boolean reachedBy(String baseVersion) {
      return type != Type.TOMBSTONE && ResourceVersions.isAtLeast(baseVersion, version);
    }
  }

  private static final Comparator<Entry> BY_VERSION =
      Comparator.comparing(Entry::version, ResourceVersions::compare).thenComparing(Entry::key);

  private final Map<ObjectKey, Entry> entries = new LinkedHashMap<>();

  /** Objects and hidden ones with decimal versions, oldest first. */
  private final TreeSet<Entry> ordered = new TreeSet<>(BY_VERSION);

  /** By uid the version of its deletion, or of what took its place; oldest first. */
  private final Map<String, String> deletedUids = new LinkedHashMap<>();

  int size() {
    return entries.size();
  }

  /** Keys of all entries, in the order in which they came. */
  List<ObjectKey> keys() {
    return List.copyOf(entries.keySet());
  }

  /**
   * An own write was answered with the object.
   *
   * @param selected whether it still belongs to the store
   * @return false when the base or an entry tells as much or more
   */
  boolean stored(
      Encoded object, boolean selected, @Nullable Encoded base, String baseVersion, long round) {
    ObjectKey key = object.metadata().key();
    String uid = object.metadata().uid();
    String version = object.metadata().resourceVersion();
    Type type = selected ? Type.OBJECT : Type.HIDDEN;
    Entry entry = new Entry(key, type, uid, version, selected ? object : null, round);
    String deletion = deletedUids.get(uid);
    // What only left the selection may come back by a later write; what was deleted cannot.
    boolean late = deletion != null && !ResourceVersions.isNewer(version, deletion);
    if (late || entry.reachedBy(baseVersion)) {
      return false;
    }
    if (base != null && !supersedes(uid, version, base)) {
      return false;
    }
    Entry present = entries.get(key);
    if (present != null && present.uid.equals(uid)) {
      // Two writers: their answers come in any order, and a tombstone hides every version.
      if (present.type == Type.TOMBSTONE || !ResourceVersions.isNewer(version, present.version)) {
        return false;
      }
    } else if (present != null && ResourceVersions.isNewer(present.version, version)) {
      return false;
    }
    put(entry);
    return true;
  }

  /**
   * An own write was answered with the deletion of that uid.
   *
   * @return false when the base has told it already
   */
  boolean deleted(ObjectKey key, String uid, @Nullable Encoded base, long round) {
    Entry present = entries.get(key);
    if (deletedUids.containsKey(uid) && (present == null || !present.uid.equals(uid))) {
      return false;
    }
    String version = "";
    if (present != null && present.uid.equals(uid)) {
      version = present.version;
    } else if (base != null && base.metadata().uid().equals(uid)) {
      version = base.metadata().resourceVersion();
    }
    if (present != null && !present.uid.equals(uid)) {
      // The key was taken again after that deletion. Of a uid that nobody has told us of, the other
      // way round: it came after what the entry shows.
      if (ResourceVersions.isNewer(present.version, version)) {
        return false;
      }
      version = version.isEmpty() ? present.version : version;
    }
    put(new Entry(key, Type.TOMBSTONE, uid, version, null, round));
    return true;
  }

  /** What a read sees of an object whose base is this one. */
  @Nullable Encoded visible(ObjectKey key, @Nullable Encoded base) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return base;
    }
    if (entry.type == Type.TOMBSTONE) {
      return base == null || hides(entry, base) ? null : base;
    }
    return base == null || supersedes(entry.uid, entry.version, base) ? entry.object : base;
  }

  /** Also what had the name before that uid: it was gone when the uid came. */
  private static boolean hides(Entry tombstone, Encoded base) {
    return base.metadata().uid().equals(tombstone.uid)
        || ResourceVersions.isAtLeast(tombstone.version, base.metadata().resourceVersion());
  }

  /** The watch has delivered the object. */
  void baseHas(Encoded object) {
    deletedUids.remove(object.metadata().uid());
    Entry entry = entries.get(object.metadata().key());
    if (entry == null) {
      return;
    }
    String version = object.metadata().resourceVersion();
    boolean same = entry.uid.equals(object.metadata().uid());
    boolean served =
        same
            ? entry.reachedBy(version)
            : entry.version.isEmpty() || ResourceVersions.isNewer(version, entry.version);
    if (served) {
      remove(entry);
    }
  }

  /** The watch has delivered the deletion of the object, or that it left the selection. */
  void baseLost(ObjectKey key, String uid, String version) {
    remember(uid, version);
    Entry entry = entries.get(key);
    if (entry == null || !entry.uid.equals(uid)) {
      return;
    }
    // Else it left the selection at a version before our write, which may have brought it back (and
    // a deletion of ours may have ended that): an end has a version after all of the uid.
    if (!ResourceVersions.isNewer(entry.version, version)) {
      remove(entry);
    }
  }

  private void remember(String uid, String version) {
    deletedUids.put(uid, version);
    if (deletedUids.size() > REMEMBERED) {
      deletedUids.remove(deletedUids.keySet().iterator().next());
    }
  }

  /**
   * The base has reached a version by whatever event.
   *
   * @return keys of the entries that went
   */
  List<ObjectKey> reached(String version) {
    List<ObjectKey> gone = new ArrayList<>();
    while (!ordered.isEmpty() && ordered.first().reachedBy(version)) {
      Entry entry = ordered.first();
      gone.add(entry.key);
      remove(entry);
    }
    return gone;
  }

  /** A complete list of that version, begun in that round, has replaced the base. */
  void replaced(Tree<ObjectKey, Encoded> base, String version, long round) {
    for (Entry entry : List.copyOf(entries.values())) {
      Encoded object = base.get(entry.key);
      boolean same = object != null && object.metadata().uid().equals(entry.uid);
      boolean served;
      if (entry.type == Type.TOMBSTONE) {
        served = !same && (entry.round < round || object != null && newerOther(object, entry));
      } else {
        // Versions that cannot be ordered: a list begun after the write is late enough.
        served =
            entry.reachedBy(version)
                || entry.round < round && !ResourceVersions.comparable(version, entry.version)
                || object != null && !same && newerOther(object, entry);
      }
      if (served) {
        remove(entry);
        boolean tombstone = entry.type == Type.TOMBSTONE;
        if (!same && (tombstone || ResourceVersions.isAtLeast(version, entry.version))) {
          remember(entry.uid, version);
        }
      }
    }
  }

  /** A list has brought what the base lacked, or lacks what it had. */
  void listed(@Nullable Encoded before, @Nullable Encoded after, String version) {
    if (before != null && after == null) {
      remember(before.metadata().uid(), version);
    } else if (after != null) {
      deletedUids.remove(after.metadata().uid());
    }
  }

  void clear() {
    entries.clear();
    ordered.clear();
    deletedUids.clear();
  }

  /** Keys and what is shown or hidden there, in the order of the keys. */
  Map<ObjectKey, String> describe() {
    Map<ObjectKey, String> described = new TreeMap<>();
    entries.forEach((key, entry) -> described.put(key, entry.type + " " + entry.version));
    return described;
  }

  private static boolean newerOther(Encoded object, Entry entry) {
    return entry.version.isEmpty()
        || ResourceVersions.isNewer(object.metadata().resourceVersion(), entry.version);
  }

  /** Whether a write of that uid and version is later than what the base holds. */
  private static boolean supersedes(String uid, String version, Encoded base) {
    String old = base.metadata().resourceVersion();
    if (base.metadata().uid().equals(uid)) {
      return !old.equals(version) && !ResourceVersions.isNewer(old, version);
    }
    return ResourceVersions.isNewer(version, old);
  }

  private void put(Entry entry) {
    Entry present = entries.get(entry.key);
    if (present != null) {
      remove(present);
      if (!present.uid.equals(entry.uid)) {
        remember(present.uid, entry.version);
      }
    }
    if (entries.size() >= LIMIT) {
      remove(entries.values().iterator().next());
    }
    entries.put(entry.key, entry);
    if (entry.type != Type.TOMBSTONE && ResourceVersions.isDecimal(entry.version)) {
      ordered.add(entry);
    }
  }

  private void remove(Entry entry) {
    entries.remove(entry.key);
    if (entry.type != Type.TOMBSTONE && ResourceVersions.isDecimal(entry.version)) {
      ordered.remove(entry);
    }
  }
}
