package dev.controllerruntime.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.apiserver.http.HttpFront;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.manager.Manager;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import io.kubernetes.client.openapi.models.V1ServiceSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ExposeOnceTest {
  private static final Kind<V1Service> SERVICES = Kind.of(V1Service.class);

  @TempDir private Path folder;

  private static V1Service service(String name, Map<String, String> annotations) {
    return new V1Service()
        .metadata(
            new V1ObjectMeta()
                .namespace("shop")
                .name(name)
                .putLabelsItem("expose", "true")
                .annotations(annotations))
        .spec(new V1ServiceSpec().addPortsItem(new V1ServicePort().name("http").port(80)));
  }

  @Test
  void onePass_exposesAndEnds_alsoWhenASingleServiceIsRefused() throws Exception {
    ApiServer.Builder options = ApiServer.builder().token("admin", User.admin());
    Path kubeconfig = folder.resolve("config");
    try (HttpFront front =
        HttpFront.builder().start(options.build(Instant.now(), new SplittableRandom(1)))) {
      Files.writeString(kubeconfig, front.kubeconfig("admin"));
      try (Manager manager =
          Manager.builder().connection(Connection.kubeconfig(kubeconfig)).build()) {
        manager.start();
        Client client = manager.client();
        client.create(
            Kind.dynamic("v1", "Namespace"), DynamicObjects.of("v1", "Namespace", "", "shop"));
        client.create(SERVICES, service("refused", Map.of("fabric8.io/host.name", "not_a_host")));
        client.create(SERVICES, service("web", Map.of()));

        int code =
            Samples.commandLine()
                .execute(
                    "expose",
                    "--once",
                    "--kubeconfig=" + kubeconfig,
                    "--domain=example.com",
                    "--set=http=true");

        assertThat(code).isZero();
        assertThat(
                client
                    .metadata(SERVICES, ObjectKey.of("shop/web"))
                    .orElseThrow()
                    .annotations()
                    .get("fabric8.io/exposeUrl"))
            .isEqualTo("http://web.shop.example.com");
      }
    }
  }

  @Test
  void kubeconfigThatIsMissing_isOneLine_andNotZero() {
    StringWriter told = new StringWriter();
    CommandLine command = Samples.commandLine().setErr(new PrintWriter(told, true));
    Path missing = folder.resolve("missing");
    assertThat(command.execute("expose", "--once", "--kubeconfig=" + missing, "--domain=x.org"))
        .isEqualTo(1);
    assertThat(told.toString().strip()).contains(missing.toString()).doesNotContain("\n");
  }
}
