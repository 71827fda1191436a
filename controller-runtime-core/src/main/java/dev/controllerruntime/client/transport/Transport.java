package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.concurrent.Concurrency;
import io.kubernetes.client.openapi.ApiClient;

/**
 * Sends requests to one API server. Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public interface Transport extends AutoCloseable {
  /**
   * HTTP/2 or HTTP/1.1 with the address, TLS settings and credentials of an ApiClient. The client
   * itself is not used to send: requests and watches get connections of their own, and nothing is
   * sent again behind the caller's back, except once after a 401 when the credentials could be
   * renewed. Close it: OkHttp's threads keep a process alive for up to a minute.
   */
  static Transport http(ApiClient client, Concurrency concurrency) {
    return new HttpTransport(client, concurrency);
  }

  /**
   * Sends a request and waits for status and headers. The body arrives while it is read. Asks the
   * call's {@link WriteGate} immediately before bytes go out; what the gate throws is thrown here
   * unchanged, and nothing was sent.
   *
   * @throws TransportException when there is no answer; it says whether bytes may have been sent.
   *     Also after {@link #close()}
   * @throws InterruptedException when the calling thread is interrupted while waiting; bytes may
   *     have been sent
   */
  Answer send(Call call) throws TransportException, InterruptedException;

  /** The address of the server for messages, such as {@code https://127.0.0.1:6443}. */
  String server();

  /** Whether {@link #close()} was called: then it makes no sense to try again. */
  default boolean closed() {
    return false;
  }

  /**
   * Ends running exchanges and gives the connections back. Nothing is sent afterwards. A second
   * call does nothing.
   */
  @Override
  void close();
}
