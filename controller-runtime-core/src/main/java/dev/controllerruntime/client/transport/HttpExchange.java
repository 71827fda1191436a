package dev.controllerruntime.client.transport;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.Callback;
import okhttp3.EventListener;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: sent by a thread of OkHttp, awaited by the caller, so that an interrupt
 * ends the wait on every kind of thread.
 */
final class HttpExchange implements Callback {
  private final Call call;
  private final HttpTransport transport;
  private final Concurrency concurrency;
  private final Monitor monitor;
  private volatile boolean sent;
  private volatile okhttp3.@Nullable Call running;
  private @Nullable Response response;
  private @Nullable IOException failure;
  private @Nullable RuntimeException refusal;
  private boolean abandoned;

  HttpExchange(Call call, HttpTransport transport, Concurrency concurrency) {
    this.call = call;
    this.transport = transport;
    this.concurrency = concurrency;
    this.monitor = concurrency.monitor();
  }

  Call call() {
    return call;
  }

  /** Sends and waits for status and headers. */
  HttpAnswer run(okhttp3.Call okCall) throws TransportException, InterruptedException {
    if (!call.watch()) {
      okCall.timeout().timeout(call.timeout().toNanos(), TimeUnit.NANOSECONDS);
    }
    running = okCall;
    if (transport.closed()) {
      okCall.cancel(); // close() may have come before there was anything to cancel
    }
    okCall.enqueue(this);
    boolean inTime;
    try {
      inTime = await();
    } catch (InterruptedException e) {
      okCall.cancel();
      throw e;
    }
    RuntimeException refused = refusal;
    if (refused != null) {
      transport.ended(this);
      throw refused;
    }
    Response answer = response;
    if (answer != null) {
      return new HttpAnswer(this, answer);
    }
    transport.ended(this);
    if (!inTime) {
      okCall.cancel();
      throw failed("no answer within " + FailureText.time(call.timeout()), null);
    }
    throw failed(reason(failure), failure);
  }

  /** False when a watch got no answer in time; other calls are bounded by OkHttp. */
  private boolean await() throws InterruptedException {
    long deadline = concurrency.nanoTime() + call.timeout().toNanos();
    monitor.lock();
    try {
      while (response == null && failure == null) {
        if (!call.watch()) {
          monitor.await();
          continue;
        }
        Duration left = Duration.ofNanos(deadline - concurrency.nanoTime());
        if (left.isNegative() || left.isZero() || !monitor.await(left)) {
          if (response == null && failure == null) {
            abandoned = true;
            return false;
          }
        }
      }
      return true;
    } catch (InterruptedException e) {
      abandoned = true;
      transport.ended(this);
      if (response != null) {
        response.close();
      }
      throw e;
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void onResponse(okhttp3.Call okCall, Response answer) {
    monitor.lock();
    try {
      if (abandoned) {
        answer.close();
        return;
      }
      response = answer;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void onFailure(okhttp3.Call okCall, IOException e) {
    monitor.lock();
    try {
      failure = e;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  /** On the sending thread, connected, nothing written yet. */
  void beforeBytes() throws IOException {
    if (transport.closed()) {
      throw new IOException("closed");
    }
    try {
      call.gate().check();
    } catch (RuntimeException e) {
      refusal = e; // read after failure, which is handed over under the monitor
      throw new IOException("refused", e);
    }
  }

  EventListener listener() {
    return new EventListener() {
      @Override
      public void requestHeadersStart(okhttp3.Call okCall) {
        sent = true;
      }
    };
  }

  TransportException failed(String why, @Nullable IOException cause) {
    return new TransportException(
        FailureText.line(call, transport.server(), why),
        sent && !FailureText.untouched(cause),
        cause);
  }

  String reason(@Nullable IOException e) {
    if (transport.closed()) {
      return "the client is closed";
    }
    return FailureText.of(e, call);
  }

  /** Why a body ended early. */
  String broken(IOException e) {
    return transport.closed() ? "the client is closed" : FailureText.broken(e, call);
  }

  String server() {
    return transport.server();
  }

  /** Ends the exchange wherever it stands; from any thread. */
  void cancel() {
    okhttp3.Call started = running;
    if (started != null) {
      started.cancel();
    }
  }

  void ended() {
    transport.ended(this);
  }
}
