package dev.controllerruntime.client;

import static dev.controllerruntime.client.ClientFixture.KEY;
import static dev.controllerruntime.client.ClientFixture.MAPS;
import static dev.controllerruntime.client.ClientFixture.PATH;
import static dev.controllerruntime.client.ClientFixture.map;
import static dev.controllerruntime.client.ClientFixture.meta;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Resource;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EditTest {
  private final ClientFixture given = new ClientFixture();

  /** A record of a user. */
  @Resource(group = "example.com", version = "v1", kind = "Widget", plural = "widgets")
  record Widget(V1ObjectMeta metadata, Spec spec) {
    record Spec(String color) {}

    Widget painted(String color) {
      return new Widget(metadata, new Spec(color));
    }
  }

  @Test
  void edit_putsTheDifference_onTheStartingBytes_underTheirVersion() {
    given.cache(map("5", "\"a\":\"1\"", "\"futureField\":{\"x\":[]}"));
    given.transport.answer(200, map("6", "\"a\":\"2\""));

    V1ConfigMap stored = given.client.edit(MAPS, KEY, m -> m.putDataItem("a", "2"));

    assertThat(given.method(0)).isEqualTo("PUT");
    assertThat(given.transport.call(0).path()).isEqualTo(PATH);
    assertThat(given.sentMetadata(0, "resourceVersion")).isEqualTo("5");
    assertThat(given.sentMetadata(0, "futureField")).isEqualTo(Map.of("x", java.util.List.of()));
    assertThat(given.sent(0).get("data")).isEqualTo(Map.of("a", "2"));
    assertThat(given.query(0)).containsEntry("fieldManager", "expose").containsKey("timeout");
    assertThat(meta(stored).getResourceVersion()).isEqualTo("6");
    assertThat(given.told).containsExactly("stored ConfigMap v6");
    assertThat(given.time.points()).endsWith("return from edit of ConfigMap shop/web");
  }

  @Test
  void edit_withoutADifference_sendsNothing() {
    given.cache(map("5", "\"a\":\"1\""));

    V1ConfigMap same = given.client.edit(MAPS, KEY, m -> m.putDataItem("a", "1"));

    assertThat(same.getData()).containsEntry("a", "1");
    assertThat(given.transport.calls()).isEmpty();
    assertThat(given.told).isEmpty();
  }

  @Test
  void edit_ofAnObjectThatIsNotCached_startsFromALiveRead() {
    given.transport.answer(200, map("7", "\"a\":\"1\"")).answer(200, map("8", "\"a\":\"2\""));

    given.client.edit(MAPS, KEY, m -> m.putDataItem("a", "2"));

    assertThat(given.method(0)).isEqualTo("GET");
    assertThat(given.sentMetadata(1, "resourceVersion")).isEqualTo("7");
  }

  @Test
  void edit_onConflict_changesTheLiveObjectAgain() {
    given.cache(map("5", "\"a\":\"1\""));
    given
        .transport
        .refuse(409, "Conflict", "web")
        .answer(200, map("7", "\"a\":\"1\",\"foreign\":\"x\""))
        .answer(200, map("8", ""));
    AtomicInteger runs = new AtomicInteger();

    given.client.edit(
        MAPS,
        KEY,
        m -> {
          runs.incrementAndGet();
          m.putDataItem("a", "2");
        });

    assertThat(runs).hasValue(2);
    assertThat(given.sent(2).get("data")).isEqualTo(Map.of("a", "2", "foreign", "x"));
    assertThat(given.sentMetadata(2, "resourceVersion")).isEqualTo("7");
  }

  @Test
  void edit_givesUpAfterFiveConflicts() {
    given.cache(map("5", "\"a\":\"1\""));
    for (int i = 0; i < 5; i++) {
      given.transport.refuse(409, "Conflict", "web");
      if (i < 4) {
        given.transport.answer(200, map("6", "\"a\":\"1\""));
      }
    }
    assertThatThrownBy(() -> given.client.edit(MAPS, KEY, m -> m.putDataItem("a", "2")))
        .isInstanceOf(ConflictException.class);
    assertThat(given.transport.left()).isZero();
    assertThat(given.told).isEmpty();
  }

  @Test
  void edit_ofAMissingObject_saysSo() {
    given.transport.refuse(404, "NotFound", "web");

    assertThatThrownBy(() -> given.client.edit(MAPS, KEY, m -> m.putDataItem("a", "2")))
        .isInstanceOf(NotFoundException.class)
        .hasMessage("edit of ConfigMap shop/web: the object does not exist");
  }

  @Test
  void edit_mustNotMakeItAnotherObject() {
    given.cache(map("5", ""));

    assertThatThrownBy(() -> given.client.edit(MAPS, KEY, m -> meta(m).setName("other")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not change metadata.name");
    assertThatThrownBy(() -> given.client.edit(MAPS, KEY, m -> meta(m).setNamespace("x")))
        .hasMessageContaining("metadata.namespace");
    assertThatThrownBy(() -> given.client.edit(MAPS, KEY, m -> meta(m).setUid("u2")))
        .hasMessageContaining("metadata.uid");
    assertThatThrownBy(() -> given.client.edit(MAPS, KEY, m -> meta(m).setResourceVersion("1")))
        .hasMessageContaining("metadata.resourceVersion");
    assertThat(given.transport.calls()).isEmpty();
  }

  @Test
  void edit_ofRecords_pointsToEditValue() {
    Kind<Widget> widgets = Kind.of(Widget.class);

    assertThatThrownBy(() -> given.client.edit(widgets, KEY, w -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use editValue");
  }

  @Test
  void editValue_changesRecords_andKeepsWhatTheyDoNotKnow() {
    Kind<Widget> widgets = Kind.of(Widget.class);
    given.cache(
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"web","namespace":"shop",
         "resourceVersion":"5"},"spec":{"color":"red","size":"1e3"}}""");
    given.transport.answer(
        200,
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"web","namespace":"shop",
         "resourceVersion":"6"},"spec":{"color":"blue","size":"1e3"}}""");

    Widget stored = given.client.editValue(widgets, KEY, w -> w.painted("blue"));

    assertThat(stored.spec().color()).isEqualTo("blue");
    assertThat(given.sent(0).get("spec")).isEqualTo(Map.of("color", "blue", "size", "1e3"));
  }

  @Test
  void edit_ofATransformedKind_startsFromALiveRead() {
    given.cache(map("5", ""));
    given.transport.answer(200, map("7", "\"a\":\"1\"")).answer(200, map("8", "\"a\":\"2\""));
    Kind<V1ConfigMap> slim = MAPS.transformed("no-data", o -> o.remove("/data"));

    given.client.edit(slim, KEY, m -> m.putDataItem("a", "2"));

    assertThat(given.method(0)).isEqualTo("GET");
    assertThat(given.sentMetadata(1, "resourceVersion")).isEqualTo("7");
  }

  @Test
  void edit_ofAMetadataOnlyKind_isRefused() {
    assertThatThrownBy(() -> given.client.edit(Kind.metadataOnly("v1", "ConfigMap"), KEY, m -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metadata only");
  }

  @Test
  void edit_whoseAnswerIsLost_isTold_notTriedAgain() {
    given.cache(map("5", ""));
    given.transport.lost(true);

    assertThatThrownBy(() -> given.client.edit(MAPS, KEY, m -> m.putDataItem("a", "2")))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("whether it happened is unknown");
    assertThat(given.told).isEmpty();
  }

  @Test
  void edit_thatTakesTheLastFinalizerOfADeletedObject_isToldAsDeletion() {
    String deleting =
        "\"deletionTimestamp\":\"2026-01-01T00:00:00Z\",\"deletionGracePeriodSeconds\":0";
    given.cache(map("5", "", deleting, "\"finalizers\":[\"example.com/x\"]"));
    given.transport.answer(200, map("5", "", deleting));

    given.client.edit(MAPS, KEY, m -> meta(m).setFinalizers(null));

    assertThat(given.told).containsExactly("deleted ConfigMap shop/web u1");
  }

  @Test
  void statusEdit_goesToTheSubresource() {
    given.cache(map("5", ""));
    given.transport.answer(200, map("6", ""));

    given.client.status().edit(MAPS, KEY, m -> m.putDataItem("a", "2"));

    assertThat(given.transport.call(0).path()).isEqualTo(PATH + "/status");
    assertThat(given.told).containsExactly("stored ConfigMap v6");
  }
}
