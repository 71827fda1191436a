package dev.controllerruntime.testkit.concurrent;

import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.TransportException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A way to a server that can be down or hang; keeps the accepted writes with their times. */
final class SwitchedTransport implements Transport {
  /** How the server behaves to new requests. */
  enum Mode {
    UP,
    REFUSES,
    HANGS
  }

  /** An accepted write, in virtual time since the start. */
  record Write(Duration at, String method, String path, String body) {}

  private final Transport inner;
  private final Simulation simulation;
  private final List<Write> writes = new ArrayList<>();
  private volatile Mode mode = Mode.UP;
  private volatile String hanging = "";

  SwitchedTransport(Transport inner, Simulation simulation) {
    this.inner = inner;
    this.simulation = simulation;
  }

  void turn(Mode to) {
    mode = to;
    hanging = "";
  }

  /** Only requests to this path are never answered. */
  void hangAt(String path) {
    mode = Mode.HANGS;
    hanging = path;
  }

  List<Write> writes() {
    return List.copyOf(writes);
  }

  @Override
  public Answer send(Call call) throws TransportException, InterruptedException {
    if (mode == Mode.REFUSES) {
      throw new TransportException(call + ": connection refused", false, null);
    }
    if (mode == Mode.HANGS && call.path().contains(hanging)) {
      simulation.sleep(call.timeout());
      throw new TransportException(call + ": no answer", true, null);
    }
    Answer answer = inner.send(call);
    if (!call.method().equals("GET") && answer.status() < 300) {
      byte[] body = call.body();
      writes.add(
          new Write(
              simulation.elapsed(),
              call.method(),
              call.path(),
              body == null ? "" : new String(body, StandardCharsets.UTF_8)));
    }
    return answer;
  }

  @Override
  public String server() {
    return inner.server();
  }

  @Override
  public boolean closed() {
    return inner.closed();
  }

  @Override
  public void close() {
    inner.close();
  }
}
