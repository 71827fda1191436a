package dev.controllerruntime.testkit.inprocess;

import dev.controllerruntime.apiserver.ServerRequest;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.TransportException;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Calls the engine on the caller's thread. */
final class InProcessTransport implements Transport {
  private static final byte[] NO_BODY = new byte[0];
  private static final String USER_AGENT = "User-Agent";

  private final InProcessServer server;
  private final Concurrency concurrency;
  private final String token;
  private final Monitor monitor;

  // Guarded by monitor.
  private final Set<InProcessExchange> watches = new LinkedHashSet<>();
  private boolean closed;

  InProcessTransport(InProcessServer server, Concurrency concurrency, String token) {
    this.server = server;
    this.concurrency = concurrency;
    this.token = token;
    this.monitor = concurrency.monitor();
  }

  @Override
  public Answer send(Call call) throws TransportException, InterruptedException {
    Duration idle = call.idle();
    InProcessExchange exchange =
        new InProcessExchange(server, concurrency, idle == null ? call.timeout() : idle);
    begin(call, exchange);
    concurrency.point("sends " + call);
    if (concurrency.interrupted()) {
      throw new InterruptedException();
    }
    call.gate().check();
    server.handle(request(call), exchange);
    exchange.open();
    concurrency.point("was served " + call);
    boolean answered;
    try {
      answered = exchange.awaitHead(call.timeout());
    } catch (InterruptedException e) {
      exchange.close();
      throw e;
    }
    if (!answered) {
      exchange.close();
      throw new TransportException(
          call + " at " + server() + ": no answer within " + call.timeout(), true, null);
    }
    concurrency.point("is answered " + call + " " + exchange.status());
    return exchange;
  }

  private void begin(Call call, InProcessExchange exchange) throws TransportException {
    monitor.lock();
    try {
      if (closed) {
        throw new TransportException(
            call + " at " + server() + ": the transport is closed", false, null);
      }
      if (call.watch()) {
        watches.removeIf(InProcessExchange::over);
        watches.add(exchange);
      }
    } finally {
      monitor.unlock();
    }
  }

  private ServerRequest request(Call call) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(USER_AGENT, "controller-runtime-java-testkit");
    headers.putAll(call.headers());
    if (!token.isEmpty()) {
      headers.put("Authorization", "Bearer " + token);
    }
    byte[] body = call.body();
    return new ServerRequest(
        call.method(), call.path(), query(call), headers, body == null ? NO_BODY : body);
  }

  private static String query(Call call) {
    return call.query().entrySet().stream()
        .map(entry -> escaped(entry.getKey()) + "=" + escaped(entry.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public String server() {
    return "in-process";
  }

  @Override
  public boolean closed() {
    monitor.lock();
    try {
      return closed;
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void close() {
    List<InProcessExchange> running;
    monitor.lock();
    try {
      closed = true;
      running = List.copyOf(watches);
      watches.clear();
    } finally {
      monitor.unlock();
    }
    running.forEach(InProcessExchange::close);
  }
}
