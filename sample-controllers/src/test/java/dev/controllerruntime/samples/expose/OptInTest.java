package dev.controllerruntime.samples.expose;

import static dev.controllerruntime.samples.expose.Examples.labelled;
import static dev.controllerruntime.samples.expose.Examples.service;
import static dev.controllerruntime.samples.expose.Examples.settings;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OptInTest {
  @Test
  void annotationAlone_exposes() {
    assertThat(OptIn.wanted(service("web", 0), settings())).isTrue();
  }

  @Test
  void labelAlone_exposes() {
    ServiceView web = service("web", 0, Names.EXPOSE, "");
    assertThat(OptIn.wanted(labelled(web, Map.of("expose", "true")), settings())).isTrue();
    assertThat(OptIn.wanted(web, settings())).isFalse();
  }

  @Test
  void labelAndAnnotationThatDisagree_falseWins() {
    ServiceView on = service("web", 0);
    ServiceView off = service("web", 0, Names.EXPOSE, "false");
    assertThat(OptIn.wanted(labelled(on, Map.of("expose", "false")), settings())).isFalse();
    assertThat(OptIn.wanted(labelled(off, Map.of("expose", "true")), settings())).isFalse();
  }

  @Test
  void injectAlias_exposesNothing() {
    ServiceView web = service("web", 0, Names.EXPOSE, "", "fabric8.io/inject", "true");
    assertThat(OptIn.wanted(web, settings())).isFalse();
  }

  @Test
  void whiteList_leavesOthersOut() {
    ExposeSettings some = settings("services", "web, api");
    assertThat(OptIn.wanted(service("web", 0), some)).isTrue();
    assertThat(OptIn.wanted(service("db", 0), some)).isFalse();
  }

  @Test
  void releaseLabel_isStrippedAsPrefixOnly() {
    assertThat(OptIn.withoutRelease("blue-web", Map.of("release", "blue"))).isEqualTo("web");
    assertThat(OptIn.withoutRelease("web-blue-x", Map.of("release", "blue")))
        .isEqualTo("web-blue-x");
    assertThat(OptIn.withoutRelease("blue-", Map.of("release", "blue"))).isEqualTo("blue-");
  }
}
