package dev.controllerruntime.leaderelection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.CallInterruptedException;
import dev.controllerruntime.client.ConflictException;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loops around the elector, on real threads. */
class LeaderElectionTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  /** Long enough that a standby which only polled would be caught by the waits below. */
  private static final LeaderElectionOptions SLOW =
      LeaderElectionOptions.builder("shop", "test", "pod")
          .leaseDuration(Duration.ofMinutes(10))
          .renewDeadline(Duration.ofMinutes(5))
          .retryPeriod(Duration.ofMinutes(2))
          .build();

  private final Concurrency concurrency = Concurrency.system();
  private final Timers timers = Timers.start(concurrency, "timers");
  private final SharedLease lease = new SharedLease();
  private final PushingTransport transport = new PushingTransport();
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());

  /** A Lease for several threads; may hang. */
  private static final class SharedLease implements LeaseLock {
    private @Nullable LeaseRecord stored;
    private int version;
    private volatile boolean hangs;
    private final CountDownLatch never = new CountDownLatch(1);

    private void hang() {
      if (hangs) {
        try {
          never.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new CallInterruptedException("interrupted", e);
        }
      }
    }

    synchronized String holder() {
      return stored == null ? "" : stored.holder();
    }

    private LeaseRecord put(LeaseRecord record) {
      LeaseRecord next =
          new LeaseRecord(
              String.valueOf(++version),
              record.holder(),
              record.durationSeconds(),
              record.acquired(),
              record.renewed(),
              record.transitions());
      stored = next;
      return next;
    }

    @Override
    public Optional<LeaseRecord> read() {
      hang();
      synchronized (this) {
        return Optional.ofNullable(stored);
      }
    }

    @Override
    public LeaseRecord create(LeaseRecord claim) {
      hang();
      synchronized (this) {
        return put(claim);
      }
    }

    @Override
    public LeaseRecord update(LeaseRecord before, LeaseRecord claim) {
      hang();
      synchronized (this) {
        LeaseRecord now = stored;
        if (now == null || !now.resourceVersion().equals(before.resourceVersion())) {
          throw new ConflictException(409, "Conflict", "it has changed", null);
        }
        return put(claim);
      }
    }

    @Override
    public String describe() {
      return "shop/test";
    }
  }

  /** A transport that knows one thing: a watch whose events the test pushes. */
  private static final class PushingTransport implements Transport {
    private final AtomicReference<@Nullable PipedOutputStream> pipe = new AtomicReference<>();

    boolean watched() {
      return pipe.get() != null;
    }

    void push(String event) {
      PipedOutputStream out = pipe.get();
      if (out == null) {
        throw new IllegalStateException("nobody watches");
      }
      try {
        out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Answer send(Call call) {
      PipedOutputStream out = new PipedOutputStream();
      PipedInputStream in;
      try {
        in = new PipedInputStream(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      pipe.set(out);
      return new Answer() {
        @Override
        public int status() {
          return 200;
        }

        @Override
        public Optional<String> header(String name) {
          return Optional.empty();
        }

        @Override
        public InputStream body() {
          return in;
        }

        @Override
        public void close() {
          try {
            in.close();
            out.close();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };
    }

    @Override
    public String server() {
      return "memory";
    }

    @Override
    public boolean closed() {
      return false;
    }

    @Override
    public void close() {}
  }

  private LeaderElection election(String name, LeaderElectionOptions options) {
    return new LeaderElection(
        options,
        lease,
        new LeaseWatch(transport, Codec.json(), new ObjectKey("shop", "test")),
        concurrency,
        timers,
        new LeaderElection.Listener() {
          @Override
          public void gained(long term) {
            told.add(name + " gained");
          }

          @Override
          public void lost(String why) {
            told.add(name + " lost");
          }
        });
  }

  @AfterEach
  void end() {
    timers.close();
  }

  @Test
  void stop_releasesTheLease() throws InterruptedException {
    LeaderElection election = election("a", SLOW);
    election.start();
    Awaitility.await().atMost(SOON).until(election::leading);
    assertThat(lease.holder()).startsWith("pod_");
    election.stop(true, SOON);
    assertThat(lease.holder()).isEmpty();
    assertThat(election.leading()).isFalse();
    assertThat(told).containsExactly("a gained", "a lost");
  }

  @Test
  void stopWithoutRelease_leavesTheLease_andClosesTheFence() throws InterruptedException {
    LeaderElection election = election("a", SLOW);
    election.start();
    Awaitility.await().atMost(SOON).until(election::leading);
    election.stop(false, SOON);
    assertThat(lease.holder()).startsWith("pod_");
    assertThat(election.fence().open()).isFalse();
  }

  @Test
  void standby_takesOverAtOnce_whenTheReleaseIsPushed() throws InterruptedException {
    lease.put(new LeaseRecord("", "other", 600, null, null, 1));
    LeaderElection election = election("a", SLOW);
    election.start();
    Awaitility.await().atMost(SOON).until(() -> election.holder().equals("other"));
    Awaitility.await().atMost(SOON).until(transport::watched);
    lease.put(new LeaseRecord("", "", 1, null, null, 1));
    transport.push(
        "{\"type\":\"MODIFIED\",\"object\":{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":"
            + "\"Lease\",\"metadata\":{\"namespace\":\"shop\",\"name\":\"test\",\"uid\":\"u\","
            + "\"resourceVersion\":\"2\"},\"spec\":{\"leaseDurationSeconds\":1}}}");
    Awaitility.await().atMost(SOON).until(election::leading);
    election.stop(true, SOON);
  }

  @Test
  void standby_takesOverAtOnce_whenTheDeletionIsPushed() throws InterruptedException {
    lease.put(new LeaseRecord("", "other", 600, null, null, 1));
    LeaderElection election = election("a", SLOW);
    election.start();
    Awaitility.await().atMost(SOON).until(() -> election.holder().equals("other"));
    Awaitility.await().atMost(SOON).until(transport::watched);
    lease.stored = null;
    transport.push(
        "{\"type\":\"DELETED\",\"object\":{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":"
            + "\"Lease\",\"metadata\":{\"namespace\":\"shop\",\"name\":\"test\",\"uid\":\"u\","
            + "\"resourceVersion\":\"2\"}}}");
    Awaitility.await().atMost(SOON).until(election::leading);
    election.stop(true, SOON);
  }

  @Test
  void stop_endsACandidateWhoseCallHangs() throws InterruptedException {
    lease.hangs = true;
    LeaderElection election = election("a", SLOW);
    election.start();
    election.stop(true, Duration.ofMillis(400));
    assertThat(election.leading()).isFalse();
    assertThat(told).isEmpty();
  }

  @Test
  void renewalThatHangs_doesNotDelayTheNewsOfTheLoss() throws InterruptedException {
    LeaderElectionOptions quick =
        LeaderElectionOptions.builder("shop", "test", "pod")
            .leaseDuration(Duration.ofSeconds(1))
            .renewDeadline(Duration.ofMillis(600))
            .retryPeriod(Duration.ofMillis(100))
            .build();
    LeaderElection election = election("a", quick);
    election.start();
    Awaitility.await().atMost(SOON).until(election::leading);
    lease.hangs = true;
    Awaitility.await().atMost(SOON).until(() -> told.contains("a lost"));
    assertThat(told).containsExactly("a gained", "a lost");
    assertThat(election.fence().open()).isFalse();
    election.stop(true, Duration.ofMillis(400));
    assertThat(told).containsExactly("a gained", "a lost");
  }

  @Test
  void secondStop_doesNothing() throws InterruptedException {
    LeaderElection election = election("a", SLOW);
    election.start();
    Awaitility.await().atMost(SOON).until(election::leading);
    election.stop(true, SOON);
    election.stop(true, SOON);
    assertThat(told).containsExactly("a gained", "a lost");
  }
}
