package dev.controllerruntime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class WatchFramesTest {
  private static WatchFrames watch(String body) {
    return Codec.json().watch(new ByteArrayInputStream(Json.bytes(body)));
  }

  private static String event(String type, String name) {
    return "{'type':'" + type + "','object':{'kind':'Pod','metadata':{'name':'" + name + "'}}}\n";
  }

  @Test
  void events_comeInOrderWithTheirObjects() throws IOException {
    try (WatchFrames frames =
        watch(
            event("ADDED", "a")
                + event("MODIFIED", "b")
                + event("DELETED", "c")
                + "{'type':'BOOKMARK','object':{'kind':'Pod','metadata':{'resourceVersion':'9'}}}\n"
                + "{'type':'ERROR','object':{'kind':'Status','apiVersion':'v1','code':410}}\n")) {
      WatchFrame first = frames.next().orElseThrow();
      assertThat(first.type()).isEqualTo(WatchFrame.Type.ADDED);
      assertThat(Json.text(first.object())).isEqualTo("{'kind':'Pod','metadata':{'name':'a'}}");
      assertThat(frames.next().orElseThrow().type()).isEqualTo(WatchFrame.Type.MODIFIED);
      WatchFrame third = frames.next().orElseThrow();
      assertThat(third.type()).isEqualTo(WatchFrame.Type.DELETED);
      assertThat(third.object().metadata().name()).isEqualTo("c");
      WatchFrame bookmark = frames.next().orElseThrow();
      assertThat(bookmark.type()).isEqualTo(WatchFrame.Type.BOOKMARK);
      assertThat(bookmark.object().metadata().resourceVersion()).isEqualTo("9");
      WatchFrame error = frames.next().orElseThrow();
      assertThat(error.type()).isEqualTo(WatchFrame.Type.ERROR);
      assertThat(error.object().kind()).isEqualTo("Status");
      assertThat(frames.next()).isEmpty();
    }
  }

  @Test
  void managedFields_areDroppedAndOddFormsAreRead() throws IOException {
    WatchFrames frames =
        watch(
            "{ 'object': {'metadata':{'name':'a','managedFields':[{}]}}, 'more':[1],"
                + " 'type':'ADDED' }"
                + event("ADDED", "b").strip()
                + event("ADDED", "c"));
    assertThat(Json.text(frames.next().orElseThrow().object()))
        .isEqualTo("{'metadata':{'name':'a'}}");
    assertThat(frames.next().orElseThrow().object().metadata().name()).isEqualTo("b");
    assertThat(frames.next().orElseThrow().object().metadata().name()).isEqualTo("c");
    assertThat(frames.next()).isEmpty();
  }

  @Test
  void event_isGivenBeforeTheNextOneArrives() throws IOException {
    byte[] first = Json.bytes(event("ADDED", "a"));
    InputStream silent =
        new InputStream() {
          private int at;

          @Override
          public int read() {
            throw new AssertionError("only arrays are read");
          }

          @Override
          public int read(byte[] target, int offset, int length) {
            assertThat(at).as("nothing may be read beyond the event").isLessThan(first.length);
            int count = Math.min(length, first.length - at);
            System.arraycopy(first, at, target, offset, count);
            at += count;
            return count;
          }
        };
    WatchFrames frames = Codec.json().watch(silent);
    assertThat(frames.next().orElseThrow().object().metadata().name()).isEqualTo("a");
  }

  @Test
  void watch_readsNothingBeforeItIsAsked() {
    InputStream untouched =
        new InputStream() {
          @Override
          public int read() {
            throw new AssertionError("read too early");
          }
        };
    assertThat(Codec.json().watch(untouched)).isNotNull();
    assertThat(Codec.json().list(untouched)).isNotNull();
  }

  @Test
  void eventThatCannotBeUnderstood_isNamedAndReadingGoesOn() throws IOException {
    WatchFrames frames =
        watch(
            "{'type':'ADDED','object':{'kind':'Pod','metadata':{'name':'a','labels':7}}}\n"
                + "{'type':'RENAMED','object':{'kind':'Pod','metadata':{'name':'b'}}}\n"
                + "{'type':'ADDED'}\n"
                + "{'type':'ADDED','object':{'kind':'Pod','metadata':{}}}\n"
                + "[1]\n"
                + event("ADDED", "z"));
    assertThatThrownBy(frames::next)
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("Pod a: /metadata/labels");
    assertThatThrownBy(frames::next).hasMessageContaining("\"RENAMED\" about Pod b");
    assertThatThrownBy(frames::next).hasMessageContaining("has no object");
    assertThatThrownBy(frames::next).hasMessageContaining("Pod without a name");
    assertThatThrownBy(frames::next).hasMessageContaining("no object");
    assertThat(frames.next().orElseThrow().object().metadata().name()).isEqualTo("z");
    assertThat(frames.next()).isEmpty();
  }

  @Test
  void malformedEvent_isSkippedToTheNextLine() throws IOException {
    String broken = "{'type':'ADDED','object':{'metadata':{'name':'bad'},'x':tru,'y':'\\q'}}\n";
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      body.append(broken).append(event("ADDED", "n" + i + "-" + "x".repeat(i * 40)));
    }
    WatchFrames frames = watch(body.append(broken).toString());
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(frames::next)
          .isInstanceOf(CodecException.class)
          .hasMessageContaining("malformed event");
      assertThat(frames.next().orElseThrow().object().metadata().name()).startsWith("n" + i + "-");
    }
    assertThatThrownBy(frames::next).isInstanceOf(CodecException.class);
    assertThat(frames.next()).isEmpty();
  }

  @Test
  void eventNestedTooDeeply_isSkipped() throws IOException {
    WatchFrames frames =
        watch(
            "{'type':'ADDED','object':{'metadata':{'name':'deep'},'a':"
                + "[".repeat(5000)
                + "]".repeat(5000)
                + "}}\n"
                + event("ADDED", "b"));
    assertThatThrownBy(frames::next).isInstanceOf(CodecException.class);
    assertThat(frames.next().orElseThrow().object().metadata().name()).isEqualTo("b");
  }

  @Test
  void streamThatEndsWithinAnEvent_isNoCleanEnd() {
    String event = event("ADDED", "a").strip();
    for (int length = 1; length < event.length(); length++) {
      WatchFrames frames = watch(event.substring(0, length));
      assertThatThrownBy(frames::next).as("cut at %s", length).isInstanceOf(IOException.class);
    }
  }

  @Test
  void emptyStream_isACleanEnd() throws IOException {
    assertThat(watch("").next()).isEmpty();
    assertThat(watch("\n").next()).isEmpty();
  }
}
