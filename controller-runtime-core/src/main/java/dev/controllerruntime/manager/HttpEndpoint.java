package dev.controllerruntime.manager;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /livez}, {@code /readyz} and {@code /metrics} with the JDK's own HTTP server. Each
 * request has its own thread, so that a slow scraper does not delay a probe.
 */
final class HttpEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);

  private final HttpServer server;

  private record Answer(int status, String contentType, String body) {
    static Answer text(int status, String body) {
      return new Answer(status, "text/plain; charset=utf-8", body);
    }
  }

  @FunctionalInterface
  private interface Page {
    Answer answer(boolean verbose);
  }

  /**
   * Binds; answers from {@link #start} on.
   *
   * @throws IllegalStateException when the address is taken; says which
   */
  HttpEndpoint(
      InetSocketAddress address,
      HealthChecks liveness,
      HealthChecks readiness,
      Metering metering,
      Concurrency concurrency) {
    try {
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Health and metrics cannot be served on " + address + ": " + e.getMessage(), e);
    }
    server.setExecutor(task -> concurrency.start("http", ThreadKind.WORKER, task));
    page("/livez", verbose -> health(liveness, "livez", verbose));
    page("/healthz", verbose -> health(liveness, "healthz", verbose));
    page("/readyz", verbose -> health(readiness, "readyz", verbose));
    page("/metrics", verbose -> metrics(metering));
  }

  void start() {
    server.start();
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private void page(String path, Page page) {
    server.createContext(path, exchange -> serve(exchange, path, page));
  }

  private static void serve(HttpExchange exchange, String path, Page page) throws IOException {
    try (exchange) {
      Answer answer;
      if (!exchange.getRequestURI().getPath().equals(path)) {
        answer = Answer.text(404, "404: there are /livez, /readyz and /metrics\n");
      } else if (!exchange.getRequestMethod().equals("GET")
          && !exchange.getRequestMethod().equals("HEAD")) {
        answer = Answer.text(405, "405: only GET\n");
      } else {
        String query = exchange.getRequestURI().getQuery();
        answer = page.answer(query != null && query.contains("verbose"));
      }
      send(exchange, answer);
    } catch (UncheckedIOException e) {
      LOG.debug("Answering {} failed", path, e);
    }
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    exchange.sendResponseHeaders(answer.status(), body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  /** As a kube-apiserver answers: "ok", or a line for each check. */
  private static Answer health(HealthChecks checks, String name, boolean verbose) {
    StringBuilder lines = new StringBuilder();
    boolean well = true;
    for (HealthChecks.Outcome outcome : checks.outcomes()) {
      Optional<String> reason = outcome.reason();
      well &= reason.isEmpty();
      lines
          .append(reason.isEmpty() ? "[+]" : "[-]")
          .append(outcome.name())
          .append(reason.map(text -> " failed: " + text).orElse(" ok"))
          .append('\n');
    }
    if (well && !verbose) {
      return Answer.text(200, "ok");
    }
    lines.append(name).append(well ? " check passed\n" : " check failed\n");
    return Answer.text(well ? 200 : 503, lines.toString());
  }

  private static Answer metrics(Metering metering) {
    Optional<String> scrape = metering.scrape();
    return scrape.isPresent()
        ? new Answer(200, Metering.SCRAPE_TYPE, scrape.get())
        : Answer.text(501, metering.whyNoScrape() + "\n");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
