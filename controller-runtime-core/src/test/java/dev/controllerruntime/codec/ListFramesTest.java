package dev.controllerruntime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListFramesTest {
  private static ListFrames list(String body) {
    return Codec.json().list(new ByteArrayInputStream(Json.bytes(body)));
  }

  private static List<Encoded> all(ListFrames frames) throws IOException {
    List<Encoded> items = new ArrayList<>();
    for (Optional<Encoded> item = frames.next(); item.isPresent(); item = frames.next()) {
      items.add(item.get());
    }
    return items;
  }

  @Test
  void items_getTheKindThatTheServerLeavesOut() throws IOException {
    try (ListFrames frames =
        list(
            "{'kind':'PodList','apiVersion':'v1','metadata':{'resourceVersion':'12','continue':'t'},"
                + "'items':[{'metadata':{'name':'a','namespace':'n','managedFields':[]},'spec':{}},"
                + "{'metadata':{'name':'b'}},{}]}")) {
      Encoded first = frames.next().orElseThrow();
      assertThat(frames.resourceVersion()).isEqualTo("12");
      assertThat(frames.continueToken()).isEqualTo("t");
      assertThat(first.kind()).isEqualTo("Pod");
      assertThat(first.apiVersion()).isEqualTo("v1");
      assertThat(Json.text(first))
          .isEqualTo(
              "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a','namespace':'n'},'spec':{}}");
      assertThat(Json.text(frames.next().orElseThrow()))
          .isEqualTo("{'kind':'Pod','apiVersion':'v1','metadata':{'name':'b'}}");
      assertThatThrownBy(frames::next).hasMessageContaining("item 3 of PodList has no name");
      assertThat(frames.next()).isEmpty();
      assertThat(frames.next()).isEmpty();
    }
  }

  @Test
  void itemsThatTellTheirKind_keepIt() throws IOException {
    ListFrames frames =
        list(
            "{'apiVersion':'meta.k8s.io/v1','items':[{'kind':'PartialObjectMetadata','metadata':"
                + "{'name':'a'},'apiVersion':'meta.k8s.io/v1'}],"
                + "'kind':'PartialObjectMetadataList','metadata':{'resourceVersion':'9'}}");
    Encoded item = all(frames).get(0);
    assertThat(item.kind()).isEqualTo("PartialObjectMetadata");
    assertThat(Json.text(item)).startsWith("{'kind':'PartialObjectMetadata','metadata'");
    assertThat(frames.resourceVersion()).isEqualTo("9");
  }

  @Test
  void genericList_givesItsItemsNoKind() throws IOException {
    List<Encoded> items =
        all(list("{'kind':'List','apiVersion':'v1','items':[{'metadata':{'name':'a'}}]}"));
    assertThat(items.get(0).kind()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null"})
  void listWithoutItems_isEmptyAndHasItsVersion(String items) throws IOException {
    ListFrames frames =
        list("{'kind':'PodList','items':" + items + ",'metadata':{'resourceVersion':'5'}}");
    assertThat(frames.next()).isEmpty();
    assertThat(frames.resourceVersion()).isEqualTo("5");
    assertThat(frames.continueToken()).isEmpty();
  }

  @Test
  void brokenItem_isNamedAndReadingGoesOn() throws IOException {
    ListFrames frames =
        list(
            "{'kind':'PodList','apiVersion':'v1','items':[{'metadata':{'name':'a'}},"
                + "{'metadata':{'namespace':'n','name':'b','labels':[1]},'spec':{'x':[{}]}},7,"
                + "{'metadata':{'name':'c'}}]}");
    assertThat(frames.next().orElseThrow().metadata().name()).isEqualTo("a");
    assertThatThrownBy(frames::next)
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("Pod n/b: /metadata/labels");
    assertThatThrownBy(frames::next).hasMessageContaining("item 3 of PodList is no object");
    assertThat(frames.next().orElseThrow().metadata().name()).isEqualTo("c");
    assertThat(frames.next()).isEmpty();
  }

  @Test
  void truncatedBody_isNeverAShorterList() throws IOException {
    String body =
        "{'kind':'PodList','apiVersion':'v1','metadata':{'resourceVersion':'5'},"
            + "'items':[{'metadata':{'name':'a'}},{'metadata':{'name':'b'}}]}";
    for (int length = 0; length < body.length(); length++) {
      ListFrames frames = list(body.substring(0, length));
      assertThatThrownBy(() -> all(frames)).as("cut at %s", length).isInstanceOf(IOException.class);
    }
    assertThat(all(list(body))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure'}",
        "[]",
        "'x'",
        "{'kind':'PodList','items':{}}",
        "{'kind':'PodList','items':[]} {}"
      })
  void bodyThatIsNoList_isNeverAnEmptyOne(String body) {
    assertThatThrownBy(() -> all(list(body))).isInstanceOf(IOException.class);
  }

  @Test
  void longList_isReadThroughASmallWindowInPiecesOfAnySize() throws IOException {
    StringBuilder body = new StringBuilder("{'kind':'ConfigMapList','apiVersion':'v1','items':[");
    int count = 300;
    for (int i = 0; i < count; i++) {
      body.append(i == 0 ? "" : ",")
          .append("{'metadata':{'name':'n" + i + "','managedFields':[{}]},'data':{'k':'")
          .append("é€".repeat(i * 7))
          .append("'}}");
    }
    byte[] bytes = Json.bytes(body.append("]}").toString());
    InputStream drips =
        new ByteArrayInputStream(bytes) {
          private int turn;

          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            turn++;
            return super.read(target, offset, Math.min(length, 1 + turn * 37 % 4000));
          }
        };
    List<Encoded> items = all(Codec.json().list(drips));
    assertThat(items).hasSize(count);
    for (int i = 0; i < count; i++) {
      assertThat(Json.text(items.get(i)))
          .isEqualTo(
              "{'kind':'ConfigMap','apiVersion':'v1','metadata':{'name':'n"
                  + i
                  + "'},'data':{'k':'"
                  + "é€".repeat(i * 7)
                  + "'}}");
    }
  }

  @Test
  void close_closesTheBody() throws IOException {
    boolean[] closed = new boolean[1];
    InputStream body =
        new ByteArrayInputStream(Json.bytes("{'items':[]}")) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    try (ListFrames frames = Codec.json().list(body)) {
      assertThat(frames.next()).isEmpty();
    }
    assertThat(closed[0]).isTrue();
  }
}
