package dev.controllerruntime.testkit.inprocess;

import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.Pipe;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request's answer: pushed by the engine at one side, read by the client at the other. */
final class InProcessExchange implements Exchange, Answer {
  /** As over HTTP: a reader that lets more wait is ended. */
  private static final long MOST_WAITING = 64L << 20;

  private final InProcessServer server;
  private final Concurrency concurrency;
  private final Monitor monitor;
  private final Pipe pipe;

  // Guarded by monitor once handed over.
  private @Nullable Integer status;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  InProcessExchange(InProcessServer server, Concurrency concurrency, Duration readTimeout) {
    this.server = server;
    this.concurrency = concurrency;
    this.monitor = concurrency.monitor();
    this.pipe = new Pipe(concurrency);
    pipe.readTimeout(readTimeout);
  }

  @Override
  public void head(int code, Map<String, String> with) {
    server.pushed(
        () -> {
          monitor.lock();
          try {
            status = code;
            headers.putAll(with);
            monitor.signalAll();
          } finally {
            monitor.unlock();
          }
        });
  }

  @Override
  public void frame(byte[] bytes) {
    server.pushed(
        () -> {
          pipe.push(bytes);
          if (pipe.buffered() > MOST_WAITING) {
            pipe.fail(new IOException("the client reads too slowly"));
            server.left(this);
          }
        });
  }

  @Override
  public void end() {
    server.pushed(pipe::end);
  }

  /** From now on, closing the body tells the engine. */
  void open() {
    pipe.onClose(() -> server.left(this));
  }

  /** Waits for status and headers; false when the time passed first. */
  boolean awaitHead(Duration atMost) throws InterruptedException {
    long until = concurrency.nanoTime() + atMost.toNanos();
    monitor.lock();
    try {
      while (status == null) {
        long left = until - concurrency.nanoTime();
        if (left <= 0) {
          return false;
        }
        monitor.await(Duration.ofNanos(left));
      }
      return true;
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public int status() {
    Integer known = status;
    if (known == null) {
      throw new IllegalStateException("no status yet");
    }
    return known;
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  @Override
  public InputStream body() {
    return pipe.input();
  }

  /** Whether its reader has gone. */
  boolean over() {
    return pipe.closed();
  }

  @Override
  public void close() {
    try {
      pipe.input().close();
    } catch (IOException e) {
      throw new IllegalStateException("a stream in memory does not fail to close", e);
    }
  }
}
