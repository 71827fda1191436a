package dev.controllerruntime.apiserver.watch;

import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.storage.Event;
import dev.controllerruntime.apiserver.storage.EventLog;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;
import dev.controllerruntime.apiserver.timer.Timers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All running watches. Encodes an event once for all watches that want it in the same form.
 *
 * @since 0.1.0
 */
public final class WatchHub implements Storage.Listener {
  private static final Duration BOOKMARK_EVERY = Duration.ofMinutes(1);
  private static final Duration BOOKMARK_BEFORE_END = Duration.ofSeconds(2);

  private final Storage storage;
  private final Timers timers;
  private final Map<String, List<Watch>> byStore = new HashMap<>();
  private final Map<Exchange, Watch> byExchange = new HashMap<>();

  /** A hub that hears of the storage's changes once it is added as a listener. */
  public WatchHub(Storage storage, Timers timers) {
    this.storage = storage;
    this.timers = timers;
  }

  /**
   * Runs a watch: its head was sent. Tells what happened after its version, then what happens.
   *
   * @param bookmarks whether it gets bookmarks, the first one a minute from now or shortly before
   *     its end (rule 31)
   */
  public void start(ResourceStore store, Watch watch, boolean bookmarks, Instant now) {
    EventLog history = store.history();
    for (int i = history.after(watch.from()); i < history.size(); i++) {
      tell(watch, history.get(i), null);
    }
    byStore.computeIfAbsent(store.key(), key -> new ArrayList<>()).add(watch);
    byExchange.put(watch.exchange(), watch);
    watch.timers().add(timers.at(watch.deadline(), () -> end(watch)));
    if (bookmarks) {
      scheduleBookmark(watch, now);
    }
  }

  private void scheduleBookmark(Watch watch, Instant now) {
    Instant next = now.plus(BOOKMARK_EVERY);
    Instant last = watch.deadline().minus(BOOKMARK_BEFORE_END);
    Instant at = next.isBefore(last) ? next : last;
    if (at.isAfter(now)) {
      watch
          .timers()
          .add(
              timers.at(
                  at,
                  () -> {
                    bookmark(watch, false);
                    scheduleBookmark(watch, at);
                  }));
    }
  }

  /** Sends a bookmark at the newest version. */
  public void bookmark(Watch watch, boolean initialEventsEnd) {
    // One that waits for a version of the future is told nothing before.
    long version = Math.max(storage.version(), watch.from());
    watch.exchange().frame(frame("BOOKMARK", watch.encoder().bookmark(version, initialEventsEnd)));
  }

  /** Sends a synthetic ADDED. */
  public void added(Watch watch, StoredObject object) {
    watch.exchange().frame(frame("ADDED", watch.encoder().object(object)));
  }

  @Override
  public void committed(ResourceStore store, Event event) {
    List<Watch> watches = byStore.get(store.key());
    if (watches == null || watches.isEmpty()) {
      return;
    }
    Shared shared = new Shared();
    for (int i = 0; i < watches.size(); i++) {
      Watch watch = watches.get(i);
      if (event.version() > watch.from()) {
        tell(watch, event, shared);
      }
    }
  }

  /** The frame of one event in the plain form of one served version. */
  private static final class Shared {
    private @Nullable ResourceType type;
    private Event.@Nullable Type eventType;
    private byte[] frame = new byte[0];
  }

  /**
   * Rule 33: what enters a selection is ADDED, what leaves it DELETED with its previous content.
   */
  private static void tell(Watch watch, Event event, @Nullable Shared shared) {
    StoredObject previous = event.previous();
    boolean was = previous != null && watch.selection().matches(previous);
    if (event.type() == Event.Type.DELETED) {
      if (was) {
        send(watch, Event.Type.DELETED, event.object(), shared);
      }
      return;
    }
    boolean is = watch.selection().matches(event.object());
    if (is) {
      send(watch, was ? Event.Type.MODIFIED : Event.Type.ADDED, event.object(), shared);
    } else if (was && previous != null) {
      watch
          .exchange()
          .frame(frame("DELETED", watch.encoder().object(previous.withVersion(event.version()))));
    }
  }

  private static void send(
      Watch watch, Event.Type type, StoredObject object, @Nullable Shared shared) {
    if (shared == null || !watch.encoder().shared()) {
      watch.exchange().frame(frame(type.name(), watch.encoder().object(object)));
      return;
    }
    if (shared.type != watch.type() || shared.eventType != type) {
      shared.type = watch.type();
      shared.eventType = type;
      shared.frame = frame(type.name(), watch.encoder().object(object));
    }
    watch.exchange().frame(shared.frame);
  }

  /** One line of a watch stream. */
  public static byte[] frame(String type, byte[] object) {
    byte[] head = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8);
    byte[] frame = new byte[head.length + object.length + 2];
    System.arraycopy(head, 0, frame, 0, head.length);
    System.arraycopy(object, 0, frame, head.length, object.length);
    frame[frame.length - 2] = '}';
    frame[frame.length - 1] = '\n';
    return frame;
  }

  /** Ends all watches of a served version cleanly (rule 39). */
  public void endAll(ResourceStore store) {
    for (Watch watch : List.copyOf(byStore.getOrDefault(store.key(), List.of()))) {
      end(watch);
    }
  }

  /** Forgets the watch of a client that went away. */
  public void closed(Exchange exchange) {
    Watch watch = byExchange.get(exchange);
    if (watch != null) {
      forget(watch);
    }
  }

  /** How many watches run. */
  public int size() {
    return byExchange.size();
  }

  private void end(Watch watch) {
    forget(watch);
    watch.exchange().end();
  }

  private void forget(Watch watch) {
    byExchange.remove(watch.exchange());
    byStore.values().forEach(watches -> watches.remove(watch));
    watch.timers().forEach(timers::cancel);
  }
}
