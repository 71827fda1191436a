package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;

/**
 * Sends requests to one API server. Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public interface Transport extends AutoCloseable {
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

  /**
   * Ends running exchanges and gives the connections back. Nothing is sent afterwards. A second
   * call does nothing.
   */
  @Override
  void close();
}
