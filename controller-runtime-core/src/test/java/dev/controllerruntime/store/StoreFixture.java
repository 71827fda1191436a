package dev.controllerruntime.store;

import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.codec.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A store, what it reported, and short forms of what one does with it. */
final class StoreFixture {
  final List<String> faults = new ArrayList<>();
  final Store store;

  StoreFixture() {
    this(Selection.all(), UnaryOperator.identity(), List.of());
  }

  StoreFixture(Selection selection) {
    this(selection, UnaryOperator.identity(), List.of());
  }

  StoreFixture(Selection selection, UnaryOperator<Encoded> transform, List<Index> indexes) {
    store = new Store(selection, transform, indexes, faults::add);
  }

  /** Only objects with the label {@code app=web}. */
  static Selection labelled() {
    return new Selection("", metadata -> "web".equals(metadata.labels().get("app")), true);
  }

  /** A whole list; what it changed. */
  List<String> list(long version, TestObject... objects) {
    store.begin();
    return commit(version, false, objects);
  }

  List<String> commit(long version, boolean historyReset, TestObject... objects) {
    for (TestObject object : objects) {
      store.item(object.encoded());
    }
    return text(store.commit(Long.toString(version), historyReset));
  }

  List<String> upsert(TestObject object) {
    return text(store.upsert(object.encoded()));
  }

  List<String> delete(TestObject object) {
    return text(store.delete(object.encoded()));
  }

  void stored(TestObject object) {
    store.stored(object.encoded());
  }

  void deleted(TestObject object) {
    store.deleted(object.encoded().metadata().key(), object.uid());
  }

  /** What a list read sees; each object as a get sees it, too. */
  List<String> seen() {
    Snapshot snapshot = store.snapshot();
    List<Encoded> all = snapshot.all();
    for (Encoded object : all) {
      if (snapshot.get(object.metadata().key()).orElse(null) != object) {
        throw new AssertionError("get and list differ on " + object);
      }
    }
    return all.stream().map(TestObject::text).toList();
  }

  List<String> base() {
    return store.snapshot().baseObjects().stream().map(TestObject::text).toList();
  }

  List<String> indexed(String index, String value) {
    return store.snapshot().indexed(index, value).stream().map(TestObject::text).toList();
  }

  int overlaid() {
    return store.snapshot().overlaid();
  }

  /** {@code +shop/web@5}, {@code -shop/web@5} or {@code shop/web@4→5}. */
  static List<String> text(List<BaseChange> changes) {
    return changes.stream().map(StoreFixture::text).toList();
  }

  private static String text(BaseChange change) {
    Encoded before = change.before();
    Encoded after = change.after();
    if (before == null) {
      return "+" + TestObject.text(Objects.requireNonNull(after));
    }
    return after == null
        ? "-" + TestObject.text(before)
        : TestObject.text(before) + "→" + after.metadata().resourceVersion();
  }
}
