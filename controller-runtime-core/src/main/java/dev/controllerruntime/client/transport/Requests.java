package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Requests with one answer, sent again where that is safe, with jittered waits from 100 ms doubling
 * to 5 s, at most 5 times in all. {@code Retry-After} is honoured up to 30 s. No wait begins that
 * would end after the call's timeout.
 *
 * <ul>
 *   <li>GET: after a lost connection, a broken answer, 429 and 5xx.
 *   <li>Writes: after 429, and when nothing was sent. Never when bytes were sent and no answer
 *       came.
 * </ul>
 *
 * <p>Writes carry {@code timeout=}: the time that is left of the call's timeout and of its gate.
 * Watches do not come here. Thread-safe; blocks the calling thread.
 *
 * @since 0.1.0
 */
@Internal
public final class Requests {
  private static final int ATTEMPTS = 5;
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(30);

  /** How much longer this side waits than it told the server, so that its answer can come. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Transport transport;
  private final Codec codec;
  private final Concurrency concurrency;
  private final int attempts;
  private final WarningLog warnings = new WarningLog();

  /** Over one server. */
  public Requests(Transport transport, Codec codec, Concurrency concurrency) {
    this(transport, codec, concurrency, ATTEMPTS);
  }

  /** The same, which sends nothing a second time. */
  Requests once() {
    return new Requests(transport, codec, concurrency, 1);
  }

  private Requests(Transport transport, Codec codec, Concurrency concurrency, int attempts) {
    this.transport = transport;
    this.codec = codec;
    this.concurrency = concurrency;
    this.attempts = attempts;
  }

  /** The address of the server, for messages. */
  public String server() {
    return transport.server();
  }

  /**
   * Sends and reads the whole answer.
   *
   * @throws TransportException when no (whole) answer came; {@link TransportException#sent()} on a
   *     write says that its outcome is unknown, also after an interrupt, whose flag is set again
   * @throws StatusException when the answer is an error
   * @throws InterruptedException when interrupted; of a write nothing was sent
   */
  public Reply send(Call call) throws IOException, InterruptedException {
    return repeat(call, this::whole);
  }

  /** As {@link #send}, for a GET whose body is read while it arrives. */
  public <R> R read(Call call, BodyReader<R> reader) throws IOException, InterruptedException {
    return repeat(call, answer -> reader.read(answer.body()));
  }

  private interface AnswerReader<R> {
    R read(Answer answer) throws IOException;
  }

  private Reply whole(Answer answer) throws IOException {
    return new Reply(answer.status(), answer.body().readAllBytes());
  }

  private <R> R repeat(Call call, AnswerReader<R> reader) throws IOException, InterruptedException {
    boolean write = !call.method().equals("GET");
    long deadline = concurrency.nanoTime() + call.timeout().toNanos();
    for (int attempt = 1; ; attempt++) {
      Duration wait;
      IOException failure;
      try {
        Duration time = Duration.ofNanos(deadline - concurrency.nanoTime());
        return write ? write(call, reader, time) : once(call.within(time), reader);
      } catch (StatusException e) {
        failure = e;
        int code = e.status().code();
        if (code != 429 && (write || code < 500 || code == 501 || code == 505)) {
          throw e;
        }
        wait = afterStatus(attempt, e.status().retryAfter());
      } catch (TransportException e) {
        failure = e;
        if (write && e.sent()) {
          throw e;
        }
        wait = backOff(attempt);
      }
      Duration left = Duration.ofNanos(deadline - concurrency.nanoTime());
      if (attempt == attempts
          || transport.closed()
          || wait.compareTo(left) >= 0
          || wait.compareTo(call.gate().remaining()) >= 0) {
        throw failure;
      }
      concurrency.sleep(wait);
    }
  }

  private <R> R write(Call call, AnswerReader<R> reader, Duration left)
      throws IOException, InterruptedException {
    call.gate().check();
    Duration open = call.gate().remaining();
    Duration time = open.compareTo(left) < 0 ? open : left;
    if (time.toMillis() < 1) {
      // The server reads 0 as "as long as you like".
      throw new TransportException(
          FailureText.line(call, transport.server(), "no time left to send it"), false, null);
    }
    Map<String, String> query = new LinkedHashMap<>(call.query());
    query.put("timeout", time.toMillis() + "ms");
    SentMark mark = new SentMark(call.gate());
    Call bounded =
        new Call(
            call.method(),
            call.path(),
            query,
            call.headers(),
            call.body(),
            time.plus(GRACE),
            null,
            mark);
    try {
      return once(bounded, reader);
    } catch (InterruptedException e) {
      if (!mark.passed) {
        throw e;
      }
      concurrency.current().interrupt();
      throw new TransportException(
          FailureText.line(call, transport.server(), "interrupted before the answer came"),
          true,
          e);
    }
  }

  private <R> R once(Call call, AnswerReader<R> reader) throws IOException, InterruptedException {
    concurrency.point("send " + call);
    try (Answer answer = transport.send(call)) {
      concurrency.point("answer " + answer.status() + " to " + call);
      warnings.log(answer, call);
      if (answer.status() < 200 || answer.status() > 299) {
        throw new StatusException(
            call.toString(), transport.server(), Statuses.read(codec, answer));
      }
      return body(call, answer, reader);
    }
  }

  private <R> R body(Call call, Answer answer, AnswerReader<R> reader) throws TransportException {
    try {
      return reader.read(answer);
    } catch (TransportException e) {
      throw e;
    } catch (IOException e) {
      throw new TransportException(
          FailureText.line(call, transport.server(), "the answer broke off: " + FailureText.of(e)),
          true,
          e);
    }
  }

  private Duration afterStatus(int attempt, Duration retryAfter) {
    Duration own = backOff(attempt);
    if (retryAfter.compareTo(own) <= 0) {
      return own;
    }
    // Everybody was told the same time: spread the return a little.
    Duration spread =
        Duration.ofMillis(
            1 + (long) (retryAfter.toMillis() * 0.1 * concurrency.random().nextDouble()));
    Duration asked =
        retryAfter.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : retryAfter;
    return asked.plus(spread);
  }

  private Duration backOff(int attempt) {
    long full = Math.min(FIRST_WAIT.toMillis() << (attempt - 1), LONGEST_WAIT.toMillis());
    return Duration.ofMillis(full / 2 + (long) (full / 2.0 * concurrency.random().nextDouble()));
  }

  /** Remembers that bytes were about to go out. */
  private static final class SentMark implements WriteGate {
    private final WriteGate gate;
    private volatile boolean passed;

    SentMark(WriteGate gate) {
      this.gate = gate;
    }

    @Override
    public void check() {
      gate.check();
      passed = true;
    }

    @Override
    public Duration remaining() {
      return gate.remaining();
    }
  }
}
