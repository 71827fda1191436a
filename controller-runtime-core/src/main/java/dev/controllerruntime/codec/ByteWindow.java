package dev.controllerruntime.codec;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * A stream that keeps what it has handed to the parser, from a mark on, so that an object that the
 * parser has walked over can be cut out as it stood on the wire. Holds one object and the parser's
 * read-ahead, never the whole body. Offsets count from the start of the stream.
 */
final class ByteWindow extends InputStream {
  private static final int INITIAL = 16 * 1024;

  private final InputStream source;
  private byte[] buffer = new byte[INITIAL];

  /** Offset of {@code buffer[0]}. */
  private long base;

  /** Bytes before this offset may be forgotten. */
  private long mark;

  /** Valid bytes in the buffer. */
  private int filled;

  /** Where the next read is served from; at {@code filled} unless rewound. */
  private int cursor;

  private boolean ended;

  ByteWindow(InputStream source) {
    this.source = source;
  }

  /** Whether the stream has ended and everything up to the offset, or more, has been its last. */
  boolean endsAt(long offset) {
    return ended && offset >= base + filled;
  }

  /** Lets everything before the offset go. */
  void mark(long offset) {
    mark = offset;
  }

  /** A copy of the bytes between two offsets, both behind the mark. */
  byte[] slice(long from, long to) {
    return Arrays.copyOfRange(buffer, (int) (from - base), (int) (to - base));
  }

  /**
   * Moves to just behind the next line break at or after the offset, so that the next reader starts
   * there.
   *
   * @return the offset reached; -1 when the stream ends first
   */
  long skipLine(long offset) throws IOException {
    mark = offset;
    int at = (int) (offset - base);
    while (true) {
      for (; at < filled; at++) {
        if (buffer[at] == '\n') {
          cursor = at + 1;
          mark = base + cursor;
          return mark;
        }
      }
      mark = base + filled;
      if (fill(INITIAL) < 0) {
        return -1;
      }
      at = (int) (mark - base);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (cursor == filled && fill(length) < 0) {
      return -1;
    }
    int count = Math.min(length, filled - cursor);
    System.arraycopy(buffer, cursor, target, offset, count);
    cursor += count;
    return count;
  }

  private int fill(int wanted) throws IOException {
    if (buffer.length - filled < wanted) {
      makeRoom(wanted);
    }
    int count = source.read(buffer, filled, wanted);
    if (count > 0) {
      filled += count;
    }
    ended = count < 0;
    return count;
  }

  private void makeRoom(int wanted) {
    int keep = (int) Math.min(filled, Math.max(0, mark - base));
    int kept = filled - keep;
    byte[] room =
        buffer.length - kept >= wanted
            ? buffer
            : new byte[Math.max(buffer.length * 2, kept + wanted)];
    System.arraycopy(buffer, keep, room, 0, kept);
    buffer = room;
    base += keep;
    filled = kept;
    cursor -= keep;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
