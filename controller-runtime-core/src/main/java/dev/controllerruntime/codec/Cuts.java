package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What is left out of an object's bytes, and what is put in front: the rest stays as it stood on
 * the wire. Offsets are those of the stream the object was read from.
 */
final class Cuts {
  /**
   * What is left out.
   *
   * @param withComma whether the comma before it goes too
   */
  private record Range(long start, long end, boolean withComma) {}

  /** In rising order. */
  private final List<Range> ranges = new ArrayList<>(2);

  private String head = "";

  /**
   * Leaves the member out whose name the parser stands at, and walks over it.
   *
   * @return the token behind it, now the parser's current one
   */
  JsonToken memberAt(JsonParser parser) throws IOException {
    long start = parser.currentTokenLocation().getByteOffset();
    parser.nextToken();
    parser.skipChildren();
    parser.finishToken();
    long end = parser.currentLocation().getByteOffset();
    JsonToken next = parser.nextToken();
    if (next == JsonToken.FIELD_NAME) {
      member(start, parser.currentTokenLocation().getByteOffset());
    } else {
      lastMember(start, end);
    }
    return next;
  }

  /** Leaves a member out that another one follows, which starts at {@code next}. */
  private void member(long start, long next) {
    ranges.add(new Range(start, next, false));
  }

  /** Leaves the last member of an object out, with the comma before it. */
  private void lastMember(long start, long end) {
    int last = ranges.size() - 1;
    if (last >= 0 && ranges.get(last).end() == start) {
      // The member before it goes too, so the comma to take is the one before that.
      ranges.add(new Range(ranges.remove(last).start(), end, true));
    } else {
      ranges.add(new Range(start, end, true));
    }
  }

  /** Puts members in front of the others, given without a comma at the end. */
  void head(String members) {
    head = members;
  }

  /** The object, which starts at {@code offset}, without what is left out. */
  byte[] apply(byte[] object, long offset) {
    if (ranges.isEmpty() && head.isEmpty()) {
      return object;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(object.length + head.length());
    int from = 0;
    if (!head.isEmpty()) {
      out.write('{');
      out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
      from = 1;
    }
    boolean comma = !head.isEmpty();
    for (Range range : ranges) {
      int start = (int) (range.start() - offset);
      int to = range.withComma() ? beforeComma(object, start) : start;
      comma = copy(object, from, to, out, comma);
      from = (int) (range.end() - offset);
    }
    copy(object, from, object.length, out, comma);
    return out.toByteArray();
  }

  /** Copies; a comma goes before the first thing that is not the end of the object. */
  private static boolean copy(
      byte[] object, int from, int to, ByteArrayOutputStream out, boolean comma) {
    int start = from;
    if (comma) {
      while (start < to && isSpace(object[start])) {
        start++;
      }
      if (start == to) {
        return true;
      }
      if (object[start] != '}') {
        out.write(',');
      }
    }
    out.write(object, start, Math.max(0, to - start));
    return false;
  }

  private static int beforeComma(byte[] object, int at) {
    int i = at - 1;
    while (isSpace(object[i])) {
      i--;
    }
    return object[i] == ',' ? i : at;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }
}
