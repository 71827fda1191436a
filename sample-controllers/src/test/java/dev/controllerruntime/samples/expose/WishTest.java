package dev.controllerruntime.samples.expose;

import static dev.controllerruntime.samples.expose.Examples.service;
import static dev.controllerruntime.samples.expose.Examples.settings;
import static dev.controllerruntime.samples.expose.Examples.shaped;
import static dev.controllerruntime.samples.expose.Examples.url;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WishTest {
  @Test
  void plainService_hasTheHostOfTheTemplate() {
    assertThat(url(settings(), service("web", 0))).isEqualTo("http://web.shop.example.com");
  }

  @Test
  void template_mayHaveBlanksAndAnotherOrder() {
    ExposeSettings dashed = settings("urltemplate", "{{ .Namespace }}-{{.Service}}.{{.Domain}}");
    assertThat(url(dashed, service("web", 0))).isEqualTo("http://shop-web.example.com");
  }

  @Test
  void hostName_winsOverIngressName() {
    ServiceView web = service("web", 0, Names.INGRESS_NAME, "front", Names.HOST_NAME, "www");
    assertThat(url(settings(), web)).isEqualTo("http://www.shop.example.com");
    assertThat(Wish.of(web, settings()).request()).isEqualTo(new ExposeRequest("shop", "front"));
  }

  @Test
  void hostNames_areARuleEach_andWholeWhereTheyHaveADot() {
    ServiceView web = service("web", 0, Names.HOST_NAME, "www, Shop.Example.org,,");
    assertThat(Wish.of(web, settings()).hosts())
        .containsExactly("www.shop.example.com", "shop.example.org");
  }

  @Test
  void pathMode_ofSettingOrService_sharesTheDomain() {
    assertThat(url(settings("path-mode", "path"), service("web", 0)))
        .isEqualTo("http://example.com/shop/web/");
    ServiceView own = service("web", 0, Names.PATH_MODE, "path", Names.INGRESS_PATH, "v1");
    assertThat(url(settings(), own)).isEqualTo("http://example.com/shop/web/v1");
  }

  @Test
  void pathMode_ignoresHostName() {
    ServiceView web = service("web", 0, Names.HOST_NAME, "other.org");
    assertThat(url(settings("path-mode", "path"), web)).isEqualTo("http://example.com/shop/web/");
  }

  @Test
  void ingressPathAndApiPath_areInTheUrl() {
    ServiceView web = service("web", 0, Names.INGRESS_PATH, "/a", Names.API_PATH, "/api/v1");
    assertThat(url(settings(), web)).isEqualTo("http://web.shop.example.com/a/api/v1");
    ServiceView api = service("web", 0, Names.API_PATH, "api");
    assertThat(url(settings(), api)).isEqualTo("http://web.shop.example.com/api");
  }

  @Test
  void namespacePrefix_isStrippedWhenAsked() {
    ExposeSettings strip = settings("strip-namespace-prefix", "true");
    assertThat(url(strip, service("shop-web", 0))).isEqualTo("http://web.shop.example.com");
    assertThat(url(settings(), service("shop-web", 0)))
        .isEqualTo("http://shop-web.shop.example.com");
  }

  @Test
  void internalDomain_isUsed_orToldAsMissing() {
    ServiceView web = service("web", 0, Names.INTERNAL_DOMAIN, "true");
    assertThat(url(settings("internal-domain", "corp.local"), web))
        .isEqualTo("http://web.shop.corp.local");
    assertThat(Wish.of(web, settings()).refusal().orElseThrow().reason())
        .isEqualTo("NoInternalDomain");
  }

  @Test
  void exposePort_isANumberOrAName() {
    assertThat(Wish.of(service("web", 0, Names.PORT, "9000"), settings()).port()).isEqualTo(9000);
    assertThat(Wish.of(service("web", 0, Names.PORT, "admin"), settings()).port()).isEqualTo(9000);
    assertThat(Wish.of(service("web", 0), settings()).port()).isEqualTo(80);
  }

  @Test
  void unknownPort_warnsAndTakesTheFirst() {
    Wish wish = Wish.of(service("web", 0, Names.PORT, "grpc"), settings());
    assertThat(wish.port()).isEqualTo(80);
    assertThat(wish.refusal()).isEmpty();
    assertThat(wish.warnings()).extracting(Refusal::reason).containsExactly("UnknownPort");
    assertThat(wish.warnings().get(0).message()).contains("grpc", "http (80)", "admin (9000)");
  }

  @Test
  void whatCannotBeRoutedTo_isRefused() {
    ServiceView web = service("web", 0);
    assertThat(reason(shaped(web, "ExternalName", "", web.ports()))).isEqualTo("ExternalName");
    assertThat(reason(shaped(web, "ClusterIP", "None", web.ports()))).isEqualTo("Headless");
    assertThat(reason(shaped(web, "ClusterIP", "10.0.0.1", List.of()))).isEqualTo("NoPort");
    assertThat(reason(service("web", 0, Names.HOST_NAME, "a".repeat(64) + ".org")))
        .isEqualTo("InvalidHost");
    assertThat(reason(service("web", 0, Names.HOST_NAME, "a_b.org"))).isEqualTo("InvalidHost");
    assertThat(reason(service("web", 0, Names.HOST_NAME, "ab.".repeat(90) + "org")))
        .isEqualTo("InvalidHost");
    assertThat(reason(service("web", 0, Names.INGRESS_PATH, "/a//b"))).isEqualTo("InvalidPath");
  }

  @Test
  void hostKey_mustNotOverwriteInputs_norBeNoName() {
    for (String key : List.of(Names.EXPOSE, Names.SKIP_TLS, Names.API_PATH, "no name", "a/b/c")) {
      Wish wish = Wish.of(service("web", 0, Names.HOST_KEY, key), settings());
      assertThat(wish.hostKey()).as(key).isEmpty();
      assertThat(wish.warnings()).extracting(Refusal::reason).containsExactly("InvalidHostKey");
      assertThat(wish.refusal()).isEmpty();
    }
    assertThat(Wish.of(service("web", 0, Names.HOST_KEY, "example.org/host"), settings()).hostKey())
        .isEqualTo("example.org/host");
  }

  @Test
  void wildcard_isAHostOfTheIngress_butNotOfTheUrl() {
    ServiceView web = service("web", 0, Names.HOST_NAME, "*.example.org,www.example.org");
    assertThat(Wish.of(web, settings()).hosts())
        .containsExactly("*.example.org", "www.example.org");
    assertThat(url(settings(), web)).isEqualTo("http://www.example.org");
    assertThat(reason(service("web", 0, Names.HOST_NAME, "*.example.org")))
        .isEqualTo("InvalidHost");
  }

  @Test
  void address_isNoHost() {
    assertThat(reason(service("web", 0, Names.HOST_NAME, "10.0.0.1"))).isEqualTo("InvalidHost");
  }

  @Test
  void regularExpressionInThePath_isLeftOutOfTheUrl() {
    ServiceView web = service("web", 0, Names.INGRESS_PATH, "/api(/|$)(.*)", Names.API_PATH, "v1");
    assertThat(url(settings(), web)).isEqualTo("http://web.shop.example.com/api/v1");
    assertThat(HostRules.pathType(Wish.of(web, settings()).path()))
        .isEqualTo("ImplementationSpecific");
  }

  private static String reason(ServiceView service) {
    return Wish.of(service, settings()).refusal().orElseThrow().reason();
  }
}
