package dev.controllerruntime.integration.samples;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.samples.expose.ExposeController;
import dev.controllerruntime.samples.expose.ExposeRequest;
import dev.controllerruntime.samples.expose.ExposeSettings;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import io.kubernetes.client.openapi.models.V1Condition;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1IngressBackend;
import io.kubernetes.client.openapi.models.V1IngressServiceBackend;
import io.kubernetes.client.openapi.models.V1IngressSpec;
import io.kubernetes.client.openapi.models.V1IngressTLS;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceBackendPort;
import io.kubernetes.client.openapi.models.V1ServicePort;
import io.kubernetes.client.openapi.models.V1ServiceSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ControllerTest
class ExposeControllerIT {
  private static final Kind<V1Service> SERVICES = Kind.of(V1Service.class);
  private static final Kind<V1Ingress> INGRESSES = Kind.of(V1Ingress.class);
  private static final Kind<DynamicObject> EVENTS = Kind.dynamic("events.k8s.io/v1", "Event");
  private static final String EXPOSE = "fabric8.io/expose";
  private static final String URL = "fabric8.io/exposeUrl";
  private static final String INGRESS_NAME = "fabric8.io/ingress.name";
  private static final String INGRESS_PATH = "fabric8.io/ingress.path";
  private static final String HOST_NAME = "fabric8.io/host.name";
  private static final ObjectKey SHOP_CART = ObjectKey.of("shop/cart");

  private Client client;

  /** The file makes the namespace. */
  @BeforeEach
  void fill(TestCluster cluster) {
    cluster.apply("shop.yaml");
    client = cluster.client();
  }

  private static Controller<ExposeRequest> controller(String... keysAndValues) {
    Map<String, String> values = new HashMap<>(Map.of("domain", "example.com"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return ExposeController.create(
        ExposeSettings.parse(values), "default", (controller, about, line) -> {});
  }

  private void service(String name, String... annotations) {
    V1ObjectMeta metadata =
        new V1ObjectMeta().namespace("shop").name(name).putAnnotationsItem(EXPOSE, "true");
    for (int i = 0; i < annotations.length; i += 2) {
      metadata.putAnnotationsItem(annotations[i], annotations[i + 1]);
    }
    client.create(
        SERVICES,
        new V1Service()
            .metadata(metadata)
            .spec(new V1ServiceSpec().ports(List.of(new V1ServicePort().name("http").port(80)))));
  }

  private void annotate(String name, String key, String value) {
    client.edit(
        SERVICES,
        new ObjectKey("shop", name),
        it -> it.getMetadata().putAnnotationsItem(key, value));
  }

  private V1Ingress ingress(String name) {
    return client.get(INGRESSES, new ObjectKey("shop", name)).orElseThrow();
  }

  private V1Condition condition(String name) {
    return client
        .get(SERVICES, new ObjectKey("shop", name))
        .orElseThrow()
        .getStatus()
        .getConditions()
        .stream()
        .filter(each -> each.getType().equals("fabric8.io/Exposed"))
        .findFirst()
        .orElseThrow();
  }

  private String url(String name) {
    return client
        .metadata(SERVICES, new ObjectKey("shop", name))
        .orElseThrow()
        .annotations()
        .getOrDefault(URL, "");
  }

  @Test
  void exposedService_getsIngressUrlAndCondition_andASecondRunWritesNothing(TestCluster cluster) {
    service("cart");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(cluster).has(INGRESSES, "shop/cart").isOwnedBy(SERVICES, "cart");
    assertThat(url("cart")).isEqualTo("http://cart.shop.example.com");
    assertThat(condition("cart").getStatus()).isEqualTo("True");
    assertThat(run.failures()).isEmpty();
    run.stop();

    String service = client.metadata(SERVICES, SHOP_CART).orElseThrow().resourceVersion();
    String before = ingress("cart").getMetadata().getResourceVersion();
    cluster.run(controller()).untilQuiet();
    assertThat(ingress("cart").getMetadata().getResourceVersion()).isEqualTo(before);
    assertThat(client.metadata(SERVICES, SHOP_CART).orElseThrow().resourceVersion())
        .isEqualTo(service);
  }

  @Test
  void optingOut_removesAllThatWasLeft_alsoWhileTheControllerWasDown(TestCluster cluster) {
    service("cart", "fabric8.io/exposeHostNameAs", "example.org/host");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(cluster)
        .has(SERVICES, "shop/cart")
        .hasAnnotation("example.org/host", "cart.shop.example.com");
    run.stop();
    annotate("cart", EXPOSE, "false");

    cluster.run(controller()).untilQuiet();
    assertThat(cluster).hasNo(INGRESSES, "shop/cart");
    assertThat(cluster)
        .has(SERVICES, "shop/cart")
        .hasNoAnnotation(URL)
        .hasNoAnnotation("example.org/host");
    V1Service after = client.get(SERVICES, SHOP_CART).orElseThrow();
    assertThat(after.getStatus().getConditions()).isNullOrEmpty();
  }

  @Test
  void editedOrDeletedIngress_isRepaired(TestCluster cluster) {
    service("cart", "fabric8.io/ingress.annotations", "a: true\nb: 1.10");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    client.edit(
        INGRESSES,
        SHOP_CART,
        it -> {
          it.getSpec().getRules().get(0).setHost("evil.example.com");
          it.getMetadata().getAnnotations().clear();
        });
    run.untilQuiet();
    assertThat(ingress("cart").getSpec().getRules().get(0).getHost())
        .isEqualTo("cart.shop.example.com");
    assertThat(ingress("cart").getMetadata().getAnnotations())
        .containsEntry("a", "true")
        .containsEntry("b", "1.10");

    client.delete(INGRESSES, SHOP_CART);
    run.untilQuiet();
    assertThat(cluster).has(INGRESSES, "shop/cart");
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void editedService_movesItsIngress(TestCluster cluster) {
    service("cart", "fabric8.io/ingress.annotations", "a: b\nc: d");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    annotate("cart", "fabric8.io/ingress.annotations", "c: e");
    annotate("cart", HOST_NAME, "shop.example.org");
    run.untilQuiet();
    assertThat(ingress("cart").getMetadata().getAnnotations())
        .doesNotContainKey("a")
        .containsEntry("c", "e");
    assertThat(url("cart")).isEqualTo("http://shop.example.org");

    annotate("cart", INGRESS_NAME, "front");
    run.untilQuiet();
    assertThat(cluster).hasNo(INGRESSES, "shop/cart");
    assertThat(cluster).has(INGRESSES, "shop/front");
  }

  @Test
  void severalServices_shareOneIngress_untilTheLastGoes(TestCluster cluster) {
    service("cart", INGRESS_NAME, "front");
    service("api", INGRESS_NAME, "front", INGRESS_PATH, "/api");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(ingress("front").getSpec().getRules()).hasSize(1);
    assertThat(ingress("front").getSpec().getRules().get(0).getHttp().getPaths()).hasSize(2);
    assertThat(cluster)
        .has(INGRESSES, "shop/front")
        .isOwnedBy(SERVICES, "cart")
        .isOwnedBy(SERVICES, "api");
    assertThat(url("api")).isEqualTo("http://front.shop.example.com/api");

    client.delete(SERVICES, SHOP_CART);
    run.untilQuiet();
    assertThat(ingress("front").getSpec().getRules().get(0).getHttp().getPaths()).hasSize(1);
    assertThat(ingress("front").getMetadata().getOwnerReferences()).hasSize(1);

    client.delete(SERVICES, ObjectKey.of("shop/api"));
    run.untilQuiet();
    assertThat(cluster).hasNo(INGRESSES, "shop/front");
  }

  @Test
  void usersOwnIngress_isNeverTouched_andItsNameIsTakenWhenItGoes(TestCluster cluster) {
    client.create(
        INGRESSES,
        new V1Ingress()
            .metadata(new V1ObjectMeta().namespace("shop").name("cart"))
            .spec(
                new V1IngressSpec()
                    .defaultBackend(
                        new V1IngressBackend()
                            .service(
                                new V1IngressServiceBackend()
                                    .name("mine")
                                    .port(new V1ServiceBackendPort().number(1))))));
    String before = ingress("cart").getMetadata().getResourceVersion();
    service("cart");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(ingress("cart").getMetadata().getResourceVersion()).isEqualTo(before);
    assertThat(condition("cart").getReason()).isEqualTo("IngressNotOurs");
    assertThat(url("cart")).isEmpty();

    client.delete(INGRESSES, SHOP_CART);
    run.untilQuiet();
    assertThat(condition("cart").getStatus()).isEqualTo("True");
    assertThat(url("cart")).isNotEmpty();
  }

  @Test
  void takenHost_refusesTheYounger_whichFollowsWhenTheFirstGoes(TestCluster cluster) {
    service("a", HOST_NAME, "x.example.org");
    service("b", HOST_NAME, "x.example.org");
    service("other");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(url("a")).isEqualTo("http://x.example.org");
    assertThat(condition("b").getReason()).isEqualTo("HostAndPathTaken");
    assertThat(cluster).hasNo(INGRESSES, "shop/b");
    assertThat(url("other")).isNotEmpty();

    annotate("a", HOST_NAME, "y.example.org");
    run.untilQuiet();
    assertThat(url("b")).isEqualTo("http://x.example.org");
    assertThat(condition("b").getStatus()).isEqualTo("True");
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void tlsSetUpLater_reachesWhatIsThere(TestCluster cluster) {
    service("cart");
    cluster.run(controller()).untilQuiet().stop();
    cluster.run(controller("tls-acme", "true")).untilQuiet();
    assertThat(ingress("cart").getSpec().getTls().get(0).getSecretName()).isEqualTo("tls-cart");
    assertThat(url("cart")).isEqualTo("https://cart.shop.example.com");
  }

  @Test
  void watchedNamespaces_areTheOnlyOnes(TestCluster cluster) {
    service("cart");
    cluster.run(controller("watch-namespaces", "default,elsewhere")).untilQuiet();
    assertThat(cluster).hasNo(INGRESSES, "shop/cart");
    cluster.run(controller("watch-namespaces", "shop,default")).untilQuiet();
    assertThat(cluster).has(INGRESSES, "shop/cart");
  }

  @Test
  void chainOfRivals_movesUpWhenTheFirstGoes(TestCluster cluster) {
    service("a", HOST_NAME, "x.example.org");
    service("b", HOST_NAME, "x.example.org,y.example.org");
    service("c", HOST_NAME, "y.example.org");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(condition("b").getReason()).isEqualTo("HostAndPathTaken");
    assertThat(url("c")).isEqualTo("http://y.example.org");

    client.delete(SERVICES, ObjectKey.of("shop/a"));
    run.untilQuiet();
    assertThat(url("b")).isEqualTo("http://x.example.org");
    assertThat(condition("c").getReason()).isEqualTo("HostAndPathTaken");
    assertThat(url("c")).isEmpty();
    assertThat(cluster).hasNo(INGRESSES, "shop/a");
    assertThat(cluster).hasNo(INGRESSES, "shop/c");
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void whatOthersAddToOurIngress_goes(TestCluster cluster) {
    service("cart");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    client.edit(
        INGRESSES,
        SHOP_CART,
        it ->
            it.getSpec()
                .addTlsItem(new V1IngressTLS().addHostsItem("evil.example.com"))
                .defaultBackend(
                    new V1IngressBackend()
                        .service(
                            new V1IngressServiceBackend()
                                .name("evil")
                                .port(new V1ServiceBackendPort().number(1)))));
    run.untilQuiet();
    assertThat(ingress("cart").getSpec().getTls()).isNullOrEmpty();
    assertThat(ingress("cart").getSpec().getDefaultBackend()).isNull();
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void hostKey_followsItsAnnotation(TestCluster cluster) {
    service("cart", "fabric8.io/exposeHostNameAs", "example.org/host");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    annotate("cart", "fabric8.io/exposeHostNameAs", "example.org/other");
    run.untilQuiet();
    assertThat(cluster)
        .has(SERVICES, "shop/cart")
        .hasAnnotation("example.org/other", "cart.shop.example.com")
        .hasNoAnnotation("example.org/host");

    annotate("cart", "fabric8.io/exposeHostNameAs", "fabric8.io/expose");
    run.untilQuiet();
    assertThat(cluster)
        .has(SERVICES, "shop/cart")
        .hasAnnotation(EXPOSE, "true")
        .hasNoAnnotation("example.org/other");
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void invalidHostOrName_isToldOnTheService_andTheOthersGoOn(TestCluster cluster) {
    service("bad", HOST_NAME, "not_a_host");
    service("worse", INGRESS_NAME, "Not_A_Name", HOST_NAME, "worse");
    service("cart");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(condition("bad").getReason()).isEqualTo("InvalidHost");
    assertThat(condition("bad").getMessage()).contains("not_a_host");
    assertThat(condition("worse").getReason()).isEqualTo("IngressRefused");
    cluster.eventually(
        Duration.ofSeconds(10),
        () ->
            assertThat(events())
                .contains(
                    "Warning bad InvalidHost",
                    "Warning worse IngressRefused",
                    "Normal cart Exposed"));
    assertThat(url("cart")).isNotEmpty();
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void deletedService_takesItsIngressAlong_alsoWhileTheControllerWasDown(TestCluster cluster) {
    service("cart", INGRESS_NAME, "front");
    service("api", INGRESS_NAME, "front", INGRESS_PATH, "/api");
    cluster.run(controller()).untilQuiet().stop();
    client.delete(SERVICES, SHOP_CART);
    annotate("api", INGRESS_NAME, "back");

    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(cluster).hasNo(INGRESSES, "shop/front");
    assertThat(url("api")).isEqualTo("http://back.shop.example.com/api");
    assertThat(run.failures()).isEmpty();
  }

  /** Type, name and reason of each event about a Service. */
  private List<String> events() {
    return client.list(EVENTS, ListOption.namespace("shop")).stream()
        .map(
            it ->
                it.get("/type").orElse("")
                    + " "
                    + it.get("/regarding/name").orElse("")
                    + " "
                    + it.get("/reason").orElse(""))
        .toList();
  }

  @Test
  void skippingTls_isPerService(TestCluster cluster) {
    service("cart");
    service("plain", "jenkins-x.io/skip.tls", "true");
    TestCluster.Run run = cluster.run(controller("tls-secret-name", "cert")).untilQuiet();
    assertThat(url("cart")).isEqualTo("https://cart.shop.example.com");
    assertThat(url("plain")).isEqualTo("http://plain.shop.example.com");
    assertThat(ingress("cart").getSpec().getTls().get(0).getSecretName()).isEqualTo("cert");
    assertThat(ingress("plain").getSpec().getTls()).isNullOrEmpty();

    annotate("cart", "jenkins-x.io/skip.tls", "true");
    run.untilQuiet();
    assertThat(ingress("cart").getSpec().getTls()).isNullOrEmpty();
    assertThat(url("cart")).isEqualTo("http://cart.shop.example.com");
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void urlThatAManifestCarries_isOverwritten_andGoesWithTheRest(TestCluster cluster) {
    service("cart", URL, "http://old.example.com");
    service("bad", URL, "http://old.example.com", HOST_NAME, "not_a_host");
    TestCluster.Run run = cluster.run(controller()).untilQuiet();
    assertThat(url("cart")).isEqualTo("http://cart.shop.example.com");
    assertThat(url("bad")).isEmpty();

    annotate("cart", URL, "http://cart.shop.example.com");
    annotate("cart", EXPOSE, "false");
    run.untilQuiet();
    assertThat(url("cart")).isEmpty();
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void restart_ofWhatHasConverged_sendsNothing(TestCluster cluster) {
    service("cart", "fabric8.io/ingress.annotations", "a: b\nkubernetes.io/ingress.class: nginx");
    service("api", INGRESS_NAME, "cart", INGRESS_PATH, "/api", "fabric8.io/exposeHostNameAs", "h");
    service("bad", HOST_NAME, "not_a_host");
    cluster.run(controller("tls-acme", "true")).untilQuiet().stop();
    List<String> before = versions();

    List<String> told = new CopyOnWriteArrayList<>();
    ExposeSettings same = ExposeSettings.parse(Map.of("domain", "example.com", "tls-acme", "true"));
    TestCluster.Run run =
        cluster
            .run(ExposeController.controller(same, (who, about, line) -> told.add(line)))
            .untilQuiet();
    assertThat(told).isEmpty();
    assertThat(versions()).isEqualTo(before);
    assertThat(run.failures()).isEmpty();
  }

  @Test
  void annotationThatGoesWhileTheControllerIsDown_goesFromTheIngress(TestCluster cluster) {
    service("cart", "fabric8.io/ingress.annotations", "a: b\nkubernetes.io/ingress.class: nginx");
    cluster.run(controller()).untilQuiet().stop();
    assertThat(ingress("cart").getSpec().getIngressClassName()).isEqualTo("nginx");
    client.edit(
        INGRESSES, SHOP_CART, it -> it.getMetadata().putAnnotationsItem("of-others", "stays"));
    annotate("cart", "fabric8.io/ingress.annotations", "c: d");

    cluster.run(controller()).untilQuiet();
    assertThat(ingress("cart").getMetadata().getAnnotations())
        .doesNotContainKey("a")
        .containsEntry("c", "d")
        .containsEntry("of-others", "stays");
    assertThat(ingress("cart").getSpec().getIngressClassName()).isNull();
  }

  private List<String> versions() {
    return Stream.concat(
            client.list(SERVICES, ListOption.namespace("shop")).metadata(),
            client.list(INGRESSES, ListOption.namespace("shop")).metadata())
        .map(each -> each.key() + "@" + each.resourceVersion())
        .toList();
  }
}
