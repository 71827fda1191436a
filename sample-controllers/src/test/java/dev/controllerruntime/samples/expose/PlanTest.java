package dev.controllerruntime.samples.expose;

import static dev.controllerruntime.samples.expose.Examples.plan;
import static dev.controllerruntime.samples.expose.Examples.service;
import static dev.controllerruntime.samples.expose.Examples.settings;
import static dev.controllerruntime.samples.expose.Examples.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class PlanTest {
  @Test
  void servicesOfOneIngress_becomeItsPaths_andItsOwners() {
    ServiceView web = service("web", 2, Names.INGRESS_NAME, "front");
    ServiceView api = service("api", 1, Names.INGRESS_NAME, "front", Names.INGRESS_PATH, "/api");
    DesiredIngress ingress = plan(settings(), api, web).ingress().orElseThrow();
    assertThat(ingress.rules())
        .containsExactly(
            new DesiredIngress.Rule("front.shop.example.com", "/", "web", 80),
            new DesiredIngress.Rule("front.shop.example.com", "/api", "api", 80));
    assertThat(ingress.owners())
        .extracting(DesiredIngress.Owner::name)
        .containsExactly("web", "api");
    assertThat(IngressWriter.model(ingress))
        .extracting("spec.rules")
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(1);
    assertThat(IngressWriter.model(ingress))
        .extracting("metadata.ownerReferences")
        .asInstanceOf(InstanceOfAssertFactories.list(V1OwnerReference.class))
        .hasSize(2)
        .allMatch(owner -> owner.getController() == null);
  }

  @Test
  void acme_worksWithoutASecretName_andTheOtherWayRound() {
    DesiredIngress acme = plan(settings("tls-acme", "true"), service("web", 0)).ingress().get();
    assertThat(acme.tls())
        .containsExactly(new DesiredIngress.Tls(List.of("web.shop.example.com"), "tls-web"));
    assertThat(acme.annotations()).contains(entry(Names.TLS_ACME, "true"));
    DesiredIngress named =
        plan(settings("tls-secret-name", "cert"), service("web", 0)).ingress().get();
    assertThat(named.tls())
        .containsExactly(new DesiredIngress.Tls(List.of("web.shop.example.com"), "cert"));
    assertThat(named.annotations()).doesNotContainKey(Names.TLS_ACME);
  }

  @Test
  void url_isHttpsExactlyWhenTls() {
    ServiceView skipping = service("web", 0, Names.SKIP_TLS, "true");
    assertThat(url(settings("tls-acme", "true"), service("web", 0))).startsWith("https://");
    assertThat(url(settings("tls-acme", "true"), skipping)).startsWith("http://");
    assertThat(plan(settings("tls-acme", "true"), skipping).ingress().get().tls()).isEmpty();
  }

  @Test
  void http_servesBoth_soTheUrlStaysSecure() {
    ExposeSettings both = settings("tls-acme", "true", "http", "true");
    assertThat(url(both, service("web", 0))).startsWith("https://");
    DesiredIngress ingress = plan(both, service("web", 0)).ingress().orElseThrow();
    assertThat(ingress.tls()).hasSize(1);
    assertThat(ingress.annotations())
        .contains(entry(Names.ALLOW_HTTP, "true"), entry(Names.SSL_REDIRECT, "false"));
  }

  @Test
  void placesWithAndWithoutALastSlash_areOne() {
    Wish old =
        Wish.of(service("a", 9, Names.HOST_NAME, "x.org", Names.INGRESS_PATH, "/api"), settings());
    Wish young =
        Wish.of(service("b", 1, Names.HOST_NAME, "x.org", Names.INGRESS_PATH, "/api/"), settings());
    assertThat(Claims.decide(List.of(old, young)).refused()).containsOnlyKeys("uid-b");
  }

  @Test
  void wildcard_coversOneLabelUnderTheDomain() {
    ExposeSettings settings = settings("tls-secret-name", "cert", "tls-use-wildcard", "true");
    ServiceView web = service("web", 0, Names.HOST_NAME, "www.example.com,web,shop.org");
    assertThat(plan(settings, web).ingress().get().tls())
        .containsExactly(
            new DesiredIngress.Tls(
                List.of("*.example.com", "web.shop.example.com", "shop.org"), "cert"));
  }

  @Test
  void classOfTheService_winsOverTheSetting_andIsNoAnnotation() {
    ServiceView web = service("web", 0, Names.INGRESS_ANNOTATIONS, Names.CLASS + ": nginx\nx: y");
    DesiredIngress own = plan(settings("ingress-class", "traefik"), web).ingress().get();
    assertThat(own.ingressClass()).isEqualTo("nginx");
    assertThat(own.annotations()).contains(entry("x", "y")).doesNotContainKey(Names.CLASS);
    assertThat(plan(settings("ingress-class", "traefik"), service("web", 0)).ingress().get())
        .extracting(DesiredIngress::ingressClass)
        .isEqualTo("traefik");
  }

  @Test
  void hostAndPath_belongToTheOlder_andTheNextFollowsWhenItGoes() {
    Wish old = Wish.of(service("b", 9, Names.HOST_NAME, "x.org"), settings());
    Wish young = Wish.of(service("a", 1, Names.HOST_NAME, "x.org"), settings());
    assertThat(Claims.decide(List.of(young, old)).refused())
        .containsOnlyKeys("uid-a")
        .extractingByKey("uid-a")
        .matches(why -> why.message().contains("x.org/ is taken by the older Service shop/b"));
    assertThat(Claims.decide(List.of(young)).refused()).isEmpty();
  }

  @Test
  void equalAge_isDecidedByName() {
    Wish a = Wish.of(service("a", 1, Names.HOST_NAME, "x.org"), settings());
    Wish b = Wish.of(service("b", 1, Names.HOST_NAME, "x.org"), settings());
    assertThat(Claims.decide(List.of(b, a)).refused()).containsOnlyKeys("uid-b");
  }

  @Test
  void whoIsRefused_holdsNothing() {
    Wish oldest = Wish.of(service("a", 9, Names.HOST_NAME, "x.org"), settings());
    Wish middle = Wish.of(service("b", 5, Names.HOST_NAME, "x.org,y.org"), settings());
    Wish youngest = Wish.of(service("c", 1, Names.HOST_NAME, "y.org"), settings());
    assertThat(Claims.decide(List.of(youngest, middle, oldest)).refused())
        .containsOnlyKeys("uid-b");
  }

  @Test
  void generatedServices_getOnePlaceEach_inAnyOrder() {
    Random random = new Random(20_240_601);
    for (int round = 0; round < 2_000; round++) {
      ExposeSettings settings =
          random.nextBoolean() ? settings() : settings("tls-acme", "true", "path-mode", "path");
      List<Wish> wishes = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(6); i++) {
        wishes.add(Wish.of(generated(random, i), settings));
      }
      Claims claims = Claims.decide(wishes);
      List<Wish> accepted =
          wishes.stream().filter(w -> !claims.refused().containsKey(w.service().uid())).toList();
      Set<Wish.Place> places = new HashSet<>();
      for (Wish wish : accepted) {
        wish.places().forEach(place -> assertThat(places.add(place)).as("%s", place).isTrue());
      }
      List<Wish> shuffled = new ArrayList<>(wishes);
      Collections.shuffle(shuffled, random);
      assertThat(Claims.decide(shuffled)).isEqualTo(claims);
      List<Wish> mixed = new ArrayList<>(accepted);
      Collections.shuffle(mixed, random);
      ExposeRequest request = new ExposeRequest("shop", "any");
      Plan plan = Plan.of(request, accepted, settings);
      assertThat(Plan.of(request, mixed, settings)).isEqualTo(plan);
      assertThat(plan.exposed()).hasSize(accepted.size());
      boolean tls = plan.ingress().map(each -> !each.tls().isEmpty()).orElse(false);
      plan.exposed()
          .values()
          .forEach(each -> assertThat(each.url().startsWith("https://")).isEqualTo(tls));
    }
  }

  private static ServiceView generated(Random random, int number) {
    List<String> annotations = new ArrayList<>();
    if (random.nextBoolean()) {
      annotations.addAll(List.of(Names.INGRESS_NAME, "i" + random.nextInt(2)));
    }
    if (random.nextBoolean()) {
      annotations.addAll(
          List.of(Names.HOST_NAME, "h" + random.nextInt(3) + ",x_y.org".repeat(random.nextInt(2))));
    }
    if (random.nextBoolean()) {
      annotations.addAll(List.of(Names.INGRESS_PATH, "/p" + random.nextInt(2)));
    }
    return service("s" + number, random.nextInt(3), annotations.toArray(new String[0]));
  }
}
