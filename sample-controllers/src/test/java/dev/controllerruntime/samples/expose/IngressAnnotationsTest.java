package dev.controllerruntime.samples.expose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class IngressAnnotationsTest {
  @Test
  void scalars_keepTheirText() {
    assertThat(IngressAnnotations.parse("a: true\nb: 8080\nc: 1.10\nd: \"x: y\"").values())
        .containsExactly(
            entry("a", "true"), entry("b", "8080"), entry("c", "1.10"), entry("d", "x: y"));
  }

  @Test
  void blankAndTrailingLines_countForNothing() {
    IngressAnnotations read = IngressAnnotations.parse("\n\na: b\n   \nc: d\n\n");
    assertThat(read.values()).containsExactly(entry("a", "b"), entry("c", "d"));
    assertThat(read.dropped()).isEmpty();
    assertThat(IngressAnnotations.parse("  \n").values()).isEmpty();
  }

  @Test
  void lineWithoutColon_isDroppedAndTold() {
    IngressAnnotations read = IngressAnnotations.parse("a: true\noops\nc: \"d\"");
    assertThat(read.values()).containsExactly(entry("a", "true"), entry("c", "d"));
    assertThat(read.dropped()).singleElement().asString().contains("oops");
  }

  @Test
  void noYaml_isSplitAtTheFirstColon() {
    assertThat(IngressAnnotations.parse("a: b: c\nurl: http://x:80 ").values())
        .containsExactly(entry("a", "b: c"), entry("url", "http://x:80"));
  }

  @Test
  void blockScalar_keepsItsLines() {
    IngressAnnotations read = IngressAnnotations.parse("snippet: |\n  set x;\n  set y;\n");
    assertThat(read.values()).containsExactly(entry("snippet", "set x;\nset y;\n"));
    assertThat(read.dropped()).isEmpty();
  }

  @Test
  void nameThatTheServerWouldRefuse_isDroppedAndTold() {
    IngressAnnotations read = IngressAnnotations.parse("a b: c\nd: e");
    assertThat(read.values()).containsExactly(entry("d", "e"));
    assertThat(read.dropped()).singleElement().asString().contains("a b");
  }

  @Test
  void whatTheServerWouldRefuse_isDropped_soThatItHarmsNoOtherService() {
    IngressAnnotations read =
        IngressAnnotations.parse("a..b/x: 1\nB/x: 2\nkubernetes.io/ingress.class: Not Valid\nx: y");
    assertThat(read.values()).containsOnlyKeys("x");
    assertThat(read.dropped()).hasSize(3);
  }
}
