package dev.controllerruntime.client.transport;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import okhttp3.Response;

/** An answer whose body still arrives. */
final class HttpAnswer implements Answer {
  private final HttpExchange exchange;
  private final Response response;
  private final Body body;

  HttpAnswer(HttpExchange exchange, Response response) {
    this.exchange = exchange;
    this.response = response;
    this.body = new Body(response.body().byteStream());
  }

  @Override
  public int status() {
    return response.code();
  }

  @Override
  public Optional<String> header(String name) {
    List<String> all = response.headers(name);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(0));
  }

  @Override
  public List<String> headers(String name) {
    return response.headers(name);
  }

  @Override
  public InputStream body() {
    return body;
  }

  @Override
  public void close() {
    body.close();
  }

  /**
   * OkHttp's streams may not be closed by one thread while another reads them. So a close from
   * outside cancels the call, which ends the read, and the reader gives the connection back.
   */
  private final class Body extends InputStream {
    private final InputStream in;
    private final Object lock = new Object(); // never held while reading
    private boolean reading;
    private boolean closed;
    private boolean released;
    private volatile boolean ended;

    Body(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      if (length == 0) {
        return 0; // OkHttp would wait for a byte
      }
      enter();
      try {
        int count = in.read(to, offset, length);
        ended |= count < 0;
        return count;
      } catch (IOException e) {
        throw new TransportException(
            FailureText.line(exchange.call(), exchange.server(), reason(e)), true, e);
      } finally {
        leave();
      }
    }

    private String reason(IOException e) {
      synchronized (lock) {
        return closed ? "the answer was closed while it was read" : exchange.broken(e);
      }
    }

    private void enter() throws IOException {
      synchronized (lock) {
        if (closed) {
          throw new IOException("the answer is closed");
        }
        reading = true;
      }
    }

    private void leave() {
      synchronized (lock) {
        reading = false;
        if (!closed && !ended) {
          return;
        }
      }
      release();
    }

    @Override
    public void close() {
      boolean busy;
      synchronized (lock) {
        if (closed) {
          return;
        }
        closed = true;
        busy = reading;
      }
      if (!ended) {
        // Cheaper than reading an unwanted rest, and the only way to end a watch.
        exchange.cancel();
      }
      if (!busy) {
        release();
      }
    }

    private void release() {
      synchronized (lock) {
        if (released) {
          return;
        }
        released = true;
      }
      response.close();
      exchange.ended();
    }
  }
}
