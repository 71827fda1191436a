package dev.controllerruntime.apiserver;

import java.util.Map;

/**
 * The way back to one client. The engine calls {@link #head} exactly once, then {@link #frame} any
 * number of times, then {@link #end} once; a watch may have any time between these calls.
 *
 * <p>Calls come under the engine's lock, in the order of the history: an implementation only
 * enqueues and never blocks, calls the engine or throws. Two exchanges are told apart by identity.
 * One that cannot keep up (rule: a consumer that is too slow is ended) is ended by its front, which
 * then calls {@link ApiServer#closed}.
 *
 * @since 0.1.0
 */
public interface Exchange {
  /**
   * Status line and headers; to be flushed at once, also when no frame follows yet.
   *
   * @param status the HTTP status code
   * @param headers in the order to send; without Content-Length, Transfer-Encoding and Date, which
   *     are the front's
   */
  void head(int status, Map<String, String> headers);

  /**
   * Some bytes of the body: the whole body of a plain answer, one event of a watch. To be flushed
   * at once. Shared between exchanges, so never to be changed.
   */
  void frame(byte[] bytes);

  /** The body is complete. Nothing is called afterwards. */
  void end();
}
