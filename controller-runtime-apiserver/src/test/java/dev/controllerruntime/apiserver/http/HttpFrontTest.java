package dev.controllerruntime.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.apiserver.ApiServer;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
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
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HttpFrontTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

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

  @ParameterizedTest
  @EnumSource(
      value = HttpClient.Version.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void watch_flushesItsHeadersAndEachEventAtOnce(HttpClient.Version version) throws Exception {
    try (HttpFront front = HttpFront.builder().start(engine)) {
      HttpClient client = client(front, version);
      // Nothing to tell yet: the headers come alone.
      HttpResponse<InputStream> watch =
          watch(client, front, "&resourceVersion=" + engine.resourceVersion());
      assertThat(watch.statusCode()).isEqualTo(200);
      assertThat(watch.version()).isEqualTo(version);
      try (BufferedReader events = lines(watch)) {
        assertThat(create(client, front, "first", 1).statusCode()).isEqualTo(201);
        assertThat(soon(events::readLine)).startsWith("{\"type\":\"ADDED\"").contains("first");
        create(client, front, "second", 1);
        assertThat(soon(events::readLine)).contains("second");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpClient.Version.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void watch_startsWithWhatIsThere(HttpClient.Version version) throws Exception {
    try (HttpFront front = HttpFront.builder().start(engine)) {
      HttpClient client = client(front, version);
      create(client, front, "first", 1);
      try (BufferedReader events = lines(watch(client, front, ""))) {
        assertThat(soon(events::readLine)).contains("ADDED", "first");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpClient.Version.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void timeoutSeconds_endsAWatchCleanly(HttpClient.Version version) throws Exception {
    try (HttpFront front = HttpFront.builder().start(engine)) {
      HttpClient client = client(front, version);
      create(client, front, "first", 1);
      HttpResponse<InputStream> watch = watch(client, front, "&timeoutSeconds=1");
      // A stream that is cut off instead of ended throws.
      String all = soon(() -> new String(watch.body().readAllBytes(), StandardCharsets.UTF_8));
      assertThat(all.lines()).singleElement().asString().contains("ADDED", "first");
      assertThat(get(client, front, "/readyz").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpClient.Version.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void close_cutsRunningWatches(HttpClient.Version version) throws Exception {
    HttpFront front = HttpFront.builder().start(engine);
    HttpResponse<InputStream> watch;
    try {
      watch = watch(client(front, version), front, "&resourceVersion=" + engine.resourceVersion());
    } finally {
      front.close();
    }
    assertThatThrownBy(() -> soon(() -> watch.body().readAllBytes()))
        .hasRootCauseInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpClient.Version.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void bodyOverThreeMebibytes_is413_andTheConnectionGoesOn(HttpClient.Version version)
      throws Exception {
    try (HttpFront front = HttpFront.builder().start(engine)) {
      HttpClient client = client(front, version);
      HttpResponse<String> answer = create(client, front, "large", 3 << 20);
      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(answer.body()).contains("\"reason\":\"RequestEntityTooLarge\"");
      assertThat(create(client, front, "small", 1 << 20).statusCode()).isEqualTo(201);
    }
  }

  /** Answered as soon as the headers are there. */
  private static HttpResponse<InputStream> watch(HttpClient client, HttpFront front, String query)
      throws Exception {
    return client.send(
        request(front, CONFIG_MAPS + "?watch=true" + query).build(), BodyHandlers.ofInputStream());
  }

  private static BufferedReader lines(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  private static <T> T soon(Callable<T> read) throws Exception {
    FutureTask<T> task = new FutureTask<>(read);
    Thread reader = new Thread(task, "reader");
    reader.setDaemon(true);
    reader.start();
    return task.get(30, TimeUnit.SECONDS);
  }

  private static HttpResponse<String> create(
      HttpClient client, HttpFront front, String name, int bytes) throws Exception {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
            + name
            + "\"},\"data\":{\"a\":\""
            + "x".repeat(bytes)
            + "\"}}";
    return client.send(
        request(front, CONFIG_MAPS)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(HttpFront front, String path) {
    return HttpRequest.newBuilder(URI.create(front.url() + path)).timeout(Duration.ofSeconds(30));
  }

  private static HttpResponse<String> get(HttpClient client, HttpFront front, String path)
      throws Exception {
    return client.send(request(front, path).build(), BodyHandlers.ofString());
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
