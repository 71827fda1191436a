package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.LabelSelector;
import dev.controllerruntime.codec.TestObject;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Pipe;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists and watches of ConfigMaps and Secrets as a server gives them: ordered versions, history,
 * namespaces and label selectors. What one writes is told to the watches at once, unless they are
 * held back.
 */
public final class TestServer implements Transport {
  /** Where ConfigMaps are. */
  public static final String MAPS = "configmaps";

  /** Where Secrets are. */
  public static final String SECRETS = "secrets";

  private record Event(
      String plural, long version, @Nullable TestObject before, @Nullable TestObject after) {}

  private record Watch(String plural, String namespace, LabelSelector labels, Pipe pipe) {}

  private final Concurrency concurrency;
  private final Map<String, TreeMap<String, TestObject>> objects = new LinkedHashMap<>();
  private final List<Event> history = new ArrayList<>();
  private final List<Watch> watches = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private final Map<String, Integer> refusals = new LinkedHashMap<>();
  private final List<Event> heldBack = new ArrayList<>();
  private boolean holding;
  private boolean stalled;
  private long version = 10;
  private long oldest = 10;

  public TestServer(Concurrency concurrency) {
    this.concurrency = concurrency;
  }

  public TestObject put(TestObject object) {
    return put(MAPS, object);
  }

  /** Stores the object under the next version, and gives it as it is stored. */
  public TestObject put(String plural, TestObject object) {
    TestObject stored = object.at(++version);
    happened(new Event(plural, version, all(plural).put(name(object), stored), stored));
    return stored;
  }

  public void remove(TestObject object) {
    remove(MAPS, object);
  }

  public void remove(String plural, TestObject object) {
    version++;
    happened(new Event(plural, version, all(plural).remove(name(object)), null));
  }

  /** Moves the version and tells it to the watches. */
  public void bookmark() {
    version++;
    watches.forEach(watch -> push(watch, TestObject.bookmark(version)));
  }

  public long version() {
    return version;
  }

  /** Events are kept back until {@link #release}. */
  public void hold() {
    holding = true;
  }

  public void release() {
    holding = false;
    heldBack.forEach(this::tell);
    heldBack.clear();
  }

  /** Ends all watches; what is held back is not told to them any more. */
  public void breakWatches() {
    watches.forEach(watch -> watch.pipe.fail(new IOException("connection reset")));
    watches.clear();
    heldBack.clear();
  }

  /** Forgets what happened so far: a watch from before it gets 410. */
  public void compact() {
    oldest = version;
  }

  /** Answers all requests for the plural with that status, until {@link #allow}. */
  public void refuse(String plural, int status) {
    refusals.put(plural, status);
  }

  public void allow(String plural) {
    refusals.remove(plural);
  }

  /** Lists get no end: heads come, bodies do not. */
  public void stall() {
    stalled = true;
  }

  /** Everything asked for so far: {@code list configmaps}, {@code watch configmaps 10}. */
  public List<String> asked() {
    return calls.stream()
        .map(
            call -> {
              String what = call.path().replaceFirst("^/api/v1/", "");
              String labels = call.query().getOrDefault("labelSelector", "");
              String where = labels.isEmpty() ? what : what + " " + labels;
              return call.watch()
                  ? "watch " + where + " " + call.query().get("resourceVersion")
                  : "list " + where;
            })
        .toList();
  }

  public List<Call> calls() {
    return calls;
  }

  /** Number of watches that are open. */
  public long watching() {
    return watches.stream().filter(watch -> !watch.pipe.closed()).count();
  }

  private TreeMap<String, TestObject> all(String plural) {
    return objects.computeIfAbsent(plural, key -> new TreeMap<>());
  }

  private static String name(TestObject object) {
    return object.namespace() + "/" + object.name();
  }

  private void happened(Event event) {
    history.add(event);
    if (holding) {
      heldBack.add(event);
    } else {
      tell(event);
    }
  }

  private void tell(Event event) {
    watches.forEach(watch -> tell(watch, event));
  }

  private static void tell(Watch watch, Event event) {
    if (!event.plural.equals(watch.plural)) {
      return;
    }
    TestObject before = selected(watch, event.before);
    TestObject after = selected(watch, event.after);
    if (after != null) {
      push(watch, json(watch.plural, after.event(before == null ? "ADDED" : "MODIFIED")));
    } else if (before != null) {
      TestObject last = event.after == null ? before : event.after;
      push(watch, json(watch.plural, last.at(event.version).event("DELETED")));
    }
  }

  private static @Nullable TestObject selected(Watch watch, @Nullable TestObject object) {
    boolean matches =
        object != null
            && (watch.namespace.isEmpty() || watch.namespace.equals(object.namespace()))
            && watch.labels.matches(object.encoded().metadata());
    return matches ? object : null;
  }

  private static void push(Watch watch, String line) {
    watch.pipe.push(line.getBytes(StandardCharsets.UTF_8));
  }

  private static String json(String plural, String text) {
    return plural.equals(SECRETS)
        ? text.replace("\"kind\":\"ConfigMapList\"", "\"kind\":\"SecretList\"")
            .replace(
                "\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\"",
                "\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\"")
        : text;
  }

  @Override
  public Answer send(Call call) {
    calls.add(call);
    String[] path = call.path().substring("/api/v1/".length()).split("/");
    String plural = path[path.length - 1];
    String namespace = path.length > 1 ? path[1] : "";
    Pipe pipe = new Pipe(concurrency);
    Integer refusal = refusals.get(plural);
    if (refusal != null) {
      pipe.push("the server says no".getBytes(StandardCharsets.UTF_8));
      pipe.end();
      return new Piped(refusal, pipe);
    }
    LabelSelector labels = LabelSelector.parse(call.query().getOrDefault("labelSelector", ""));
    Watch watch = new Watch(plural, namespace, labels, pipe);
    if (call.watch()) {
      watch(watch, Long.parseLong(call.query().getOrDefault("resourceVersion", "0")));
    } else if (!stalled) {
      TestObject[] listed =
          all(plural).values().stream()
              .filter(object -> selected(watch, object) != null)
              .toArray(TestObject[]::new);
      push(watch, json(plural, TestObject.list(version, listed)));
      pipe.end();
    }
    return new Piped(200, pipe);
  }

  private void watch(Watch watch, long from) {
    if (from < oldest) {
      push(watch, TestObject.error(410, "Expired"));
      watch.pipe.end();
      return;
    }
    watches.add(watch);
    history.stream()
        .filter(event -> event.version > from && !heldBack.contains(event))
        .forEach(event -> tell(watch, event));
  }

  private record Piped(int status, Pipe pipe) implements Answer {
    @Override
    public Optional<String> header(String name) {
      return Optional.empty();
    }

    @Override
    public InputStream body() {
      return pipe.input();
    }

    @Override
    public void close() {
      try {
        pipe.input().close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Override
  public String server() {
    return "https://test";
  }

  @Override
  public void close() {
    breakWatches();
  }
}
