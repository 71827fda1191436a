package dev.controllerruntime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.codec.TestObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys, requests and predicates. */
class ValuesTest {
  @Test
  void key_isReadFromItsText_andPrintedTheSame() {
    assertThat(ObjectKey.of("shop/web")).isEqualTo(new ObjectKey("shop", "web"));
    assertThat(ObjectKey.of("node-1")).isEqualTo(new ObjectKey("", "node-1"));
    assertThat(ObjectKey.of("shop/web")).hasToString("shop/web");
    assertThat(ObjectKey.of("node-1")).hasToString("node-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "shop/", "a/b/c", "/", "//"})
  void malformedKey_isRefused(String text) {
    assertThatThrownBy(() -> ObjectKey.of(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keys_areOrderedByNamespaceThenName() {
    assertThat(Stream.of("b/a", "a/b", "z", "a/a").map(ObjectKey::of).sorted())
        .map(ObjectKey::toString)
        .containsExactly("z", "a/a", "a/b", "b/a");
  }

  @Test
  void requests_areEqualByClusterAndKey() {
    Request request = Request.of(ObjectKey.of("shop/web"));
    assertThat(request).isEqualTo(new Request("", new ObjectKey("shop", "web")));
    assertThat(request).isNotEqualTo(new Request("other", request.key()));
    assertThat(request).hasToString("shop/web");
    assertThat(new Request("other", request.key())).hasToString("other:shop/web");
  }

  private static Observed<Object> state(TestObject object) {
    return new Observed<>() {
      @Override
      public ObjectMetadata metadata() {
        return object.encoded().metadata();
      }

      @Override
      public Object get() {
        throw new AssertionError("a predicate about metadata must not decode");
      }
    };
  }

  @Test
  void predicatesAboutMetadata_neverDecode() {
    Observed<Object> web =
        state(
            TestObject.of("shop/web")
                .label("app", "web")
                .metadata("\"annotations\":{\"a/b\":\"yes\"}")
                .metadata("\"finalizers\":[\"x/y\"]"));
    assertThat(Predicates.hasLabel("app").test(web)).isTrue();
    assertThat(Predicates.hasLabel("app", "web").test(web)).isTrue();
    assertThat(Predicates.hasLabel("app", "db").test(web)).isFalse();
    assertThat(Predicates.hasLabel("none").test(web)).isFalse();
    assertThat(Predicates.hasAnnotation("a/b").test(web)).isTrue();
    assertThat(Predicates.hasAnnotation("a/b", "no").test(web)).isFalse();
    assertThat(Predicates.hasFinalizer("x/y").test(web)).isTrue();
    assertThat(Predicates.hasFinalizer("x/z").test(web)).isFalse();
  }

  @Test
  void combinators_joinPredicates_alsoOfNone() {
    Observed<Object> web = state(TestObject.of("shop/web").label("app", "web"));
    Predicate<Object> yes = Predicates.hasLabel("app");
    Predicate<Object> no = Predicates.hasLabel("none");
    assertThat(Predicates.all(yes, no).test(web)).isFalse();
    assertThat(Predicates.all(yes, yes).test(web)).isTrue();
    assertThat(Predicates.any(no, yes).test(web)).isTrue();
    assertThat(Predicates.any(no, no).test(web)).isFalse();
    assertThat(Predicates.not(no).test(web)).isTrue();
    assertThat(Predicates.all().test(web)).isTrue();
    assertThat(Predicates.any().test(web)).isFalse();
  }

  @Test
  void resourceAnnotation_withoutPlural_isRefused() {
    assertThatThrownBy(() -> Kind.of(NoPlural.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NoPlural")
        .hasMessageContaining("plural");
  }

  @Resource(group = "example.com", version = "v1", kind = "NoPlural", plural = "")
  private record NoPlural(V1ObjectMeta metadata) {}
}
