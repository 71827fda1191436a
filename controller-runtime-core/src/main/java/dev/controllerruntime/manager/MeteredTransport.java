package dev.controllerruntime.manager;

import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.TransportException;
import dev.controllerruntime.metrics.RuntimeMetrics;

/** Counts every request and its answer's status; all else is the inner transport's. */
final class MeteredTransport implements Transport {
  private final Transport inner;
  private final RuntimeMetrics metrics;
  private final String host;

  MeteredTransport(Transport inner, RuntimeMetrics metrics) {
    this.inner = inner;
    this.metrics = metrics;
    this.host = host(inner.server());
  }

  private static String host(String server) {
    int scheme = server.indexOf("://");
    String rest = scheme < 0 ? server : server.substring(scheme + 3);
    int path = rest.indexOf('/');
    return path < 0 ? rest : rest.substring(0, path);
  }

  @Override
  public Answer send(Call call) throws TransportException, InterruptedException {
    try {
      Answer answer = inner.send(call);
      metrics.request(String.valueOf(answer.status()), call.method(), host);
      return answer;
    } catch (TransportException e) {
      metrics.request(RuntimeMetrics.NO_ANSWER, call.method(), host);
      throw e;
    }
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
