package dev.controllerruntime.apiserver;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * A Kubernetes API server without clock, thread, wait or randomness: every call brings the time and
 * a random source along; answers and watch frames are pushed into the {@link Exchange}.
 *
 * <p>A front drives it: {@link #handle} per request, {@link #closed} when a client goes away, and
 * {@link #wakeUp} at the time that {@link #nextWakeUp} names (which may change with each call).
 * Bookmarks, the ends of watches, requests that wait for a later version, garbage collection and
 * the emptying of namespaces happen only in {@link #wakeUp}.
 *
 * <p>Thread-safe: one lock, never held across anything that waits. The same calls with the same
 * times and the same random sequence give the same answers byte for byte.
 *
 * @since 0.1.0
 */
public final class ApiServer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Builder options;

  private ApiServer(Builder options) {
    this.options = options;
  }

  /** Options with their defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts one exchange: answers now, or keeps the exchange for frames to come.
   *
   * @param now the time of the request; later calls never bring an earlier time
   * @param random source of uids and generated names
   */
  public void handle(
      ServerRequest request, Instant now, RandomGenerator random, Exchange exchange) {
    lock.lock();
    try {
      boolean found = request.path().equals("/livez") || request.path().equals("/readyz");
      exchange.head(found ? 200 : 404, Map.of("Content-Type", "text/plain; charset=utf-8"));
      exchange.frame((found ? "ok" : "404 page not found\n").getBytes(StandardCharsets.UTF_8));
      exchange.end();
      options.requestLog.answered(
          new RequestLog.Entry(
              now,
              request.method(),
              request.path(),
              request.query(),
              request.header("User-Agent"),
              "",
              found ? 200 : 404,
              0));
    } finally {
      lock.unlock();
    }
  }

  /** The client of this exchange went away: nothing is sent to it from now on. */
  public void closed(Exchange exchange) {
    Objects.requireNonNull(exchange, "exchange");
  }

  /** When {@link #wakeUp} has something to do; empty when only a request can change anything. */
  public Optional<Instant> nextWakeUp() {
    return Optional.empty();
  }

  /**
   * Does what is due at this time. What that makes due in turn waits for the next call.
   *
   * @param now the time; later calls never bring an earlier time
   * @param random source of uids and generated names
   */
  public void wakeUp(Instant now, RandomGenerator random) {
    Objects.requireNonNull(now, "now");
  }

  /**
   * Forgets the history up to the newest version, as etcd's compaction does: watches and lists that
   * start from an older version get 410. Running watches go on.
   */
  public void compact() {
    throw new UnsupportedOperationException("compaction is not there yet");
  }

  /**
   * Options of an {@link ApiServer}. Not thread-safe.
   *
   * @since 0.1.0
   */
  public static final class Builder {
    private final Map<String, User> tokens = new LinkedHashMap<>();
    private int historySize = 10_000;
    private boolean garbageCollection = true;
    private RequestLog requestLog = RequestLog.NONE;

    private Builder() {}

    /**
     * How many events are kept over all resources, default 10,000, at least 1. A watch or list from
     * before the oldest one gets 410.
     */
    public Builder historySize(int events) {
      this.historySize = events;
      return this;
    }

    /**
     * Lets a bearer token in as this user. With at least one token, requests without a known one
     * get 401; with none, everybody is {@link User#admin()}.
     */
    public Builder token(String token, User user) {
      tokens.put(token, user);
      return this;
    }

    /** Whether dependents of deleted owners are collected, default true. */
    public Builder garbageCollection(boolean on) {
      this.garbageCollection = on;
      return this;
    }

    /** Who is told of each request, default nobody. */
    public Builder requestLog(RequestLog log) {
      this.requestLog = Objects.requireNonNull(log, "log");
      return this;
    }

    /**
     * A server with the objects of a fresh cluster.
     *
     * @param now creation time of these objects
     * @param random source of their uids
     * @throws IllegalArgumentException when an option is out of range
     */
    public ApiServer build(Instant now, RandomGenerator random) {
      if (historySize < 1) {
        throw new IllegalArgumentException("historySize must be at least 1, is " + historySize);
      }
      return new ApiServer(this);
    }
  }
}
