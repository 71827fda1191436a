package dev.controllerruntime.client;

import static dev.controllerruntime.client.ClientFixture.KEY;
import static dev.controllerruntime.client.ClientFixture.MAPS;
import static dev.controllerruntime.client.ClientFixture.map;
import static dev.controllerruntime.client.ClientFixture.meta;
import static dev.controllerruntime.client.ClientFixture.newMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.codec.Encoded;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplaceTest {
  private final ClientFixture given = new ClientFixture();

  private V1ConfigMap read(String json) {
    Encoded object = given.codec.read(json.getBytes(StandardCharsets.UTF_8));
    return given.codec.decode(MAPS, object);
  }

  @Test
  void replace_putsTheObject_underItsVersion() {
    given.cache(map("5", "\"a\":\"1\""));
    given.transport.answer(200, map("6", "\"b\":\"2\""));
    V1ConfigMap mine = read(map("5", "\"b\":\"2\""));

    V1ConfigMap stored = given.client.replace(MAPS, mine);

    assertThat(given.method(0)).isEqualTo("PUT");
    assertThat(given.sentMetadata(0, "resourceVersion")).isEqualTo("5");
    assertThat(given.sent(0).get("data")).isEqualTo(Map.of("b", "2"));
    assertThat(meta(stored).getResourceVersion()).isEqualTo("6");
    assertThat(given.told).containsExactly("stored ConfigMap v6");
  }

  @Test
  void replace_ofAnotherVersion_isAConflict_beforeSending() {
    given.cache(map("7", ""));
    given.transport.answer(200, map("7", ""));

    assertThatThrownBy(() -> given.client.replace(MAPS, read(map("5", ""))))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("read in version 5, but is in version 7 now");
    assertThat(given.transport.calls()).extracting(c -> c.method()).containsExactly("GET");
  }

  @Test
  void replace_withAnOldCache_looksAtTheLiveObject() {
    given.cache(map("4", ""));
    given.transport.answer(200, map("5", "")).answer(200, map("6", ""));

    given.client.replace(MAPS, read(map("5", "\"a\":\"1\"")));

    assertThat(given.transport.calls()).extracting(c -> c.method()).containsExactly("GET", "PUT");
  }

  @Test
  void replace_thatWouldLoseFields_isRefused_andNamesThem() {
    given.cache(map("5", "\"a\":\"1\"", "\"futureField\":{\"x\":1}"));

    assertThatThrownBy(() -> given.client.replace(MAPS, read(map("5", ""))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("V1ConfigMap does not know: metadata.futureField")
        .hasMessageContaining("use edit");
    assertThat(given.transport.calls()).isEmpty();
  }

  @Test
  void replace_withoutAVersion_isRefused() {
    assertThatThrownBy(() -> given.client.replace(MAPS, newMap()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs the resourceVersion");
  }

  @Test
  void replace_ofADeletedObject_saysSo() {
    given.transport.refuse(404, "NotFound", "web");

    assertThatThrownBy(() -> given.client.replace(MAPS, read(map("5", ""))))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void replace_ofARecreatedObject_isAConflict() {
    given.transport.answer(200, map("5", "").replace("\"u1\"", "\"u2\""));

    assertThatThrownBy(() -> given.client.replace(MAPS, read(map("5", ""))))
        .isInstanceOf(ConflictException.class);
    assertThat(given.cached).doesNotContainKey(KEY);
  }
}
