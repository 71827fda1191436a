package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.NotFoundException;
import dev.controllerruntime.client.OutcomeUnknownException;
import dev.controllerruntime.client.Patch;
import dev.controllerruntime.client.TooManyRequestsException;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends Kubernetes Events from one task, so that no run waits for them or fails by them. What is
 * recorded while the queue (1,000 events) is full is dropped and counted; so is what the server
 * refuses. An equal event about the same object within 6 minutes becomes a series on the first one,
 * as in client-go's {@code events} package; the series is told to the server at most once a minute.
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public final class EventRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final int CAPACITY = 1_000;
  private static final int REMEMBERED = 1_000;
  private static final int ATTEMPTS = 4;
  private static final Duration FIRST_RETRY = Duration.ofMillis(500);
  private static final Duration SERIES_ENDS = Duration.ofMinutes(6);
  private static final Duration SERIES_TOLD = Duration.ofMinutes(1);
  private static final Duration REPORT_EVERY = Duration.ofMinutes(1);

  /** What makes two events equal. */
  private record Alike(
      String controller, String uid, ObjectKey key, String type, String reason, String note) {}

  private record Pending(Alike alike, EventText text) {}

  private static final class Series {
    final ObjectKey event;
    int count = 1;
    long seenNanos;
    long toldNanos;

    Series(ObjectKey event, long nowNanos) {
      this.event = event;
      this.seenNanos = nowNanos;
      this.toldNanos = nowNanos;
    }
  }

  private final Client client;
  private final String instance;
  private final Concurrency concurrency;
  private final Monitor monitor;

  // Guarded by monitor.
  private final Deque<Pending> queue = new ArrayDeque<>();
  private boolean sending;
  private boolean stopping;
  private long dropped;
  private @Nullable Task task;

  // Of the sending task alone.
  private final Map<Alike, Series> series =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Alike, Series> eldest) {
          return size() > REMEMBERED;
        }
      };
  private long reportedNanos;
  private boolean reported;

  /**
   * Prepares; nothing is sent before {@link #start}.
   *
   * @param client fenced like any elected write
   * @param instance this process, in {@code reportingInstance}
   */
  public EventRecorder(Client client, String instance, Concurrency concurrency) {
    this.client = client;
    this.instance = instance;
    this.concurrency = concurrency;
    this.monitor = concurrency.monitor();
  }

  /** Starts the task. */
  public void start() {
    monitor.lock();
    try {
      if (task == null && !stopping) {
        task = concurrency.start("event-recorder", ThreadKind.PLATFORM, this::send);
      }
    } finally {
      monitor.unlock();
    }
  }

  /** The recorder under the name of a controller, which the Events carry as their reporter. */
  public Events of(String controller) {
    return new Events() {
      @Override
      public <T> void normal(Kind<T> kind, T about, String reason, String note) {
        record(controller, kind, kind.metadata(about), "Normal", reason, note);
      }

      @Override
      public <T> void warning(Kind<T> kind, T about, String reason, String note) {
        record(controller, kind, kind.metadata(about), "Warning", reason, note);
      }
    };
  }

  /** How many events were dropped because the queue was full or the server refused them. */
  public long dropped() {
    monitor.lock();
    try {
      return dropped;
    } finally {
      monitor.unlock();
    }
  }

  /** Whether everything recorded so far was sent or dropped. */
  public boolean idle() {
    monitor.lock();
    try {
      return queue.isEmpty() && !sending;
    } finally {
      monitor.unlock();
    }
  }

  /** Sends what waits, then ends; gives up after the time. A second call does nothing. */
  public void stop(Duration atMost) throws InterruptedException {
    Task running;
    monitor.lock();
    try {
      stopping = true;
      running = task;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
    if (running != null && !running.join(atMost)) {
      running.interrupt();
    }
  }

  private void record(
      String controller,
      Kind<?> kind,
      ObjectMetadata about,
      String type,
      String reason,
      String note) {
    EventText text =
        EventText.of(
            controller, instance, kind, about, type, reason, note, concurrency.clock().instant());
    Alike alike = new Alike(controller, about.uid(), about.key(), type, reason, text.note());
    monitor.lock();
    try {
      if (stopping || queue.size() >= CAPACITY) {
        dropped++;
        return;
      }
      queue.add(new Pending(alike, text));
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  private void send() {
    try {
      Pending next = take();
      while (next != null) {
        deliver(next);
        next = take();
      }
    } catch (InterruptedException e) {
      LOG.debug("The event recorder was interrupted; the rest is dropped");
    }
  }

  private @Nullable Pending take() throws InterruptedException {
    monitor.lock();
    try {
      sending = false;
      while (queue.isEmpty()) {
        if (stopping) {
          return null;
        }
        monitor.await();
      }
      sending = true;
      return queue.remove();
    } finally {
      monitor.unlock();
    }
  }

  private void deliver(Pending event) throws InterruptedException {
    Duration wait = FIRST_RETRY;
    for (int attempt = 1; ; attempt++) {
      try {
        write(event);
        return;
      } catch (WriteRefusedException e) {
        drop(event, e, false);
        return;
      } catch (RuntimeException e) {
        if (attempt == ATTEMPTS || !worthARetry(e) || stopped()) {
          drop(event, e, true);
          return;
        }
      }
      concurrency.sleep(wait);
      wait = wait.multipliedBy(4);
    }
  }

  private static boolean worthARetry(RuntimeException e) {
    return e instanceof TooManyRequestsException
        || (e instanceof ApiException api
            && !(e instanceof OutcomeUnknownException)
            && (api.status() == 0 || api.status() >= 500));
  }

  private void write(Pending event) {
    long now = concurrency.nanoTime();
    Series earlier = series.get(event.alike());
    if (earlier != null && now - earlier.seenNanos < SERIES_ENDS.toNanos()) {
      earlier.seenNanos = now;
      earlier.count++;
      if (earlier.count > 2 && now - earlier.toldNanos < SERIES_TOLD.toNanos()) {
        return;
      }
      if (tellSeries(earlier, event)) {
        earlier.toldNanos = now;
        return;
      }
    }
    DynamicObject stored =
        client.create(EventText.EVENTS, event.text().object(concurrency.random().nextLong()));
    series.put(event.alike(), new Series(stored.metadata().key(), now));
  }

  /** False when the first event is gone: the server keeps events for an hour only. */
  private boolean tellSeries(Series earlier, Pending event) {
    try {
      client.patch(
          EventText.EVENTS, earlier.event, Patch.merge(event.text().seriesPatch(earlier.count)));
      return true;
    } catch (NotFoundException e) {
      LOG.debug("Event {} is gone; a new one is made", earlier.event);
      return false;
    }
  }

  private boolean stopped() {
    monitor.lock();
    try {
      return stopping;
    } finally {
      monitor.unlock();
    }
  }

  private void drop(Pending event, RuntimeException why, boolean tell) {
    monitor.lock();
    try {
      dropped++;
    } finally {
      monitor.unlock();
    }
    long now = concurrency.nanoTime();
    if (tell && (!reported || now - reportedNanos >= REPORT_EVERY.toNanos())) {
      reported = true;
      reportedNanos = now;
      LOG.warn(
          "An event ({} {}) could not be recorded: {}",
          event.alike().reason(),
          event.alike().key(),
          why.getMessage());
    }
  }
}
