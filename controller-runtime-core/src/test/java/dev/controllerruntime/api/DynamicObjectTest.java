package dev.controllerruntime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DynamicObjectTest {
  private final DynamicObject object = DynamicObjects.of("example.com/v1", "Widget", "shop", "web");

  @Test
  void set_makesTheMapsOnTheWay() {
    object.set("/spec/a~1b/c~0d", 7);
    assertThat(object.get("/spec/a~1b/c~0d")).contains(7);
    assertThat(object.asMap().get("spec")).isEqualTo(Map.of("a/b", Map.of("c~d", 7)));
  }

  @Test
  void set_replacesAndAppendsListElements() {
    object.set("/spec/list", List.of("a", "b"));
    object.set("/spec/list/0", "x").set("/spec/list/-", "c").set("/spec/list/3", "d");
    assertThat(object.get("/spec/list")).contains(List.of("x", "b", "c", "d"));
    assertThatThrownBy(() -> object.set("/spec/list/9", "y")).hasMessageContaining("4 elements");
    assertThatThrownBy(() -> object.set("/spec/list/0/deep", "y"))
        .hasMessageContaining("no map or list");
  }

  @Test
  void set_takesACopyThatCanBeChangedLater() {
    object.set("/spec", Map.of("inner", Map.of("a", 1)));
    object.set("/spec/inner/b", Instant.parse("2026-01-02T03:04:05Z"));
    assertThat(object.get("/spec/inner/b")).contains("2026-01-02T03:04:05Z");
    assertThatThrownBy(() -> object.set("/spec/x", List.of(new Object())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/spec/x/0");
  }

  @Test
  void remove_takesAwayAndIsQuietAboutAbsentValues() {
    object.set("/spec/list", List.of("a", "b"));
    object.remove("/spec/list/0").remove("/spec/nothing/there").remove("/spec/list/5");
    assertThat(object.get("/spec/list")).contains(List.of("b"));
    assertThat(object.remove("/spec").get("/spec")).isEmpty();
  }

  @Test
  void malformedPointers_areRefused() {
    assertThatThrownBy(() -> object.get("spec")).hasMessageContaining("start with a slash");
    assertThatThrownBy(() -> object.get("/a~2")).hasMessageContaining("tilde");
    assertThatThrownBy(() -> object.set("", 1)).hasMessageContaining("whole object");
  }

  @Test
  void metadata_showsTheTreeAsItIsNow() {
    object
        .set("/metadata/uid", "u")
        .set("/metadata/labels", Map.of("app", "web"))
        .set("/metadata/finalizers", List.of("example.com/f"))
        .set("/metadata/generation", 4)
        .set("/metadata/creationTimestamp", "2026-01-02T03:04:05Z")
        .set(
            "/metadata/ownerReferences",
            List.of(
                Map.of(
                    "apiVersion",
                    "apps/v1",
                    "kind",
                    "Deployment",
                    "name",
                    "d",
                    "uid",
                    "o",
                    "controller",
                    true)));
    ObjectMetadata metadata = object.metadata();
    assertThat(metadata.key()).isEqualTo(new ObjectKey("shop", "web"));
    assertThat(metadata.labels()).containsExactly(Map.entry("app", "web"));
    assertThat(metadata.finalizers()).containsExactly("example.com/f");
    assertThat(metadata.generation()).isEqualTo(4);
    assertThat(metadata.created()).contains(Instant.parse("2026-01-02T03:04:05Z"));
    assertThat(metadata.deleting()).isFalse();
    assertThat(metadata.owners())
        .containsExactly(new OwnerReference("apps/v1", "Deployment", "d", "o", true));
  }

  @Test
  void fromMap_isADeepCopy() {
    Map<String, Object> tree = new java.util.LinkedHashMap<>(object.asMap());
    DynamicObject copy = DynamicObjects.fromMap(tree);
    assertThat(copy).isEqualTo(object).hasSameHashCodeAs(object);
    copy.set("/metadata/name", "other");
    assertThat(object.metadata().name()).isEqualTo("web");
    assertThatThrownBy(() -> DynamicObjects.fromMap(Map.of("a", Map.of(1, 2))))
        .hasMessageContaining("/a");
  }
}
