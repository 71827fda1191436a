package dev.controllerruntime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorsTest {
  private static final Map<String, String> LABELS =
      Map.of("app", "web", "tier", "front", "empty", "", "size", "12", "example.com/team", "a.b");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                        | true",
        "app=web                   | true",
        "app==web                  | true",
        "app = web , tier != back  | true",
        "app=api                   | false",
        "app!=api                  | true",
        "app!=web                  | false",
        "absent!=x                 | true",
        "absent=x                  | false",
        "app in (api, web)         | true",
        "app in (api)              | false",
        "absent in (api)           | false",
        "app notin (api,db)        | true",
        "app notin (web)           | false",
        "absent notin (web)        | true",
        "app                       | true",
        "absent                    | false",
        "!absent                   | true",
        "! app                     | false",
        "empty=                    | true",
        "app=                      | false",
        "empty in (,x)             | true",
        "size>11                   | true",
        "size<12                   | false",
        "app>1                     | false",
        "example.com/team=a.b      | true",
        "in in (x)                 | false",
        "app,tier in (front),!gone | true",
        "app,tier in (back),!gone  | false",
      })
  void labels_matchAsOnTheServer(String selector, boolean expected) {
    LabelSelector parsed = LabelSelector.parse(selector);
    assertThat(parsed.matches(LABELS)).isEqualTo(expected);
    assertThat(LabelSelector.parse(parsed.toString())).isEqualTo(parsed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=x", "a=b,", ",a", "a in x", "a in (x", "a in", "a b", "a=b c", "-a", "a/b/c", "/a",
        "a=-b", "a>b", "A.b_/c", "a=b=c", "!"
      })
  void malformedLabelSelector_isRefused(String selector) {
    assertThatThrownBy(() -> LabelSelector.parse(selector))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bad label selector \"" + selector + "\"");
  }

  @Test
  void and_needsBoth() {
    LabelSelector both = LabelSelector.parse("app=web").and(LabelSelector.parse("tier=back"));
    assertThat(both.matches(LABELS)).isFalse();
    assertThat(both).hasToString("app=web,tier=back");
    assertThat(LabelSelector.everything().isEverything()).isTrue();
    assertThat(both.isEverything()).isFalse();
  }

  @Test
  void fieldsOfMetadata_areDecidedHere() {
    ObjectMetadata web = new MetadataBuilder().namespace("shop").name("web").build();
    assertThat(FieldSelector.parse("metadata.name=web").matches(web)).isTrue();
    assertThat(FieldSelector.parse("metadata.name==web,metadata.namespace!=shop").matches(web))
        .isFalse();
    assertThat(FieldSelector.parse("metadata.namespace!=other").matches(web)).isTrue();
    assertThat(FieldSelector.parse("").matches(web)).isTrue();
    assertThat(FieldSelector.parse("metadata.name=web").metadataOnly()).isTrue();
  }

  @Test
  void otherFields_onlyTheServerCanDecide() {
    FieldSelector phase = FieldSelector.parse("status.phase=Running,metadata.name=web");
    assertThat(phase.metadataOnly()).isFalse();
    assertThatThrownBy(() -> phase.matches(new MetadataBuilder().name("web").build()))
        .hasMessageContaining("status.phase");
  }

  @Test
  void escapedFieldValues_surviveTheText() {
    FieldSelector selector = FieldSelector.parse("spec.x=a\\,b\\=c\\\\,metadata.name=web");
    assertThat(selector).hasToString("spec.x=a\\,b\\=c\\\\,metadata.name=web");
    assertThat(FieldSelector.parse(selector.toString())).isEqualTo(selector);
    for (String bad : new String[] {"a", "=b", "!=b", "a=b=c", "a=b\\", "a=\\n"}) {
      assertThatThrownBy(() -> FieldSelector.parse(bad)).hasMessageContaining("bad field selector");
    }
  }
}
