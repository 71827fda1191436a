package dev.controllerruntime.reflector;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.ResourceVersions;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.ServerStatus;
import dev.controllerruntime.client.transport.StatusException;
import dev.controllerruntime.client.transport.Statuses;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.codec.ListFrames;
import dev.controllerruntime.codec.WatchFrame;
import dev.controllerruntime.codec.WatchFrames;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Task;
import dev.controllerruntime.reflector.ReflectorFailure.Reason;
import dev.controllerruntime.reflector.ReflectorState.Phase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * List and watch of one kind into ordered deltas, for as long as it runs, whatever the server does.
 *
 * <pre>
 *            ┌────────── version gone (410), kind back, history reset ─────────┐
 *            ▼                                                                 │
 *   start ─► list, page by page ─► watch from the version of the list ─► ended ┤
 *            ▲          │ fault           ▲                                    │
 *            └──────────┘ back-off        └── any other end: resume, no list ──┘
 * </pre>
 *
 * <p>{@link #runOnce} does one step (a list, or one watch to its end) and tells how long to wait
 * before the next; {@link #start} drives the steps on a thread of their own.
 *
 * @since 0.1.0
 */
@Internal
public final class Reflector implements AutoCloseable {
  /** A watch of this length counts as healthy: its end is no reason to wait. */
  static final Duration HEALTHY = Duration.ofSeconds(5);

  /** A watch that was silent for this long makes one wonder whether the version exists at all. */
  static final Duration SILENT = Duration.ofSeconds(120);

  /** How long a server that is behind is waited for (invariant 16). */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long SHORTEST_WATCH_SECONDS = 300;
  private static final long LONGEST_WATCH_SECONDS = 600;
  private static final int ENDS_BEFORE_FAILURE = 3;

  private final ReflectorTarget target;
  private final Codec codec;
  private final Concurrency concurrency;
  private final DeltaSink sink;
  private final Exchanges exchanges;
  private final Failures failures;
  private final BackOff backOff;
  private final Monitor monitor;

  private volatile Phase phase = Phase.NOT_STARTED;
  private volatile boolean synced;
  private volatile String version = "";
  private volatile @Nullable Instant lastContact;
  private volatile @Nullable Task task;
  private volatile boolean stopping;

  private enum Next {
    LIST,
    WATCH,
    PROBE
  }

  private Next next = Next.LIST;

  /** False once continuing a paged list failed: then everything is asked for at once. */
  private boolean paged = true;

  private @Nullable Instant behindSince;

  /** Watches in a row that ended as soon as they began. */
  private int shortWatches;

  private long watchBegun;

  /** Not started yet. */
  public Reflector(
      ReflectorTarget target,
      Transport transport,
      ResourceResolver resources,
      Codec codec,
      Concurrency concurrency,
      DeltaSink sink) {
    this.target = target;
    this.codec = codec;
    this.concurrency = concurrency;
    this.sink = sink;
    this.exchanges = new Exchanges(target, transport, resources, codec);
    this.failures = new Failures(target, transport.server(), concurrency.clock());
    this.backOff = new BackOff(concurrency.random());
    this.monitor = concurrency.monitor();
  }

  /** What is listed and watched. */
  public ReflectorTarget target() {
    return target;
  }

  /** Where it stands now. Any thread. */
  public ReflectorState state() {
    Optional<ReflectorFailure> failure =
        phase == Phase.FAILING ? failures.current() : Optional.empty();
    return new ReflectorState(phase, synced, failure, version, Optional.ofNullable(lastContact));
  }

  /** Starts its thread. A second call does nothing, nor does one after {@link #close}. */
  public void start() {
    monitor.lock();
    try {
      if (task == null && !stopping) {
        task =
            concurrency.start(
                "watch-" + target.kind().kind().toLowerCase(Locale.ROOT),
                ThreadKind.PLATFORM,
                this::run);
      }
    } finally {
      monitor.unlock();
    }
  }

  /** Ends the running exchange and the thread; does not wait for it. A second call does nothing. */
  @Override
  public void close() {
    monitor.lock();
    Task running;
    try {
      stopping = true;
      running = task;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
    exchanges.close();
    if (running == null) {
      enter(Phase.STOPPED);
    } else {
      running.interrupt();
    }
  }

  /**
   * Waits for the end of its thread after {@link #close}.
   *
   * @return false when the time passed first
   */
  public boolean awaitStopped(Duration atMost) throws InterruptedException {
    Task running = task;
    return running == null || running.join(atMost);
  }

  private void run() {
    try {
      while (pause(runOnce())) {
        concurrency.point("reflector step");
      }
    } catch (InterruptedException e) {
      // Only close() knows this thread: the loop ends as it asked.
      stopping = true;
    } finally {
      enter(Phase.STOPPED);
    }
  }

  /** False when it is time to stop. */
  private boolean pause(Duration wait) throws InterruptedException {
    long until = concurrency.nanoTime() + wait.toNanos();
    monitor.lock();
    try {
      while (!stopping) {
        long left = until - concurrency.nanoTime();
        if (left <= 0) {
          return true;
        }
        monitor.await(Duration.ofNanos(left));
      }
      return false;
    } finally {
      monitor.unlock();
    }
  }

  /**
   * One step: a whole list, or one watch until it ends. Never throws for what the server does.
   *
   * @return how long to wait before the next step
   */
  public Duration runOnce() throws InterruptedException {
    Next step = next;
    try {
      if (phase == Phase.NOT_STARTED) {
        enter(Phase.SYNCING);
      }
      return switch (step) {
        case LIST -> list();
        case WATCH -> watch();
        case PROBE -> probe();
      };
    } catch (IOException | RuntimeException | VirtualMachineError | LinkageError fault) {
      // Whatever it was: a watch that has ended for good would go unnoticed.
      return failed(step == Next.WATCH ? "watch" : "list", fault);
    }
  }

  private Duration failed(String verb, Throwable fault) {
    if (stopping) {
      return Duration.ZERO;
    }
    if (isExpired(fault)) {
      next = Next.LIST;
      return backOff.next();
    }
    Reason reason = failures.reason(fault);
    if (reason == Reason.KIND_MISSING) {
      // What was known stays in the store, so that its return tells the difference; but it is no
      // answer to reads any more.
      synced = false;
      next = Next.LIST;
    }
    boolean news = failures.failed(reason, verb, fault);
    if (fault instanceof StatusException) {
      contact();
    }
    if (phase != Phase.FAILING || news) {
      enter(Phase.FAILING);
    }
    return fault instanceof StatusException answered
        ? backOff.next(answered.status().retryAfter())
        : backOff.next();
  }

  private static boolean isExpired(Throwable fault) {
    return fault instanceof StatusException answered && expired(answered.status());
  }

  private static boolean expired(ServerStatus status) {
    return status.code() == 410
        || status.reason().equals("Expired")
        || status.reason().equals("Gone");
  }

  private Duration list() throws IOException, InterruptedException {
    sink.begin();
    String token = "";
    String listed = "";
    do {
      try (Answer answer = exchanges.list(token, paged ? Exchanges.PAGE : 0);
          ListFrames frames = codec.list(answer.body())) {
        contact();
        items(frames);
        token = frames.continueToken();
        listed = frames.resourceVersion();
      } catch (StatusException e) {
        if (!token.isEmpty() && expired(e.status())) {
          // Too slow for the server's history: all at once the next time.
          paged = false;
        }
        throw e;
      }
    } while (!token.isEmpty());
    return listed(listed);
  }

  private void items(ListFrames frames) throws IOException {
    while (true) {
      Optional<Encoded> item;
      try {
        item = frames.next();
      } catch (CodecException e) {
        undecodable(e);
        continue;
      }
      if (item.isEmpty()) {
        return;
      }
      sink.item(item.get());
    }
  }

  private Duration listed(String listed) {
    if (listed.isEmpty()) {
      throw new CodecException("the list has no resourceVersion to watch from", null);
    }
    boolean reset = false;
    if (isBehind(listed)) {
      Instant since = behindSince;
      Instant now = concurrency.clock().instant();
      if (since == null) {
        behindSince = now;
        return behind(listed);
      }
      if (now.isBefore(since.plus(PATIENCE))) {
        return behind(listed);
      }
      // A consistent list is still older: history was reset, as by a restored backup.
      reset = true;
    }
    behindSince = null;
    paged = true;
    version = listed;
    sink.commit(listed, reset);
    next = Next.WATCH;
    synced = true;
    works();
    return Duration.ZERO;
  }

  private boolean isBehind(String listed) {
    return !version.isEmpty() && ResourceVersions.isNewer(version, listed);
  }

  private Duration behind(String listed) {
    boolean news =
        failures.failed(
            Reason.BEHIND,
            failures.what()
                + ": the server is at version "
                + listed
                + ", behind "
                + version
                + " that was seen; waiting up to "
                + PATIENCE.toSeconds()
                + " s, then its state is taken over as it is");
    if (phase != Phase.FAILING || news) {
      enter(Phase.FAILING);
    }
    return backOff.next();
  }

  /** After a watch that was silent for suspiciously long: is the server where we think it is? */
  private Duration probe() throws IOException, InterruptedException {
    String reached;
    try (Answer answer = exchanges.list("", 1);
        ListFrames frames = codec.list(answer.body())) {
      contact();
      Optional<Encoded> item = frames.next();
      while (item.isPresent()) {
        item = frames.next();
      }
      reached = frames.resourceVersion();
    }
    next = isBehind(reached) ? Next.LIST : Next.WATCH;
    return Duration.ZERO;
  }

  private Duration watch() throws IOException, InterruptedException {
    long length = concurrency.random().nextLong(SHORTEST_WATCH_SECONDS, LONGEST_WATCH_SECONDS + 1);
    watchBegun = concurrency.nanoTime();
    boolean heard = false;
    IOException broken = null;
    try (Answer answer = exchanges.watch(version, Duration.ofSeconds(length))) {
      contact();
      if (shortWatches < ENDS_BEFORE_FAILURE) {
        works();
      }
      try (WatchFrames frames = codec.watch(answer.body())) {
        Optional<WatchFrame> frame = next(frames);
        while (frame.isPresent()) {
          heard = true;
          take(frame.get());
          frame = next(frames);
        }
      } catch (StatusException e) {
        throw e; // told by the server in an ERROR event
      } catch (IOException e) {
        broken = e;
      }
    }
    return ended(watchAge(), heard, broken);
  }

  private Duration watchAge() {
    return Duration.ofNanos(concurrency.nanoTime() - watchBegun);
  }

  private Optional<WatchFrame> next(WatchFrames frames) throws IOException {
    while (true) {
      try {
        return frames.next();
      } catch (CodecException e) {
        undecodable(e);
      }
    }
  }

  private void take(WatchFrame frame) throws StatusException {
    contact();
    Encoded object = frame.object();
    switch (frame.type()) {
      case ADDED, MODIFIED -> sink.upsert(object);
      case DELETED -> sink.delete(object);
      case BOOKMARK -> bookmark(object.metadata().resourceVersion());
      case ERROR ->
          throw new StatusException(
              "watch of " + failures.what(), "the server", Statuses.read(codec, object));
    }
    // Only now: a version is never skipped over a change that was not told.
    reached(object.metadata().resourceVersion());
    if (phase == Phase.FAILING && watchAge().compareTo(HEALTHY) >= 0) {
      shortWatches = 0;
      works();
    }
  }

  private void bookmark(String told) {
    if (!told.isEmpty()) {
      sink.bookmark(told);
    }
  }

  /** A version never goes back but by a list; without one a resume would begin anywhere. */
  private void reached(String told) {
    if (!told.isEmpty() && !ResourceVersions.isNewer(version, told)) {
      version = told;
    }
  }

  /** A watch has ended, as each of them does: go on from the version that was reached. */
  private Duration ended(Duration length, boolean heard, @Nullable IOException broken) {
    if (stopping) {
      return Duration.ZERO;
    }
    if (!heard && length.compareTo(SILENT) >= 0) {
      next = Next.PROBE;
    }
    if (length.compareTo(HEALTHY) >= 0) {
      backOff.reset();
      shortWatches = 0;
      works();
      if (broken == null) {
        return Duration.ZERO;
      }
    }
    Duration wait = backOff.next();
    if (length.compareTo(HEALTHY) < 0 && ++shortWatches >= ENDS_BEFORE_FAILURE) {
      IOException why =
          broken != null ? broken : new IOException("watches are ended as soon as they begin");
      if (failures.failed(Reason.CONNECTION, "watch", why) || phase != Phase.FAILING) {
        enter(Phase.FAILING);
      }
    }
    return wait;
  }

  private void undecodable(CodecException fault) {
    sink.undecodable(failures.what() + ": skipped an object: " + fault.getMessage());
  }

  private void contact() {
    lastContact = concurrency.clock().instant();
  }

  private void works() {
    boolean healed = failures.healed();
    Phase now = synced ? Phase.SYNCED : Phase.SYNCING;
    if (healed || phase != now) {
      enter(now);
    }
  }

  private void enter(Phase entered) {
    if (phase != Phase.STOPPED) {
      phase = entered;
      sink.stateChanged(state());
    }
  }
}
