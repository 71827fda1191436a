package dev.controllerruntime.leaderelection;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Task;
import dev.controllerruntime.concurrent.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes part in the election for one Lease: the elector's loop on one platform thread, and a watch
 * of the Lease on another, which serves while this process stands by. Thread-safe. Started once;
 * after {@link #stop} it is over.
 *
 * @since 0.1.0
 */
@Internal
public final class LeaderElection {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);

  /**
   * Hears of gained and lost leadership, strictly in turn: on the election thread, a loss also on
   * that of the timers.
   */
  public interface Listener {
    /** This process leads. Must not block: nothing renews the lease meanwhile. */
    void gained(long term);

    /** This process leads no longer; its elected writes are already refused. Must not block. */
    void lost(String why);
  }

  private final LeaderElectionOptions options;
  private final Concurrency concurrency;
  private final Timers timers;
  private final Fence fence;
  private final Elector elector;
  private final LeaseWatch watch;
  private final Listener listener;
  private final Monitor monitor;

  // Guarded by monitor.
  private final PushedStates pushed = new PushedStates();
  private boolean stopping;
  private boolean releasing;
  private boolean watchLive;
  private @Nullable Task loop;
  private @Nullable Task watching;

  private volatile boolean leading;

  /** Held while a listener is told, so that gained and lost never overtake each other. */
  private final ReentrantLock telling = new ReentrantLock();

  private volatile String failure = "";
  private volatile String holder = "";

  /** The newest pushed state, and whether there was one: several that wait collapse. */
  private static final class PushedStates {
    private boolean any;
    private @Nullable LeaseRecord record;

    void put(Optional<LeaseRecord> state) {
      any = true;
      record = state.orElse(null);
    }

    void clear() {
      any = false;
      record = null;
    }
  }

  /**
   * Prepares; nothing is sent before {@link #start}.
   *
   * @param client for the Lease itself: not fenced, and with a time limit per request below the
   *     renew deadline
   * @param timers outlive this
   */
  public LeaderElection(
      LeaderElectionOptions options,
      Client client,
      Transport transport,
      Codec codec,
      Concurrency concurrency,
      Timers timers,
      Listener listener) {
    this(
        options,
        new ClientLeaseLock(client, new ObjectKey(options.namespace(), options.lease())),
        new LeaseWatch(transport, codec, new ObjectKey(options.namespace(), options.lease())),
        concurrency,
        timers,
        listener);
  }

  LeaderElection(
      LeaderElectionOptions options,
      LeaseLock lock,
      LeaseWatch watch,
      Concurrency concurrency,
      Timers timers,
      Listener listener) {
    this.options = options;
    this.concurrency = concurrency;
    this.watch = watch;
    this.timers = timers;
    this.fence = new Fence(concurrency, options.renewDeadline());
    this.monitor = concurrency.monitor();
    this.elector =
        new Elector(
            lock,
            options,
            options.identity() + "_" + suffix(concurrency),
            concurrency,
            fence,
            new Elector.Listener() {
              @Override
              public void gained(long term) {
                tellGained(term);
              }

              @Override
              public void lost(String why) {
                tellLost(why);
              }
            });
    this.listener = listener;
  }

  /** What the client asks before each elected write. */
  public Fence fence() {
    return fence;
  }

  /** Whether this process leads; a lease that ran out a moment ago counts as not leading. */
  public boolean leading() {
    return leading && fence.open();
  }

  /** Why the Lease could not be read or written at the last try; empty when it could. */
  public String failure() {
    return failure;
  }

  /** Who held the Lease when it was seen last; empty when nobody did. */
  public String holder() {
    return holder;
  }

  /** Starts to take part. */
  public void start() {
    monitor.lock();
    try {
      if (loop != null || stopping) {
        return;
      }
      loop = concurrency.start("leader-election", ThreadKind.PLATFORM, this::elect);
      watching = concurrency.start("lease-watch", ThreadKind.PLATFORM, this::follow);
    } finally {
      monitor.unlock();
    }
  }

  /**
   * Ends the part in the election, also of a candidate that waits. A second call does nothing.
   *
   * @param release whether to give the Lease back: only when the last elected work has stopped;
   *     else it expires by itself
   * @param atMost how long to wait; after that the Lease expires by itself
   */
  public void stop(boolean release, Duration atMost) throws InterruptedException {
    Task running;
    Task follower;
    monitor.lock();
    try {
      stopping = true;
      releasing = release;
      monitor.signalAll();
      running = loop;
      follower = watching;
    } finally {
      monitor.unlock();
    }
    watch.close();
    if (follower != null) {
      follower.interrupt();
    }
    if (running == null) {
      return;
    }
    Duration patience = atMost.dividedBy(2);
    if (!running.join(patience)) {
      // A call hangs: cut it, so that the rest of the time is left for the release.
      running.interrupt();
      if (!running.join(patience)) {
        LOG.warn("Leader election did not end within {}; the lease expires by itself", atMost);
      }
    }
  }

  private void tellGained(long term) {
    telling.lock();
    try {
      leading = true;
      listener.gained(term);
    } finally {
      telling.unlock();
    }
    watchTheClock(term);
  }

  private void tellLost(String why) {
    telling.lock();
    try {
      if (leading) {
        leading = false;
        listener.lost(why);
      }
    } finally {
      telling.unlock();
    }
  }

  /** A renewal that hangs must not delay the news that its deadline has passed. */
  private void watchTheClock(long term) {
    if (!leading || fence.term() != term) {
      return;
    }
    Duration left = fence.remaining();
    if (left.isZero()) {
      tellLost("the renew deadline passed while a renewal was under way");
    } else {
      timers.after(left, () -> watchTheClock(term));
    }
  }

  private void elect() {
    try {
      while (true) {
        Duration wait = elector.step();
        publish();
        if (!pause(wait)) {
          break;
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("Leader election was interrupted");
    }
    // An interrupt has done its work by now; with the flag set, the release could not be sent.
    if (concurrency.interrupted()) {
      LOG.debug("Leader election was interrupted while a call was under way");
    }
    if (releasing()) {
      elector.release();
    } else {
      fence.close();
      LOG.warn("Elected work has not stopped: the lease is not given back but left to expire");
    }
    publish();
  }

  private boolean releasing() {
    monitor.lock();
    try {
      return releasing;
    } finally {
      monitor.unlock();
    }
  }

  private void publish() {
    failure = elector.failure();
    holder = elector.holder();
  }

  /** Waits for the next step; false when there is none. */
  private boolean pause(Duration wait) throws InterruptedException {
    long until = concurrency.nanoTime() + wait.toNanos();
    monitor.lock();
    try {
      while (!stopping) {
        elector.pushed(watchLive);
        boolean news = pushed.any && !elector.leading();
        LeaseRecord record = pushed.record;
        pushed.clear();
        if (news) {
          if (record == null || elector.observe(record)) {
            return true;
          }
          // The claim was prolonged: the expiry moves, and the wait with it.
          until = concurrency.nanoTime() + elector.standbyWait().toNanos();
        }
        Duration left = Duration.ofNanos(until - concurrency.nanoTime());
        if (left.isNegative() || left.isZero()) {
          return true;
        }
        monitor.await(left);
      }
      return false;
    } finally {
      monitor.unlock();
    }
  }

  private void follow() {
    try {
      while (!stopped()) {
        watch.follow(options.leaseDuration().multipliedBy(2), () -> live(true), this::push);
        live(false);
        concurrency.sleep(options.retryPeriod());
      }
    } catch (InterruptedException e) {
      LOG.debug("Watching the lease was interrupted");
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

  private void live(boolean live) {
    monitor.lock();
    try {
      watchLive = live;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  private void push(Optional<LeaseRecord> state) {
    monitor.lock();
    try {
      pushed.put(state);
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  private static String suffix(Concurrency concurrency) {
    return String.format("%016x", concurrency.random().nextLong());
  }
}
