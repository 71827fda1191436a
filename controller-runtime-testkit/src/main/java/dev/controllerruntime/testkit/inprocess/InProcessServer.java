package dev.controllerruntime.testkit.inprocess;

import dev.controllerruntime.api.Preview;
import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.ServerRequest;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Monitor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine driven in this process: its clock and chance are those of the given concurrency.
 *
 * <p>Thread-safe. One call of the engine at a time; what it pushes is handed over after the call,
 * because the engine pushes under its own lock and handing over may let other threads run.
 *
 * @since 0.1.0
 */
@Preview
public final class InProcessServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(InProcessServer.class);

  private final ApiServer engine;
  private final Concurrency concurrency;
  private final Monitor monitor;

  // Guarded by monitor.
  private final ArrayDeque<Runnable> pushed = new ArrayDeque<>();
  private boolean closed;

  private InProcessServer(ApiServer engine, Concurrency concurrency) {
    this.engine = engine;
    this.concurrency = concurrency;
    this.monitor = concurrency.monitor();
  }

  /** Drives the engine on requests alone: what is due is done with the next one. No thread. */
  public static InProcessServer onRequests(ApiServer engine, Concurrency concurrency) {
    return new InProcessServer(engine, concurrency);
  }

  /** Drives the engine on requests and, by a thread, whenever something is due. */
  public static InProcessServer start(ApiServer engine, Concurrency concurrency) {
    InProcessServer server = new InProcessServer(engine, concurrency);
    concurrency.start("apiserver-timer", ThreadKind.PLATFORM, server::runTimer);
    return server;
  }

  /**
   * A client's way in, as the user of a bearer token.
   *
   * @param token sent with each request; empty for a server without tokens
   */
  public Transport transport(String token) {
    return new InProcessTransport(this, concurrency, token);
  }

  /** Lets the engine answer; frames are handed over before this returns. */
  void handle(ServerRequest request, InProcessExchange exchange) {
    monitor.lock();
    try {
      wakeIfDue();
      engine.handle(request, now(), concurrency.random(), exchange);
      handOver();
      wakeIfDue();
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  /** The reader of this exchange has gone. */
  void left(InProcessExchange exchange) {
    monitor.lock();
    try {
      engine.closed(exchange);
    } finally {
      monitor.unlock();
    }
  }

  /** Called by exchanges while the engine runs: kept until it has returned. */
  void pushed(Runnable handOver) {
    pushed.add(handOver);
  }

  private void handOver() {
    for (Runnable next = pushed.poll(); next != null; next = pushed.poll()) {
      next.run();
    }
  }

  private void wakeIfDue() {
    while (engine.nextWakeUp().filter(due -> !due.isAfter(now())).isPresent()) {
      engine.wakeUp(now(), concurrency.random());
      handOver();
    }
  }

  private Instant now() {
    return concurrency.clock().instant();
  }

  private void runTimer() {
    monitor.lock();
    try {
      while (!closed) {
        wakeIfDue();
        Optional<Instant> next = engine.nextWakeUp();
        if (next.isEmpty()) {
          monitor.await();
        } else {
          monitor.await(Duration.between(now(), next.get()));
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("The timer of the API server was interrupted");
    } finally {
      monitor.unlock();
    }
  }

  /** Ends the timer; requests are still answered. A second call does nothing. */
  @Override
  public void close() {
    monitor.lock();
    try {
      closed = true;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }
}
