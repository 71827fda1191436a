package dev.controllerruntime.integration.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.apiserver.http.HttpFront;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.samples.configmap.ConfigMapController;
import dev.controllerruntime.samples.configmap.ConfigMapSettings;
import dev.controllerruntime.samples.expose.ExposeController;
import dev.controllerruntime.samples.expose.ExposeSettings;
import dev.controllerruntime.testkit.Ground;
import dev.controllerruntime.testkit.controlplane.ControlPlane;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The samples under exactly the rights of their manifests. On the control plane RBAC refuses
 * everything else; the in-JVM server allows all, and shows that the manifests are valid.
 */
class DeployedRightsIT {
  private static final Path DEPLOY = deploy();
  private static final Kind<V1Service> SERVICES = Kind.of(V1Service.class);
  private static final Kind<V1Ingress> INGRESSES = Kind.of(V1Ingress.class);
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Deployment> DEPLOYMENTS = Kind.of(V1Deployment.class);
  private static final ObjectKey WEB = ObjectKey.of("shop/web");

  @TempDir private Path folder;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private Client admin;

  @BeforeEach
  void start() throws Exception {
    if (Ground.current() == Ground.CONTROL_PLANE) {
      ControlPlane plane = opened(ControlPlane.builder().user("expose").user("configmap").start());
      for (String user : List.of("admin", "expose", "configmap")) {
        Files.writeString(kubeconfig(user), plane.kubeconfig(user));
      }
    } else {
      ApiServer.Builder options = ApiServer.builder();
      for (String user : List.of("admin", "expose", "configmap")) {
        options.token(user, User.admin());
      }
      HttpFront front =
          opened(HttpFront.builder().start(options.build(Instant.now(), new SplittableRandom(1))));
      for (String user : List.of("admin", "expose", "configmap")) {
        Files.writeString(kubeconfig(user), front.kubeconfig(user));
      }
    }
    Manager manager = opened(manager("admin").build());
    manager.start();
    admin = manager.client();
    load(DEPLOY.resolve("namespace.yaml"));
    load(DEPLOY.resolve("expose-rights.yaml"));
    load(DEPLOY.resolve("configmap-rights.yaml"));
    bind("ClusterRoleBinding", "", "samples-expose", "expose");
    bind("RoleBinding", "samples", "expose", "expose");
    bind("ClusterRoleBinding", "", "samples-configmap", "configmap");
    bind("RoleBinding", "samples", "configmap", "configmap");
    admin.create(Kind.dynamic("v1", "Namespace"), DynamicObjects.of("v1", "Namespace", "", "shop"));
  }

  @AfterEach
  void stop() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @Test
  void expose_worksUnderItsRole() throws IOException {
    run(
        "expose",
        ExposeController.create(
            ExposeSettings.parse(Map.of("domain", "example.com")),
            "samples",
            (controller, about, line) -> {}));
    load(resource("service.yaml"));
    eventually(() -> assertThat(url()).isNotNull());
    admin.delete(INGRESSES, WEB);
    eventually(() -> assertThat(admin.get(INGRESSES, WEB)).isPresent());
    admin.edit(
        SERVICES, WEB, it -> it.getMetadata().getAnnotations().put("fabric8.io/expose", "false"));
    eventually(() -> assertThat(admin.get(INGRESSES, WEB)).isEmpty());
    eventually(() -> assertThat(url()).isNull());
    eventually(() -> assertThat(events("Service")).isNotEmpty());
    assertThat(failures).isEmpty();
  }

  @Test
  void configMap_worksUnderItsRole() throws IOException {
    run(
        "configmap",
        ConfigMapController.controller(
            ConfigMapSettings.in("samples"),
            new SplittableRandom(2),
            (controller, about, line) -> {}));
    load(resource("shop.yaml"));
    eventually(
        () ->
            assertThat(admin.get(DEPLOYMENTS, WEB).orElseThrow().getMetadata().getAnnotations())
                .containsKey("configmap.fabric8.io/seen"));
    admin.edit(CONFIG_MAPS, WEB, it -> it.getData().put("theme", "dark"));
    eventually(() -> assertThat(rolledFor()).isNotNull());
    eventually(() -> assertThat(events("Deployment")).isNotEmpty());
    assertThat(failures).isEmpty();
  }

  private void run(String user, Controller<?> controller) throws IOException {
    Manager manager =
        opened(
            manager(user)
                .namespace("samples")
                .leaderElection("samples-" + user)
                .runObserver(
                    (name, request, failure) -> failures.add(name + " " + request + ": " + failure))
                .build());
    manager.add(controller);
    manager.start();
  }

  private Manager.Builder manager(String user) {
    return Manager.builder().connection(Connection.kubeconfig(kubeconfig(user)));
  }

  private Path kubeconfig(String user) {
    return folder.resolve(user + ".kubeconfig");
  }

  private <C extends AutoCloseable> C opened(C closeable) {
    open.add(closeable);
    return closeable;
  }

  private String url() {
    return admin
        .get(SERVICES, WEB)
        .orElseThrow()
        .getMetadata()
        .getAnnotations()
        .get("fabric8.io/exposeUrl");
  }

  private String rolledFor() {
    Map<String, String> annotations =
        admin
            .get(DEPLOYMENTS, WEB)
            .orElseThrow()
            .getSpec()
            .getTemplate()
            .getMetadata()
            .getAnnotations();
    return annotations == null ? null : annotations.get("configmap.fabric8.io/rolled-for");
  }

  private List<DynamicObject> events(String about) {
    return admin.list(Kind.dynamic("events.k8s.io/v1", "Event")).stream()
        .filter(event -> event.get("/regarding/kind").filter(about::equals).isPresent())
        .toList();
  }

  private static void eventually(Runnable assertion) {
    await().atMost(Duration.ofSeconds(30)).untilAsserted(assertion::run);
  }

  private void load(Path file) throws IOException {
    try (MappingIterator<Map<String, Object>> documents =
        new YAMLMapper().readerForMapOf(Object.class).readValues(file.toFile())) {
      while (documents.hasNext()) {
        DynamicObject object = DynamicObjects.fromMap(documents.next());
        admin.create(kind(object), object);
      }
    }
  }

  private static Kind<DynamicObject> kind(DynamicObject object) {
    return Kind.dynamic(
        String.valueOf(object.get("/apiVersion").orElseThrow()),
        String.valueOf(object.get("/kind").orElseThrow()));
  }

  /** The tests' users are no service accounts: nobody runs pods here. */
  private void bind(String kind, String namespace, String name, String user) {
    admin.edit(
        Kind.dynamic("rbac.authorization.k8s.io/v1", kind),
        new ObjectKey(namespace, name),
        it ->
            it.set(
                "/subjects",
                List.of(
                    Map.of(
                        "kind", "User", "name", user, "apiGroup", "rbac.authorization.k8s.io"))));
  }

  private static Path resource(String name) {
    return Path.of("src/test/resources/dev/controllerruntime/integration/samples", name);
  }

  private static Path deploy() {
    return Path.of("..", "sample-controllers", "deploy");
  }
}
