package dev.controllerruntime.leaderelection;

import dev.controllerruntime.client.AlreadyExistsException;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.ConflictException;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The election as steps, without a thread: each {@link #step} does what is due and answers how long
 * to wait for the next. Belongs to one thread.
 *
 * <pre>
 *              claim written                    renew deadline passed, or another holder seen
 *   candidate ───────────────► leader ────────────────────────────────────────────► candidate
 *       │                         │ release
 *       └── release ──────────────┴──────► nothing held
 * </pre>
 */
final class Elector {
  private static final Logger LOG = LoggerFactory.getLogger(Elector.class);

  /** Hears of gained and lost leadership, strictly in turn. Must not block. */
  interface Listener {
    void gained(long term);

    void lost(String why);
  }

  private static final Duration REPORT_EVERY = Duration.ofMinutes(1);

  private final LeaseLock lock;
  private final LeaderElectionOptions options;
  private final String identity;
  private final Concurrency concurrency;
  private final Fence fence;
  private final Listener listener;

  private @Nullable LeaseRecord seen;
  private long seenNanos;
  private boolean leading;

  /** A claim was sent and no answer told that it did not count. */
  private boolean mayHold;

  private boolean pollingOnly = true;
  private String lastFailure = "";
  private long reportedNanos;
  private String lastHolder = "";

  Elector(
      LeaseLock lock,
      LeaderElectionOptions options,
      String identity,
      Concurrency concurrency,
      Fence fence,
      Listener listener) {
    this.lock = lock;
    this.options = options;
    this.identity = identity;
    this.concurrency = concurrency;
    this.fence = fence;
    this.listener = listener;
  }

  boolean leading() {
    return leading;
  }

  /** Why the last step could not read or write the Lease; empty when it could. */
  String failure() {
    return lastFailure;
  }

  /** The holder seen last; empty when none. */
  String holder() {
    return leading ? identity : lastHolder;
  }

  /** Whether changes of the Lease are pushed, so that a standby need not poll. */
  void pushed(boolean live) {
    pollingOnly = !live;
  }

  /**
   * A state of the Lease that somebody pushed.
   *
   * @return whether a step is due now
   */
  boolean observe(LeaseRecord record) {
    if (leading) {
      // Pushes arrive late and would overwrite what the last answer said; a takeover shows as a
      // conflict of the next renewal.
      return false;
    }
    return remember(record) && !record.held();
  }

  /** Does what is due; the answer is the wait until the next step unless something is pushed. */
  Duration step() {
    if (leading && !fence.open()) {
      lose("the renew deadline of " + options.renewDeadline() + " passed without a renewal");
    }
    try {
      boolean held = leading ? renew() : acquire();
      succeeded();
      return held ? renewalWait() : standbyWait();
    } catch (ConflictException | AlreadyExistsException e) {
      return rereadAfterConflict(e);
    } catch (RuntimeException e) {
      // Also what no server should answer: the election goes on whatever a Lease holds.
      failed(e);
      return leading ? shorter(jittered(), fence.remaining()) : jittered();
    }
  }

  /** Gives the Lease back if this process holds it, so that another may lead at once. */
  void release() {
    if (leading) {
      end("released");
    }
    fence.close();
    if (!mayHold) {
      return;
    }
    mayHold = false;
    try {
      Optional<LeaseRecord> now = lock.read();
      if (now.isEmpty() || !now.get().heldBy(identity)) {
        return;
      }
      LeaseRecord before = now.get();
      Instant at = wall();
      lock.update(
          before, new LeaseRecord(before.resourceVersion(), "", 1, at, at, before.transitions()));
      LOG.info("Released lease {}", lock.describe());
    } catch (ConflictException e) {
      LOG.info("Lease {} was taken over before it could be released", lock.describe());
    } catch (RuntimeException e) {
      LOG.warn(
          "Lease {} could not be released and expires by itself: {}",
          lock.describe(),
          e.getMessage());
    }
  }

  private boolean renew() {
    LeaseRecord before = seen == null ? lock.read().orElse(null) : seen;
    if (before == null) {
      // Deleted by somebody: claim it anew before another does.
      return claimNew();
    }
    if (!before.heldBy(identity)) {
      remember(before);
      lose(before.held() ? "it is held by " + before.holder() : "somebody cleared its holder");
      return false;
    }
    Instant at = wall();
    Instant earlier = before.acquired();
    Instant acquired = earlier == null ? at : earlier;
    write(before, claim(before.resourceVersion(), acquired, at, before.transitions()));
    return true;
  }

  private boolean acquire() {
    Optional<LeaseRecord> read = lock.read();
    if (read.isEmpty()) {
      return claimNew();
    }
    LeaseRecord before = read.get();
    remember(before);
    if (before.held() && !before.heldBy(identity) && !expiryWait(before).isZero()) {
      standBy(before);
      return false;
    }
    // Held by this very process: a claim whose answer was lost.
    boolean mine = before.heldBy(identity);
    Instant at = wall();
    Instant earlier = before.acquired();
    Instant acquired = mine && earlier != null ? earlier : at;
    int transitions = before.transitions() + (mine ? 0 : 1);
    write(before, claim(before.resourceVersion(), acquired, at, transitions));
    return leading;
  }

  private boolean claimNew() {
    Instant at = wall();
    long sentNanos = concurrency.nanoTime();
    mayHold = true;
    LeaseRecord stored = lock.create(claim("", at, at, 0));
    claimed(stored, sentNanos, at);
    return leading;
  }

  private void write(LeaseRecord before, LeaseRecord claim) {
    Instant at = wall();
    long sentNanos = concurrency.nanoTime();
    mayHold = true;
    LeaseRecord stored = lock.update(before, claim);
    claimed(stored, sentNanos, at);
  }

  private void claimed(LeaseRecord stored, long sentNanos, Instant sentAt) {
    remember(stored);
    if (leading) {
      fence.renewed(sentNanos, sentAt);
      return;
    }
    fence.nextTerm();
    fence.renewed(sentNanos, sentAt);
    if (!fence.open()) {
      // The answer took longer than the deadline: the next step renews what is already ours.
      fence.close();
      return;
    }
    leading = true;
    LOG.info("Leading: {} holds lease {}", identity, lock.describe());
    try {
      listener.gained(fence.term());
    } catch (RuntimeException e) {
      // A leader that cannot start its work must not keep others from it.
      LOG.error("Lease {} is given back: the elected work could not start", lock.describe(), e);
      release();
    }
  }

  private void lose(String why) {
    LOG.info("Lost lease {}: {}", lock.describe(), why);
    end(why);
  }

  private void end(String why) {
    leading = false;
    fence.close();
    try {
      listener.lost(why);
    } catch (RuntimeException e) {
      LOG.error("Stopping the elected work of lease {} failed", lock.describe(), e);
    }
  }

  private void standBy(LeaseRecord record) {
    mayHold = false;
    if (!record.holder().equals(lastHolder)) {
      LOG.info("Standing by: lease {} is held by {}", lock.describe(), record.holder());
    }
    lastHolder = record.holder();
  }

  private Duration rereadAfterConflict(ApiException conflict) {
    if (!leading) {
      LOG.debug("Lease {} was written by another: {}", lock.describe(), conflict.getMessage());
      return jittered();
    }
    try {
      // A conflict is not yet a loss: a label or a takeover may be behind it.
      Optional<LeaseRecord> now = lock.read();
      seen = now.orElse(null);
      if (now.isPresent() && !now.get().heldBy(identity)) {
        remember(now.get());
        lose(now.get().held() ? "it is held by " + now.get().holder() : "its holder was cleared");
        return jittered();
      }
      return Duration.ZERO;
    } catch (RuntimeException e) {
      failed(e);
      return shorter(jittered(), fence.remaining());
    }
  }

  private boolean remember(LeaseRecord record) {
    LeaseRecord before = seen;
    seen = record;
    if (before != null && before.sameClaim(record)) {
      return false;
    }
    seenNanos = concurrency.nanoTime();
    return true;
  }

  /** How long the claim that was seen still counts, from when it was seen to change. */
  private Duration expiryWait(LeaseRecord record) {
    Duration since = Duration.ofNanos(concurrency.nanoTime() - seenNanos);
    Duration left = record.duration(options.leaseDuration()).minus(since);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private Duration renewalWait() {
    return shorter(jittered(), fence.remaining());
  }

  /** How long a standby waits when nothing is pushed. */
  Duration standbyWait() {
    LeaseRecord record = seen;
    if (record == null || !record.held() || record.heldBy(identity)) {
      return jittered();
    }
    // The expiry is exact; a little chance keeps several standbys from colliding on it.
    Duration expiry = expiryWait(record).plus(chance(options.retryPeriod().dividedBy(10)));
    return pollingOnly ? shorter(jittered(), expiry) : expiry;
  }

  private LeaseRecord claim(String version, Instant acquired, Instant renewed, int transitions) {
    int seconds = (int) options.leaseDuration().toSeconds();
    return new LeaseRecord(version, identity, seconds, acquired, renewed, transitions);
  }

  private void succeeded() {
    if (!lastFailure.isEmpty()) {
      LOG.info("Lease {} can be used again", lock.describe());
    }
    lastFailure = "";
  }

  private void failed(RuntimeException e) {
    long now = concurrency.nanoTime();
    if (lastFailure.isEmpty() || now - reportedNanos >= REPORT_EVERY.toNanos()) {
      LOG.warn("Lease {} cannot be used: {}", lock.describe(), e.getMessage());
      reportedNanos = now;
    }
    lastFailure = String.valueOf(e.getMessage());
  }

  private Instant wall() {
    return concurrency.clock().instant().truncatedTo(ChronoUnit.MICROS);
  }

  private Duration jittered() {
    Duration stretch =
        Duration.ofNanos((long) (options.retryPeriod().toNanos() * LeaderElectionOptions.JITTER));
    return options.retryPeriod().plus(chance(stretch));
  }

  private Duration chance(Duration atMost) {
    long nanos = atMost.toNanos();
    return nanos <= 0 ? Duration.ZERO : Duration.ofNanos(concurrency.random().nextLong(nanos));
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
