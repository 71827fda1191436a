package dev.controllerruntime.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.cache.SourceKey.ReadScope;
import dev.controllerruntime.client.ListOption;
import org.junit.jupiter.api.Test;

class ScopesTest {
  @Test
  void noOptions_meanEverything() {
    assertThat(Scopes.of()).isEqualTo(ReadScope.ALL);
    assertThat(ReadScope.ALL.selective()).isFalse();
    assertThat(Scopes.of(ListOption.labels(""))).isEqualTo(ReadScope.ALL);
  }

  @Test
  void lastNamespaceCounts_andAllSelectorsMustMatch() {
    ReadScope scope =
        Scopes.of(
            ListOption.namespace("shop"),
            ListOption.labels("app=web"),
            ListOption.namespace("tools"),
            ListOption.labels("tier!=back"),
            ListOption.fields("metadata.name=a"));
    assertThat(scope.namespace()).isEqualTo("tools");
    assertThat(scope.labels()).hasToString("app=web,tier!=back");
    assertThat(scope.fields()).hasToString("metadata.name=a");
    assertThat(scope.selective()).isTrue();
    assertThat(scope.coversNamespace("tools")).isTrue();
    assertThat(scope.coversNamespace("shop")).isFalse();
  }

  @Test
  void optionsThatSayTheSame_areEqual() {
    assertThat(ListOption.labels("a=b")).isEqualTo(ListOption.labels("a=b"));
    assertThat(Scopes.of(ListOption.labels("a=b"))).isEqualTo(Scopes.of(ListOption.labels("a==b")));
    assertThat(Scopes.of(ListOption.labels("a=b")))
        .isNotEqualTo(Scopes.of(ListOption.labels("a=c")));
  }

  @Test
  void malformedSelectors_areRefused_andNamed() {
    assertThatThrownBy(() -> Scopes.of(ListOption.labels("a b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a b");
    assertThatThrownBy(() -> Scopes.of(ListOption.fields("metadata.name")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metadata.name");
  }
}
