package dev.controllerruntime.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.apiserver.ApiServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpFrontTest {
  private final ApiServer engine = ApiServer.builder().build(Instant.now(), new Random(1));

  @Test
  void tls_negotiatesHttp2_andTrustsTheAuthorityOfTheKubeconfig() throws Exception {
    try (HttpFront front = HttpFront.builder().start(engine)) {
      HttpResponse<String> answer = get(client(front, HttpClient.Version.HTTP_2), front, "/readyz");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(front.url()).startsWith("https://127.0.0.1:");
    }
  }

  @Test
  void tls_servesHttp11() throws Exception {
    try (HttpFront front = HttpFront.builder().start(engine)) {
      HttpResponse<String> answer =
          get(client(front, HttpClient.Version.HTTP_1_1), front, "/readyz");
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(answer.body()).isEqualTo("ok");
      assertThat(answer.headers().firstValue("content-length")).contains("2");
    }
  }

  @Test
  void plainHttp_servesWithoutCertificates() throws Exception {
    try (HttpFront front = HttpFront.builder().tls(false).start(engine)) {
      assertThat(front.authorityPem()).isEmpty();
      assertThat(get(HttpClient.newHttpClient(), front, "/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void portInUse_isToldWithHostAndPort() throws Exception {
    try (HttpFront first = HttpFront.builder().start(engine)) {
      assertThatThrownBy(() -> HttpFront.builder().port(first.port()).start(engine))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("127.0.0.1:" + first.port());
    }
  }

  @Test
  void kubeconfig_isWrittenWhole_forItsOwnerOnly(@TempDir Path folder) throws Exception {
    try (HttpFront front = HttpFront.builder().start(engine)) {
      Path file = folder.resolve("new/kubeconfig");
      front.writeKubeconfig(file, "secret");
      assertThat(Files.readString(file)).contains("server: " + front.url(), "token: secret");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      try (var files = Files.list(folder.resolve("new"))) {
        assertThat(files).containsExactly(file);
      }
    }
  }

  private static HttpResponse<String> get(HttpClient client, HttpFront front, String path)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(front.url() + path))
            .timeout(Duration.ofSeconds(30))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static HttpClient client(HttpFront front, HttpClient.Version version) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(front.authorityPem().getBytes(StandardCharsets.UTF_8))));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), new SecureRandom());
    return HttpClient.newBuilder()
        .version(version)
        .sslContext(tls)
        .connectTimeout(Duration.ofSeconds(10))
        .build();
  }
}
