package dev.controllerruntime.store;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.codec.TestObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server holds and held, as simply as it can be said: every state of every key, in order.
 */
final class ServerModel {
  /** One event: the key has this state from the version on; null for none. */
  record State(
      long version, String key, @Nullable TestObject before, @Nullable TestObject object) {}

  private final List<State> log = new ArrayList<>();
  private final Map<String, TestObject> now = new LinkedHashMap<>();
  private long version = 100;
  private int uids;

  long version() {
    return version;
  }

  @Nullable TestObject get(String key) {
    return now.get(key);
  }

  /** Creates or updates; with or without the label that selects it. */
  TestObject write(String key, boolean labelled) {
    TestObject before = now.get(key);
    TestObject plain = TestObject.of(key).uid(before == null ? "u" + ++uids : before.uid());
    TestObject object = (labelled ? plain.label("app", "web") : plain).at(++version);
    now.put(key, object);
    log.add(new State(version, key, before, object));
    return object;
  }

  /** The last state, or null when there is none to delete. */
  @Nullable TestObject delete(String key) {
    TestObject before = now.remove(key);
    if (before != null) {
      log.add(new State(++version, key, before, null));
    }
    return before;
  }

  /** Everything after the version. */
  List<State> after(long from) {
    return log.stream().filter(state -> state.version > from).toList();
  }

  List<TestObject> list() {
    return List.copyOf(now.values());
  }

  /**
   * The latest version at which the key could have been read like this; -1 for never.
   *
   * @param seen what a read saw; null for nothing
   * @param labelledOnly whether the reader is to see labelled objects alone
   */
  long lastSeenAs(String key, @Nullable Encoded seen, boolean labelledOnly) {
    List<State> states = states(key);
    // Before its first state there was nothing.
    long first = states.isEmpty() ? Long.MAX_VALUE : states.get(0).version - 1;
    long last = seen == null ? first : -1;
    for (int i = 0; i < states.size(); i++) {
      TestObject object = selected(states.get(i).object, labelledOnly);
      boolean same =
          object == null
              ? seen == null
              : seen != null && object.version().equals(seen.metadata().resourceVersion());
      if (same) {
        // Until the next state of the key.
        last = i + 1 < states.size() ? states.get(i + 1).version - 1 : Long.MAX_VALUE;
      }
    }
    return last;
  }

  static @Nullable TestObject selected(@Nullable TestObject object, boolean labelledOnly) {
    return object == null || labelledOnly && object.labels().isEmpty() ? null : object;
  }

  private List<State> states(String key) {
    return log.stream().filter(state -> state.key.equals(key)).toList();
  }

  static ObjectKey keyOf(TestObject object) {
    return new ObjectKey(object.namespace(), object.name());
  }
}
