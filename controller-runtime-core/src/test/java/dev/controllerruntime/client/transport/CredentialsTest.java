package dev.controllerruntime.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.controllerruntime.concurrent.Concurrency;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of credential, from a kubeconfig to the request that the server sees, over TLS. */
@Timeout(60)
class CredentialsTest {
  @TempDir Path dir;
  private final Concurrency concurrency = Concurrency.system();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private volatile String accepted = "";
  private TestCertificates certificates;
  private HttpsServer server;

  @BeforeEach
  void start() throws Exception {
    certificates = TestCertificates.shared();
    SSLContext context = certificates.serverContext();
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = context.getDefaultSSLParameters();
            ssl.setWantClientAuth(true);
            parameters.setSSLParameters(ssl);
          }
        });
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String who = exchange.getRequestHeaders().getFirst("Authorization");
    if (who == null) {
      who = certificate((HttpsExchange) exchange);
    }
    seen.add(who);
    byte[] body = TestCertificates.utf8(who);
    exchange.sendResponseHeaders(
        accepted.isEmpty() || who.equals(accepted) ? 200 : 401, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String certificate(HttpsExchange exchange) {
    try {
      return exchange.getSSLSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "nobody";
    }
  }

  private Path kubeconfig(String user) throws Exception {
    Path ca = dir.resolve("ca.crt");
    Files.writeString(ca, TestCertificates.pem(certificates.ca));
    Path file = dir.resolve("config");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: test
        contexts: [{name: test, context: {cluster: c, user: u, namespace: shop}}]
        clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d", certificate-authority: ca.crt}}]
        users:
        - name: u
          user: %s
        """
            .formatted(server.getAddress().getPort(), user));
    return file;
  }

  private int call(Transport transport) throws Exception {
    try (Answer answer =
        transport.send(Call.get("/version", "application/json", Duration.ofSeconds(30)))) {
      answer.body().readAllBytes();
      return answer.status();
    }
  }

  private Transport transport(Path kubeconfig) {
    return Transport.http(Connection.kubeconfig(kubeconfig).client(), concurrency);
  }

  @Test
  void bearerToken_isSent() throws Exception {
    try (Transport transport = transport(kubeconfig("{token: s3cret}"))) {
      assertThat(call(transport)).isEqualTo(200);
    }
    assertThat(seen).containsExactly("Bearer s3cret");
  }

  @Test
  void userAndPassword_areSent() throws Exception {
    try (Transport transport = transport(kubeconfig("{username: jane, password: pw}"))) {
      call(transport);
    }
    assertThat(seen)
        .containsExactly(
            "Basic " + Base64.getEncoder().encodeToString(TestCertificates.utf8("jane:pw")));
  }

  @Test
  void clientCertificate_isShown() throws Exception {
    Files.writeString(dir.resolve("jane.crt"), TestCertificates.pem(certificates.client));
    Files.writeString(
        dir.resolve("jane.key"), TestCertificates.pem(certificates.clientKey.getPrivate()));

    try (Transport transport =
        transport(kubeconfig("{client-certificate: jane.crt, client-key: jane.key}"))) {
      call(transport);
    }
    assertThat(seen).singleElement().asString().contains("CN=jane").contains("O=developers");
  }

  @Test
  void watch_carriesTheCredentialsToo() throws Exception {
    try (Transport transport = transport(kubeconfig("{token: s3cret}"))) {
      Duration time = Duration.ofSeconds(30);
      Call watch = new Call("GET", "/w", java.util.Map.of(), java.util.Map.of(), null, time, time);
      transport.send(watch).close();
    }
    assertThat(seen).containsExactly("Bearer s3cret");
  }

  @Test
  void tokenFile_besideTheKubeconfig_isReadAgainAfter401_once() throws Exception {
    Path token = dir.resolve("token");
    Files.writeString(token, "old");
    accepted = "Bearer new";
    try (Transport transport = transport(kubeconfig("{tokenFile: token}"))) {
      assertThat(call(transport)).isEqualTo(401);
      Files.writeString(token, "new");

      // Renewed a moment ago: a wrong credential is not renewed for each request.
      assertThat(call(transport)).isEqualTo(401);
      assertThat(seen).containsExactly("Bearer old", "Bearer old", "Bearer old");
    }
    try (Transport transport = transport(dir.resolve("config"))) {
      call(transport);
      Files.writeString(token, "newer");
      accepted = "Bearer newer";
      seen.clear();

      assertThat(call(transport)).isEqualTo(200);
      assertThat(seen).containsExactly("Bearer new", "Bearer newer");
    }
  }

  @Test
  void credentialPlugin_isRun() throws Exception {
    Path plugin = dir.resolve("plugin.sh");
    Files.writeString(
        plugin,
        """
        #!/bin/sh
        echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"made"}}'
        """);
    assertThat(plugin.toFile().setExecutable(true)).isTrue();

    try (Transport transport =
        transport(
            kubeconfig(
                "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin.sh}}"))) {
      call(transport);
    }
    assertThat(seen).containsExactly("Bearer made");
  }

  @Test
  void credentialPluginThatFails_isAConfigurationError_notAnAnonymousClient() throws Exception {
    Path file =
        kubeconfig("{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./missing.sh}}");

    assertThatThrownBy(() -> Connection.kubeconfig(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("./missing.sh gave no credentials");
  }

  @Test
  void serverOfAnotherAuthority_isRefused_andToldAsTls() throws Exception {
    Path file = kubeconfig("{token: s3cret}");
    Files.writeString(dir.resolve("ca.crt"), TestCertificates.pem(new TestCertificates().ca));
    try (Transport transport = transport(file)) {
      assertThatThrownBy(() -> call(transport))
          .isInstanceOfSatisfying(TransportException.class, e -> assertThat(e.sent()).isFalse())
          .hasMessageContaining("TLS failed");
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void namespaceOfTheContext_isKnown() throws Exception {
    assertThat(Connection.kubeconfig(kubeconfig("{token: s3cret}")).namespace()).isEqualTo("shop");
  }
}
