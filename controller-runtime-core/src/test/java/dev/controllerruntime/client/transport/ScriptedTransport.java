package dev.controllerruntime.client.transport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers calls in the order of a script, and keeps what was sent. */
public final class ScriptedTransport implements Transport {
  /** One step: answers, or throws. */
  @FunctionalInterface
  public interface Step {
    Answer answer(Call call) throws TransportException, InterruptedException;
  }

  private final Deque<Step> steps = new ArrayDeque<>();
  private final List<Call> calls = new ArrayList<>();
  private boolean closed;

  public ScriptedTransport then(Step step) {
    steps.add(step);
    return this;
  }

  /** An answer; headers as name, value, name, value. */
  public ScriptedTransport answer(int status, String body, String... headers) {
    return then(call -> new Scripted(status, bytes(body), headers(headers)));
  }

  /** A {@code Status} about an object of that name. */
  public ScriptedTransport refuse(int code, String reason, String name) {
    return answer(
        code,
        """
        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"%s says no",
         "reason":"%s","details":{"name":"%s"},"code":%d}"""
            .formatted(name, reason, name, code));
  }

  /** An answer that breaks off after this text. */
  public ScriptedTransport broken(int status, String body) {
    InputStream end =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("connection reset");
          }
        };
    return then(call -> new Scripted(status, new SequenceInputStream(bytes(body), end), Map.of()));
  }

  /** An answer whose body arrives as that stream says. */
  public ScriptedTransport streamed(int status, InputStream body) {
    return then(call -> new Scripted(status, body, Map.of()));
  }

  /** No answer. */
  public ScriptedTransport lost(boolean sent) {
    return then(
        call -> {
          throw new TransportException(call + ": no connection", sent, null);
        });
  }

  /** What was sent, in order. */
  public List<Call> calls() {
    return calls;
  }

  public Call call(int index) {
    return calls.get(index);
  }

  public String body(int index) {
    byte[] body = calls.get(index).body();
    return body == null ? "" : new String(body, StandardCharsets.UTF_8);
  }

  /** Steps that nobody has asked for. */
  public int left() {
    return steps.size();
  }

  @Override
  public Answer send(Call call) throws TransportException, InterruptedException {
    Step step = steps.poll();
    if (step == null) {
      throw new AssertionError("nothing is scripted for " + call + " after " + calls);
    }
    call.gate().check();
    calls.add(call);
    return step.answer(call);
  }

  @Override
  public String server() {
    return "https://scripted";
  }

  @Override
  public boolean closed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }

  private static InputStream bytes(String body) {
    return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> headers(String... namesAndValues) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return headers;
  }

  private record Scripted(int status, InputStream body, Map<String, String> headers)
      implements Answer {
    @Override
    public Optional<String> header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(Map.Entry::getValue)
          .findFirst();
    }

    @Override
    public void close() {
      try {
        body.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
