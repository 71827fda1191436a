package dev.controllerruntime.samples.expose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ExposeSettingsTest {
  @Test
  void yaml_isRead() {
    ExposeSettings settings =
        ExposeSettings.parseYaml(
            "domain: Example.com\nexposer: ingress\npath-mode: path\nservices: a, b\ntls-acme: true");
    assertThat(settings.domain()).isEqualTo("example.com");
    assertThat(settings.pathMode()).isTrue();
    assertThat(settings.services()).containsExactly("a", "b");
    assertThat(settings.tlsAcme()).isTrue();
    assertThat(settings.warnings()).isEmpty();
  }

  @Test
  void faults_areToldTogether_eachWithItsKeyAndWhatIsAllowed() {
    assertThatThrownBy(
            () ->
                ExposeSettings.parse(
                    Map.of(
                        "exposer", "NodePort",
                        "http", "maybe",
                        "path-mode", "paths",
                        "urltemplate", "{{.Host}}.{{.Domain}}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exposer: \"NodePort\" is not supported in this version")
        .hasMessageContaining("supported: Ingress")
        .hasMessageContaining("http: \"maybe\" is not allowed; allowed: true, false")
        .hasMessageContaining("path-mode: \"paths\"")
        .hasMessageContaining("urltemplate: {{.Host}} is not known")
        .hasMessageContaining("domain: is missing");
  }

  @Test
  void unquotedTemplate_isToldAsSuch() {
    assertThatThrownBy(
            () -> ExposeSettings.parseYaml("domain: a.b\nurltemplate: {{.Service}}.{{.Domain}}\n"))
        .hasMessageContaining("urltemplate")
        .hasMessageContaining("quotes");
  }

  @Test
  void unknownKeysAndThoseOfLaterVersions_areWarnings() {
    ExposeSettings settings =
        ExposeSettings.parse(Map.of("domain", "a.b", "dommain", "x", "node-ip", "1.2.3.4"));
    assertThat(settings.warnings())
        .anyMatch(line -> line.startsWith("dommain: is no known setting"))
        .anyMatch(line -> line.startsWith("node-ip: is not supported in this version"));
  }

  @Test
  void currentNamespace_excludesAList() {
    assertThat(
            ExposeSettings.parse(Map.of("domain", "a.b", "watch-current-namespace", "true"))
                .namespaces("ops"))
        .containsExactly("ops");
    assertThatThrownBy(
            () ->
                ExposeSettings.parse(
                    Map.of(
                        "domain", "a.b",
                        "watch-current-namespace", "true",
                        "watch-namespaces", "x")))
        .hasMessageContaining("watch-namespaces");
  }

  @Test
  void wildcardsAndAddresses_areNoDomains() {
    for (String domain : new String[] {"*.example.com", "10.0.0.1"}) {
      assertThatThrownBy(() -> ExposeSettings.parse(Map.of("domain", domain)))
          .hasMessageContaining("domain: ")
          .hasMessageContaining(domain);
    }
  }
}
