package dev.controllerruntime.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.controllerruntime.concurrent.Concurrency;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is different where many exchanges share one connection. */
@Timeout(60)
class Http2TransportTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int STREAMS = 10;

  private record Open(String path, Response response, Callback callback) {
    void push(String text) {
      response.write(false, bytes(text), Callback.NOOP);
    }

    /** Ends the stream alone, in the middle of its body. */
    void reset() {
      callback.failed(new IOException("the test resets this stream"));
    }
  }

  private final Server server = new Server();
  private final List<Open> open = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<String> protocols = new ConcurrentLinkedQueue<>();
  private ServerConnector connector = new ServerConnector(server);
  private Transport transport = new ScriptedTransport();

  /** Answers {@code /watch…} with a head and then what the test pushes, all else at once. */
  private final class Peer extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      String path = request.getHttpURI().getPath();
      protocols.add(request.getConnectionMetaData().getProtocol());
      if (path.startsWith("/watch")) {
        Open opened = new Open(path, response, callback);
        opened.push("head of " + path + "\n");
        open.add(opened);
      } else if (path.equals("/silent")) {
        open.add(new Open(path, response, callback));
      } else {
        response.write(true, bytes("answer to " + path), callback);
      }
      return true;
    }
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @BeforeEach
  void start() throws Exception {
    HTTP2CServerConnectionFactory http2 =
        new HTTP2CServerConnectionFactory(new HttpConfiguration());
    http2.setMaxConcurrentStreams(STREAMS);
    connector = new ServerConnector(server, http2);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Peer());
    server.start();
    OkHttpClient http =
        new OkHttpClient.Builder().protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE)).build();
    ApiClient client = new ApiClient(http);
    client.setBasePath("http://127.0.0.1:" + connector.getLocalPort());
    transport = Transport.http(client, Concurrency.system());
  }

  @AfterEach
  void stop() throws Exception {
    transport.close();
    server.stop();
  }

  private static Call get(String path) {
    return Call.get(path, "application/json", LONG);
  }

  private static Call watch(String path) {
    return new Call("GET", path, Map.of(), Map.of(), null, LONG, LONG);
  }

  private static String line(Answer answer) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = answer.body().read(); next != '\n'; next = answer.body().read()) {
      if (next < 0) {
        throw new IOException("the stream has ended");
      }
      line.append((char) next);
    }
    return line.toString();
  }

  private Open opened(String path) {
    await().until(() -> open.stream().anyMatch(o -> o.path().equals(path)));
    return open.stream().filter(o -> o.path().equals(path)).findFirst().orElseThrow();
  }

  @Test
  void requestsShareOneConnection_andWatchesAnother() throws Exception {
    List<Answer> watches = new ArrayList<>();
    for (int i = 0; i < STREAMS - 1; i++) {
      watches.add(transport.send(watch("/watch" + i)));
      try (Answer answer = transport.send(get("/version"))) {
        assertThat(answer.body().readAllBytes()).asString().isEqualTo("answer to /version");
      }
    }
    assertThat(protocols).hasSize(2 * (STREAMS - 1)).containsOnly("HTTP/2.0");
    assertThat(connector.getConnectedEndPoints()).hasSize(2);
    watches.forEach(Answer::close);
  }

  @Test
  void moreWatchesThanTheServerAllowsOnAConnection_allGetTheirAnswer() throws Exception {
    List<Answer> watches = new ArrayList<>();
    for (int i = 0; i < 2 * STREAMS + 5; i++) {
      Answer answer = transport.send(watch("/watch" + i));
      watches.add(answer);
      assertThat(line(answer)).isEqualTo("head of /watch" + i);
    }
    watches.forEach(Answer::close);
  }

  @Test
  void closedWatch_endsItsOwnStreamAlone() throws Exception {
    try (Answer stays = transport.send(watch("/watch-stays"))) {
      Answer goes = transport.send(watch("/watch-goes"));
      line(stays);
      goes.close();
      assertThatThrownBy(() -> goes.body().read()).isInstanceOf(IOException.class);
      opened("/watch-stays").push("still here\n");
      assertThat(line(stays)).isEqualTo("still here");
      assertThat(connector.getConnectedEndPoints()).hasSize(1);
    }
  }

  @Test
  void streamThatTheServerResets_failsItsReader_andNobodyElse() throws Exception {
    try (Answer broken = transport.send(watch("/watch-broken"));
        Answer stays = transport.send(watch("/watch-stays"))) {
      line(broken);
      line(stays);
      opened("/watch-broken").reset();
      assertThatThrownBy(() -> line(broken))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("127.0.0.1");
      opened("/watch-stays").push("still here\n");
      assertThat(line(stays)).isEqualTo("still here");
    }
  }

  @Test
  void silentServer_endsTheRequestAtItsTimeout_asSent_andTheConnectionGoesOn() throws Exception {
    Call post =
        new Call(
            "POST",
            "/silent",
            Map.of(),
            Map.of(),
            new byte[] {'{', '}'},
            Duration.ofMillis(300),
            null);
    TransportException told =
        Objects.requireNonNull(
            catchThrowableOfType(TransportException.class, () -> transport.send(post)));
    assertThat(told.sent()).isTrue();
    try (Answer answer = transport.send(get("/version"))) {
      assertThat(answer.status()).isEqualTo(200);
    }
    assertThat(connector.getConnectedEndPoints()).hasSize(1);
  }

  @Test
  void serverThatGoes_endsWatches_andTheNextRequestFindsItAgain() throws Exception {
    int port = connector.getLocalPort();
    try (Answer watch = transport.send(watch("/watch"))) {
      line(watch);
      try (Answer answer = transport.send(get("/version"))) {
        assertThat(answer.status()).isEqualTo(200);
      }
      server.stop();
      assertThatThrownBy(() -> line(watch)).isInstanceOf(IOException.class);
    }
    TransportException told =
        Objects.requireNonNull(
            catchThrowableOfType(
                TransportException.class, () -> transport.send(get("/version")).close()));
    assertThat(told).hasMessageContaining("GET /version");
    connector.setPort(port);
    server.start();
    try (Answer answer = transport.send(get("/version"))) {
      assertThat(answer.status()).isEqualTo(200);
    }
  }
}
