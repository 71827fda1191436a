package dev.controllerruntime.testkit.concurrent;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;

/** The lines of a run: the last ones kept, all of them counted and digested. */
final class Trace {
  private static final long NANOS = 1_000_000_000L;

  private final int keep;
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private final MessageDigest digest;
  private long count;

  Trace(int keep) {
    this.keep = keep;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  void line(long nanos, String thread, String what) {
    StringBuilder line = new StringBuilder(64);
    String fraction = Long.toString(nanos % NANOS);
    line.append(nanos / NANOS).append('.').append("0".repeat(9 - fraction.length()));
    line.append(fraction).append(' ').append(thread).append(' ').append(what);
    String text = line.toString();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
    count++;
    lines.add(text);
    if (lines.size() > keep) {
      lines.remove();
    }
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  long count() {
    return count;
  }

  String sha256() {
    try {
      MessageDigest soFar = (MessageDigest) digest.clone();
      return HexFormat.of().formatHex(soFar.digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's own SHA-256 can be cloned", e);
    }
  }
}
