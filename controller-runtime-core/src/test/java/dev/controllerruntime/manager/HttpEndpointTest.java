package dev.controllerruntime.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.concurrent.Concurrency;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpEndpointTest {
  private final AtomicReference<Optional<String>> reason = new AtomicReference<>(Optional.empty());
  private @Nullable HttpEndpoint endpoint;

  private String base(Metering metering) {
    HealthChecks checks =
        new HealthChecks(() -> List.of(new HealthChecks.Check("widgets", reason::get)));
    HttpEndpoint made =
        new HttpEndpoint(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new HealthChecks(List::of),
            checks,
            metering,
            Concurrency.system());
    made.start();
    endpoint = made;
    return "http://127.0.0.1:" + made.address().getPort();
  }

  @AfterEach
  void close() {
    if (endpoint != null) {
      endpoint.close();
    }
  }

  private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void readyz_tellsTheReason_whileItFails() throws Exception {
    String base = base(new Metering(null));
    assertThat(get(base + "/readyz").body()).isEqualTo("ok");
    reason.set(Optional.of("Widget is missing"));
    HttpResponse<String> failing = get(base + "/readyz");
    assertThat(failing.statusCode()).isEqualTo(503);
    assertThat(failing.body()).contains("[-]widgets failed: Widget is missing");
    assertThat(get(base + "/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void readyz_verbose_listsEveryCheck() throws Exception {
    String base = base(new Metering(null));
    assertThat(get(base + "/readyz?verbose").body())
        .isEqualTo("[+]widgets ok\nreadyz check passed\n");
  }

  @Test
  void metrics_areServedForPrometheus() throws Exception {
    Metering metering = new Metering(null);
    metering.metrics().request("200", "GET", "localhost:1");
    HttpResponse<String> scrape = get(base(metering) + "/metrics");
    assertThat(scrape.statusCode()).isEqualTo(200);
    assertThat(scrape.body())
        .contains(
            "rest_client_requests_total{code=\"200\",host=\"localhost:1\",method=\"GET\"} 1.0");
  }

  @Test
  void metrics_withoutPrometheusOnTheClassPath_sayWhatToAdd() throws Exception {
    HttpResponse<String> answer = get(base(new Metering(null, false)) + "/metrics");
    assertThat(answer.statusCode()).isEqualTo(501);
    assertThat(answer.body()).contains("io.micrometer:micrometer-registry-prometheus");
  }

  @Test
  void metrics_withAnotherRegistry_sayWhatToChange() throws Exception {
    HttpResponse<String> answer = get(base(new Metering(new SimpleMeterRegistry())) + "/metrics");
    assertThat(answer.statusCode()).isEqualTo(501);
    assertThat(answer.body()).contains("PrometheusMeterRegistry");
  }

  @Test
  void otherPaths_areNotFound() throws Exception {
    String base = base(new Metering(null));
    assertThat(get(base + "/readyz/more").statusCode()).isEqualTo(404);
    assertThat(get(base + "/").statusCode()).isEqualTo(404);
  }

  @Test
  void throwingCheck_failsItself_notTheEndpoint() {
    HealthChecks checks =
        new HealthChecks(
            () ->
                List.of(
                    new HealthChecks.Check(
                        "broken",
                        () -> {
                          throw new IllegalStateException("oops");
                        })));
    assertThat(checks.failing()).hasValueSatisfying(why -> assertThat(why).contains("oops"));
  }
}
