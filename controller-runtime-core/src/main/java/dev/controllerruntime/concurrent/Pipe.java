package dev.controllerruntime.concurrent;

import dev.controllerruntime.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bytes from one thread to another in memory: frames are pushed at one end and read as a stream at
 * the other. What a socket is between processes; waits go through {@link Concurrency}.
 *
 * <p>Pushing never blocks, so the writer has to look at {@link #buffered()} when the reader may be
 * slow. Any number of writers; one reader at a time; {@code close} from any thread.
 *
 * @since 0.1.0
 */
@Internal
public final class Pipe {
  private final Concurrency concurrency;
  private final Monitor monitor;
  private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
  private final In input = new In();
  private int position;
  private long buffered;
  private boolean ended;
  private boolean closed;
  private @Nullable IOException failure;
  private @Nullable Duration readTimeout;
  private Runnable onClose = () -> {};

  /** Empty and open; reads wait for ever until a read time-out is set. */
  public Pipe(Concurrency concurrency) {
    this.concurrency = concurrency;
    this.monitor = concurrency.monitor();
  }

  /**
   * Adds a frame. The array is not copied: it must not change afterwards.
   *
   * @return false when the reader has closed its end or the pipe has ended: the frame is dropped
   */
  public boolean push(byte[] frame) {
    monitor.lock();
    try {
      if (closed || ended) {
        return false;
      }
      if (frame.length > 0) {
        frames.add(frame);
        buffered += frame.length;
        monitor.signalAll();
      }
      return true;
    } finally {
      monitor.unlock();
    }
  }

  /** The end of the stream, after what was pushed. */
  public void end() {
    monitor.lock();
    try {
      ended = true;
      monitor.signalAll();
    } finally {
      monitor.unlock();
    }
  }

  /** The stream breaks after what was pushed: the reader gets the exception. */
  public void fail(IOException because) {
    monitor.lock();
    try {
      if (!ended) {
        failure = because;
        ended = true;
        monitor.signalAll();
      }
    } finally {
      monitor.unlock();
    }
  }

  /** Bytes pushed and not read yet. */
  public long buffered() {
    monitor.lock();
    try {
      return buffered;
    } finally {
      monitor.unlock();
    }
  }

  /** Whether the reader has closed its end. */
  public boolean closed() {
    monitor.lock();
    try {
      return closed;
    } finally {
      monitor.unlock();
    }
  }

  /**
   * What to do, once, when the reader closes its end; runs on the closing thread, at once when that
   * has happened already.
   */
  public void onClose(Runnable action) {
    boolean now;
    monitor.lock();
    try {
      now = closed;
      onClose = action;
    } finally {
      monitor.unlock();
    }
    if (now) {
      action.run();
    }
  }

  /**
   * The longest one read may wait for bytes; afterwards it ends with a {@link
   * SocketTimeoutException} and the stream stays usable. Null: for ever.
   */
  public void readTimeout(@Nullable Duration timeout) {
    monitor.lock();
    try {
      readTimeout = timeout;
    } finally {
      monitor.unlock();
    }
  }

  /**
   * The reading end. A blocked read ends with an IOException when the stream is closed by any
   * thread, and with an {@link InterruptedIOException} (the mark stays set) when the reader is
   * interrupted.
   */
  public InputStream input() {
    return input;
  }

  private final class In extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, into.length);
      if (length == 0) {
        return 0;
      }
      monitor.lock();
      try {
        awaitBytes();
        byte[] frame = frames.peek();
        if (frame == null) {
          if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
          }
          return -1;
        }
        int count = Math.min(length, frame.length - position);
        System.arraycopy(frame, position, into, offset, count);
        position += count;
        buffered -= count;
        if (position == frame.length) {
          frames.remove();
          position = 0;
        }
        return count;
      } finally {
        monitor.unlock();
      }
    }

    /** Returns with bytes, or at the end of the stream. */
    private void awaitBytes() throws IOException {
      Duration timeout = readTimeout;
      long start = concurrency.nanoTime();
      while (true) {
        if (closed) {
          throw new IOException("stream closed");
        }
        if (!frames.isEmpty() || ended) {
          return;
        }
        try {
          if (timeout == null) {
            monitor.await();
          } else {
            long left = Durations.nanos(timeout) - (concurrency.nanoTime() - start);
            if (left <= 0) {
              throw new SocketTimeoutException("no bytes within " + timeout);
            }
            monitor.await(Duration.ofNanos(left));
          }
        } catch (InterruptedException e) {
          concurrency.current().interrupt();
          InterruptedIOException told = new InterruptedIOException("interrupted while reading");
          told.initCause(e);
          throw told;
        }
      }
    }

    @Override
    public int available() {
      return (int) Math.min(Integer.MAX_VALUE, buffered());
    }

    @Override
    public void close() {
      Runnable action;
      monitor.lock();
      try {
        if (closed) {
          return;
        }
        closed = true;
        frames.clear();
        position = 0;
        buffered = 0;
        action = onClose;
        monitor.signalAll();
      } finally {
        monitor.unlock();
      }
      action.run();
    }
  }
}
