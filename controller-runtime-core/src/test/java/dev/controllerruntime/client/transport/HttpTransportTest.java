package dev.controllerruntime.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.controllerruntime.concurrent.Concurrency;
import io.kubernetes.client.openapi.ApiClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpTransportTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private final Concurrency concurrency = Concurrency.system();

  private Transport transport(String url) {
    return Transport.http(new ApiClient().setBasePath(url), concurrency);
  }

  private static Call get(String path) {
    return Call.get(path, "application/json", LONG);
  }

  private static Call post(Duration timeout) {
    return new Call(
        "POST",
        "/api/v1/pods",
        Map.of("fieldManager", "a b&c"),
        Map.of("Content-Type", "application/json"),
        "{}".getBytes(StandardCharsets.UTF_8),
        timeout,
        null);
  }

  private static Call watch(Duration timeout, Duration idle) {
    return new Call("GET", "/watch", Map.of(), Map.of(), null, timeout, idle);
  }

  @Test
  void refusedConnection_isToldAsNotSent_inOneLineWithServerAndCause() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port;
    try (Transport transport = transport(url)) {
      TransportException e =
          catchThrowableOfType(
              TransportException.class, () -> transport.send(post(Duration.ofSeconds(5))));

      assertThat(e.sent()).isFalse();
      assertThat(e)
          .hasMessageContaining("POST /api/v1/pods at " + url)
          .hasMessageContaining("refused");
      assertThat(e.getMessage()).doesNotContain("\n");
    }
  }

  @Test
  void unknownHost_isToldAsNotSent() {
    try (Transport transport = transport("https://does-not-exist.invalid")) {
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> transport.send(get("/version")));

      assertThat(e.sent()).isFalse();
    }
  }

  @Test
  void requestIsSentAsGiven_withQueryEscapedAndBody() throws Exception {
    AtomicReference<String> body = new AtomicReference<>();
    try (RawServer server =
            new RawServer(
                (head, in, out) -> {
                  body.set(new String(in.readNBytes(2), StandardCharsets.UTF_8));
                  RawServer.write(
                      out,
                      "HTTP/1.1 201 Created\r\nWarning: 299 - \"a\"\r\nWarning: 299 - \"b\"\r\n"
                          + "Content-Length: 2\r\n\r\nok");
                });
        Transport transport = transport(server.url());
        Answer answer = transport.send(post(LONG))) {
      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.header("warning")).contains("299 - \"a\"");
      assertThat(answer.headers("WARNING")).containsExactly("299 - \"a\"", "299 - \"b\"");
      assertThat(answer.body().readAllBytes()).asString().isEqualTo("ok");
      assertThat(body).hasValue("{}");
      assertThat(server.heads.get(0))
          .startsWith("POST /api/v1/pods?fieldManager=a%20b%26c HTTP/1.1\r\n")
          .contains("Content-Type: application/json\r\n")
          .contains("Content-Length: 2\r\n");
    }
  }

  @Test
  void gzippedAnswer_isReadAsPlain() throws Exception {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write("{\"kind\":\"PodList\"}".getBytes(StandardCharsets.UTF_8));
    }
    try (RawServer server =
            new RawServer(
                (head, in, out) -> {
                  RawServer.write(
                      out,
                      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                          + zipped.size()
                          + "\r\n\r\n");
                  out.write(zipped.toByteArray());
                  out.flush();
                });
        Transport transport = transport(server.url());
        Answer answer = transport.send(get("/api/v1/pods"))) {
      assertThat(answer.body().readAllBytes()).asString().isEqualTo("{\"kind\":\"PodList\"}");
      assertThat(server.heads.get(0)).containsIgnoringCase("Accept-Encoding: gzip");
    }
  }

  @Test
  void connectionClosedAfterTheRequest_isToldAsSent_andNotSentAgain() throws Exception {
    try (RawServer server = new RawServer((head, in, out) -> in.readNBytes(2));
        Transport transport = transport(server.url())) {
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> transport.send(post(LONG)));

      assertThat(e.sent()).isTrue();
      assertThat(server.heads).hasSize(1);
    }
  }

  @Test
  void unavailableWithRetryAfterZero_isAnswered_notSentAgain() throws Exception {
    try (RawServer server =
            new RawServer(
                (head, in, out) -> {
                  in.readNBytes(2);
                  RawServer.write(
                      out,
                      "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\n"
                          + "Content-Length: 0\r\nConnection: close\r\n\r\n");
                });
        Transport transport = transport(server.url());
        Answer answer = transport.send(post(LONG))) {
      assertThat(answer.status()).isEqualTo(503);
      assertThat(server.heads).hasSize(1);
    }
  }

  @Test
  void halfWrittenStatusLine_isToldAsSent() throws Exception {
    try (RawServer server =
            new RawServer(
                (head, in, out) -> {
                  in.readNBytes(2);
                  RawServer.write(out, "HTTP/1.1 20");
                });
        Transport transport = transport(server.url())) {
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> transport.send(post(LONG)));

      assertThat(e.sent()).isTrue();
    }
  }

  @Test
  void bodyThatBreaksOff_failsTheRead_withServerAndCause() throws Exception {
    try (RawServer server =
            new RawServer(
                (head, in, out) ->
                    RawServer.write(
                        out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"kind\""));
        Transport transport = transport(server.url());
        Answer answer = transport.send(get("/api/v1/pods"))) {
      assertThatThrownBy(() -> answer.body().readAllBytes())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("GET /api/v1/pods at " + server.url())
          .hasMessageContaining("broke off");
    }
  }

  @Test
  void silentServer_endsTheRequestAtItsTimeout_asSent() throws Exception {
    try (RawServer server = silent();
        Transport transport = transport(server.url())) {
      TransportException e =
          catchThrowableOfType(
              TransportException.class, () -> transport.send(post(Duration.ofMillis(300))));

      assertThat(e.sent()).isTrue();
      assertThat(e).hasMessageContaining("no answer within 300 ms");
    }
  }

  @Test
  void silentServer_endsTheWatchAtItsTimeoutForHeaders() throws Exception {
    try (RawServer server = silent();
        Transport transport = transport(server.url())) {
      assertThatThrownBy(() -> transport.send(watch(Duration.ofMillis(300), LONG)))
          .isInstanceOf(TransportException.class)
          .hasMessageContaining("no answer within 300 ms");
    }
  }

  @Test
  void slowBody_endsTheRequestAtItsTimeout() throws Exception {
    try (RawServer server =
            new RawServer(
                (head, in, out) -> {
                  RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
                  in.read();
                });
        Transport transport = transport(server.url());
        Answer answer =
            transport.send(Call.get("/api/v1/pods", "application/json", Duration.ofSeconds(3)))) {
      assertThatThrownBy(() -> answer.body().readAllBytes())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not complete within 3 s");
    }
  }

  @Test
  void watch_outlivesItsTimeoutForHeaders_andEndsWhenSilentTooLong() throws Exception {
    try (RawServer server =
            new RawServer(
                (head, in, out) -> {
                  RawServer.write(out, "HTTP/1.1 200 OK\r\n\r\n{}");
                  in.read();
                });
        Transport transport = transport(server.url());
        Answer answer = transport.send(watch(Duration.ofSeconds(2), Duration.ofSeconds(3)))) {
      assertThat(answer.body().readNBytes(2)).asString().isEqualTo("{}");
      assertThatThrownBy(() -> answer.body().read())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("nothing came for 3 s");
    }
  }

  @Test
  void interruptOfTheCaller_endsTheWait() throws Exception {
    try (RawServer server = silent();
        Transport transport = transport(server.url())) {
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread caller =
          new Thread(
              () -> {
                try {
                  transport.send(get("/slow")).close();
                } catch (Throwable e) {
                  thrown.set(e);
                }
              });
      caller.start();
      await().until(() -> !server.heads.isEmpty());
      caller.interrupt();
      caller.join();

      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void closingTheAnswer_endsABlockedRead() throws Exception {
    try (RawServer server = streaming();
        Transport transport = transport(server.url())) {
      Answer answer = transport.send(watch(LONG, LONG));
      BlockedRead read = new BlockedRead(answer);
      answer.close();

      assertThat(read.failure()).isInstanceOf(IOException.class).hasMessageContaining("closed");
      assertThatThrownBy(() -> answer.body().read()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void closingTheTransport_endsABlockedRead_andSendsNothingAfterwards() throws Exception {
    try (RawServer server = streaming()) {
      Transport transport = transport(server.url());
      Answer answer = transport.send(watch(LONG, LONG));
      BlockedRead read = new BlockedRead(answer);
      transport.close();
      transport.close();

      assertThat(read.failure())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the client is closed");
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> transport.send(get("/x")));
      assertThat(e.sent()).isFalse();
      assertThat(transport.closed()).isTrue();
      assertThat(server.heads).filteredOn(head -> head.startsWith("GET")).hasSize(1);
    }
  }

  @Test
  void gateThatClosesInBetween_holdsTheBytesBack() throws Exception {
    try (RawServer server = silent();
        Transport transport = transport(server.url())) {
      IllegalStateException lost = new IllegalStateException("the lease is lost");
      WriteGate gate =
          new WriteGate() {
            @Override
            public void check() {
              throw lost;
            }

            @Override
            public Duration remaining() {
              return LONG;
            }
          };
      Call call = new Call("PUT", "/x", Map.of(), Map.of(), new byte[] {1}, LONG, null, gate);

      assertThatThrownBy(() -> transport.send(call)).isSameAs(lost);
      assertThat(server.heads).filteredOn(head -> head.startsWith("PUT")).isEmpty();
    }
  }

  @Test
  void manyWatches_doNotHoldRequestsBack() throws Exception {
    AtomicInteger watches = new AtomicInteger();
    try (RawServer server =
            new RawServer(
                (head, in, out) -> {
                  if (head.startsWith("GET /watch")) {
                    watches.incrementAndGet();
                    RawServer.write(out, "HTTP/1.1 200 OK\r\n\r\n");
                    in.read();
                  } else {
                    RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                  }
                });
        Transport transport = transport(server.url())) {
      for (int i = 0; i < 20; i++) {
        transport.send(watch(LONG, LONG)); // closed with the transport
      }
      try (Answer answer = transport.send(get("/version"))) {
        assertThat(answer.body().readAllBytes()).asString().isEqualTo("ok");
      }
      assertThat(watches).hasValue(20);
    }
  }

  @Test
  void addressThatIsNoUrl_isAConfigurationError() {
    assertThatThrownBy(() -> transport("not a url"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("not a url");
  }

  private static RawServer silent() throws IOException {
    return new RawServer((head, in, out) -> in.readAllBytes());
  }

  private static RawServer streaming() throws IOException {
    return new RawServer(
        (head, in, out) -> {
          RawServer.write(out, "HTTP/1.1 200 OK\r\n\r\n{}");
          in.read();
        });
  }

  /** A thread that reads until it is stopped; constructed once it has read the first two bytes. */
  private static final class BlockedRead {
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread reader;

    BlockedRead(Answer answer) {
      AtomicInteger read = new AtomicInteger();
      reader =
          new Thread(
              () -> {
                try {
                  while (answer.body().read() >= 0) {
                    read.incrementAndGet();
                  }
                } catch (Throwable e) {
                  failure.set(e);
                }
              });
      reader.start();
      await().until(() -> read.get() == 2 && inSocket(reader));
    }

    private static boolean inSocket(Thread thread) {
      return List.of(thread.getStackTrace()).stream()
          .anyMatch(frame -> frame.getClassName().startsWith("sun.nio.ch"));
    }

    Throwable failure() throws InterruptedException {
      reader.join();
      return failure.get();
    }
  }
}
