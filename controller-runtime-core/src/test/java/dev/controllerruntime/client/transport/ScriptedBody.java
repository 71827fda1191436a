package dev.controllerruntime.client.transport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** A body that arrives in pieces; between them something else may happen. */
public final class ScriptedBody extends InputStream {
  private interface Piece {
    InputStream open() throws IOException;
  }

  private final Deque<Piece> pieces = new ArrayDeque<>();
  private InputStream current = InputStream.nullInputStream();

  public ScriptedBody text(String text) {
    pieces.add(() -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  public ScriptedBody meanwhile(Runnable happens) {
    pieces.add(
        () -> {
          happens.run();
          return InputStream.nullInputStream();
        });
    return this;
  }

  /** The connection breaks here. */
  public ScriptedBody breaks() {
    pieces.add(
        () -> {
          throw new IOException("connection reset");
        });
    return this;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (true) {
      int count = current.read(target, offset, length);
      if (count >= 0) {
        return count;
      }
      Piece next = pieces.poll();
      if (next == null) {
        return -1;
      }
      current = next.open();
    }
  }
}
