package dev.controllerruntime.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipeTest {
  private final TurnTaking time = new TurnTaking();
  private final Pipe pipe = new Pipe(time);
  private final InputStream in = pipe.input();

  private boolean push(String text) {
    return pipe.push(text.getBytes(StandardCharsets.UTF_8));
  }

  private String read(int bytes) throws IOException {
    byte[] into = new byte[bytes];
    int count = in.read(into, 0, bytes);
    return count < 0 ? "the end" : new String(into, 0, count, StandardCharsets.UTF_8);
  }

  @Test
  void frames_areReadAsOneStream_untilTheEnd() throws IOException {
    push("abc");
    push("");
    push("de");
    assertThat(pipe.buffered()).isEqualTo(5);
    assertThat(read(2)).isEqualTo("ab");
    assertThat(read(2)).isEqualTo("c");
    assertThat(in.available()).isEqualTo(2);
    pipe.end();
    assertThat(push("late")).isFalse();
    assertThat(read(9)).isEqualTo("de");
    assertThat(read(9)).isEqualTo("the end");
    assertThat(in.read()).isEqualTo(-1);
    assertThat(in.read(new byte[0], 0, 0)).isZero();
  }

  @Test
  void failure_comesAfterWhatWasPushed() throws IOException {
    push("abc");
    pipe.fail(new IOException("connection reset"));
    assertThat(read(9)).isEqualTo("abc");
    assertThatThrownBy(() -> read(9))
        .isInstanceOf(IOException.class)
        .hasMessage("connection reset");
  }

  @Test
  void reader_waitsForBytes_atMostItsTimeout_andMayGoOn() throws IOException {
    pipe.readTimeout(Duration.ofSeconds(5));
    assertThatThrownBy(() -> read(1)).isInstanceOf(SocketTimeoutException.class);
    assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(5).toNanos());
    time.start("writer", ThreadKind.WORKER, () -> push("x"));
    assertThat(read(1)).isEqualTo("x");
  }

  @Test
  void close_endsABlockedRead_dropsWhatIsLeft_andIsToldOnce() {
    List<String> told = new ArrayList<>();
    pipe.onClose(() -> told.add("closed"));
    time.start("reader", ThreadKind.WORKER, () -> told.add(messageOf(() -> read(1))));
    time.settle();
    closeInput();
    closeInput();
    time.settle();
    assertThat(told).containsExactly("closed", "stream closed");
    assertThat(push("x")).isFalse();
    assertThat(pipe.closed()).isTrue();
    assertThat(pipe.buffered()).isZero();
    pipe.onClose(() -> told.add("at once"));
    assertThat(told).endsWith("at once");
  }

  @Test
  void interruptedReader_getsAnException_andKeepsItsMark() {
    List<Object> told = new ArrayList<>();
    Task reader =
        time.start(
            "reader",
            ThreadKind.WORKER,
            () -> {
              told.add(messageOf(() -> read(1)));
              told.add(time.interrupted());
            });
    time.settle();
    reader.interrupt();
    time.settle();
    assertThat(told).containsExactly("interrupted while reading", true);
  }

  private void closeInput() {
    try {
      in.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private interface Read {
    String read() throws IOException;
  }

  private static String messageOf(Read read) {
    try {
      return read.read();
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
