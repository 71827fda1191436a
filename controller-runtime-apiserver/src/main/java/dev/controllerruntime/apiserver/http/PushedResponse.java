package dev.controllerruntime.apiserver.http;

import dev.controllerruntime.apiserver.Exchange;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One answer on the wire. Frames wait here in order and are written one after the other, outside
 * the engine's lock; frames that wait together go out together. A client that lets more than {@link
 * #MOST_WAITING} bytes of a running answer wait is too slow and is cut off.
 */
final class PushedResponse implements Exchange, Callback {
  /** Bytes that may wait for the client of a running answer before it counts as too slow. */
  static final long MOST_WAITING = 64L << 20;

  private static final byte[] NOTHING = new byte[0];

  private final Response response;
  private final Callback callback;
  private final Executor executor;
  private final Consumer<PushedResponse> gone;
  private final Object lock = new Object();
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private boolean entered = true;
  private boolean scheduled;
  private boolean headWritten;
  private boolean writing;
  private boolean ended;
  private boolean lastWritten;
  private boolean broken;

  /**
   * @param executor writes what the engine pushes on behalf of another client
   * @param gone told once, on the executor, when the client went away or was cut off
   */
  PushedResponse(
      Response response, Callback callback, Executor executor, Consumer<PushedResponse> gone) {
    this.response = response;
    this.callback = callback;
    this.executor = executor;
    this.gone = gone;
  }

  @Override
  public void head(int status, Map<String, String> headers) {
    // Written with the first frames, so that an answer that is complete at once carries its length.
    response.setStatus(status);
    headers.forEach(response.getHeaders()::put);
  }

  @Override
  public void frame(byte[] bytes) {
    boolean tooSlow;
    synchronized (lock) {
      if (broken) {
        return;
      }
      waiting.add(bytes);
      waitingBytes += bytes.length;
      tooSlow = headWritten && waitingBytes > MOST_WAITING;
    }
    if (tooSlow) {
      cutOff(new IllegalStateException("the client reads too slowly"));
    } else {
      schedule();
    }
  }

  @Override
  public void end() {
    synchronized (lock) {
      ended = true;
    }
    schedule();
  }

  /** The request's own call of the engine has returned: what it pushed may be written. */
  void left() {
    synchronized (lock) {
      entered = false;
    }
    write();
  }

  private void schedule() {
    synchronized (lock) {
      if (entered || scheduled || writing || broken) {
        return;
      }
      scheduled = true;
    }
    executor.execute(this::write);
  }

  private void write() {
    byte[] next;
    boolean last;
    synchronized (lock) {
      scheduled = false;
      if (writing || broken || lastWritten || (waiting.isEmpty() && headWritten && !ended)) {
        return;
      }
      next = takeAll();
      last = ended;
      headWritten = true;
      writing = true;
      lastWritten = last;
    }
    response.write(last, ByteBuffer.wrap(next), this);
  }

  private byte[] takeAll() {
    byte[] all = waiting.isEmpty() ? NOTHING : waiting.remove();
    if (!waiting.isEmpty()) {
      byte[] joined = new byte[Math.toIntExact(waitingBytes)];
      int at = 0;
      for (byte @Nullable [] part = all; part != null; part = waiting.poll()) {
        System.arraycopy(part, 0, joined, at, part.length);
        at += part.length;
      }
      all = joined;
    }
    waitingBytes = 0;
    return all;
  }

  @Override
  public void succeeded() {
    boolean last;
    synchronized (lock) {
      writing = false;
      last = lastWritten;
    }
    if (last) {
      callback.succeeded();
    } else {
      schedule();
    }
  }

  @Override
  public void failed(Throwable cause) {
    cutOff(cause);
  }

  /** Ends the exchange from this side; the engine is told afterwards. */
  void cutOff(Throwable cause) {
    synchronized (lock) {
      if (broken || lastWritten && !writing) {
        return;
      }
      broken = true;
      waiting.clear();
      waitingBytes = 0;
    }
    executor.execute(
        () -> {
          gone.accept(this);
          callback.failed(cause);
        });
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }
}
