package dev.controllerruntime.apiserver;

import dev.controllerruntime.apiserver.verb.Engine;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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
  private static final String BEARER = "Bearer ";

  private final ReentrantLock lock = new ReentrantLock();
  private final Engine engine;
  private final Map<String, User> tokens;
  private final @Nullable User anonymous;
  private final RequestLog requestLog;

  private ApiServer(
      Engine engine, Map<String, User> tokens, @Nullable User anonymous, RequestLog requestLog) {
    this.engine = engine;
    this.tokens = tokens;
    this.anonymous = anonymous;
    this.requestLog = requestLog;
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
      Optional<User> user = authenticate(request);
      Exchange logged = new LoggedExchange(exchange, status -> log(request, user, now, status));
      if (user.isEmpty()) {
        Unauthorized.answer(logged);
      } else {
        engine.handle(request, user.get(), now, random, logged);
      }
    } finally {
      lock.unlock();
    }
  }

  private Optional<User> authenticate(ServerRequest request) {
    if (tokens.isEmpty()) {
      return Optional.of(User.admin());
    }
    String header = request.header("Authorization");
    if (header.isEmpty()) {
      return Optional.ofNullable(anonymous);
    }
    return header.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? Optional.ofNullable(tokens.get(header.substring(BEARER.length()).trim()))
        : Optional.empty();
  }

  private void log(ServerRequest request, Optional<User> user, Instant now, int status) {
    requestLog.answered(
        new RequestLog.Entry(
            now,
            request.method(),
            request.path(),
            request.query(),
            request.header("User-Agent"),
            user.map(User::name).orElse(""),
            status,
            engine.version()));
  }

  /** The client of this exchange went away: nothing is sent to it from now on. */
  public void closed(Exchange exchange) {
    lock.lock();
    try {
      engine.closed(new LoggedExchange(exchange, status -> {}));
    } finally {
      lock.unlock();
    }
  }

  /** When {@link #wakeUp} has something to do; empty when only a request can change anything. */
  public Optional<Instant> nextWakeUp() {
    lock.lock();
    try {
      return engine.nextWakeUp();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Does what is due at this time. What that makes due in turn waits for the next call.
   *
   * @param now the time; later calls never bring an earlier time
   * @param random source of uids and generated names
   */
  public void wakeUp(Instant now, RandomGenerator random) {
    lock.lock();
    try {
      engine.wakeUp(now);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Forgets the history up to the newest version, as etcd's compaction does: watches and lists that
   * start from an older version get 410. Running watches go on.
   */
  public void compact() {
    lock.lock();
    try {
      engine.compact();
    } finally {
      lock.unlock();
    }
  }

  /** The newest resource version of anything. */
  public long resourceVersion() {
    lock.lock();
    try {
      return engine.version();
    } finally {
      lock.unlock();
    }
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
    private @Nullable User anonymous;
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

    /**
     * Who a request without an Authorization header comes from, default nobody: where there are
     * tokens, it then gets 401. For plain HTTP, over which client-go sends no token.
     */
    public Builder anonymous(User user) {
      this.anonymous = Objects.requireNonNull(user, "user");
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
      Map<String, User> users = Collections.unmodifiableMap(new LinkedHashMap<>(tokens));
      Engine engine = new Engine(historySize, garbageCollection, users, now, random);
      return new ApiServer(engine, users, anonymous, requestLog);
    }
  }
}
