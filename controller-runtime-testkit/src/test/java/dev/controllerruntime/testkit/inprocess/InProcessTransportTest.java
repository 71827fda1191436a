package dev.controllerruntime.testkit.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.TransportException;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Task;
import dev.controllerruntime.testkit.concurrent.Simulation;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InProcessTransportTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration IDLE = Duration.ofSeconds(90);

  private final Simulation simulation = Simulation.seeded(5);
  private final ApiServer engine =
      ApiServer.builder().build(simulation.clock().instant(), simulation.random());
  private final InProcessServer server = InProcessServer.start(engine, simulation);
  private final Transport transport = server.transport("");
  private final List<String> read = new ArrayList<>();

  @AfterEach
  void close() {
    simulation.close();
  }

  private static Call create(String name, WriteGate gate) {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"}}";
    return new Call(
        "POST",
        CONFIG_MAPS,
        Map.of(),
        Map.of("Content-Type", "application/json"),
        body.getBytes(StandardCharsets.UTF_8),
        TIMEOUT,
        null,
        gate);
  }

  private static Call watch(Map<String, String> query) {
    Map<String, String> all = new java.util.TreeMap<>(query);
    all.put("watch", "true");
    return new Call("GET", CONFIG_MAPS, all, Map.of(), null, TIMEOUT, IDLE);
  }

  private int send(Call call) throws IOException, InterruptedException {
    try (Answer answer = transport.send(call)) {
      return answer.status();
    }
  }

  /** Reads a body on a thread of its own until it ends, and notes how it ended. */
  private Task reading(Answer answer) {
    return simulation.start(
        "reader",
        ThreadKind.PLATFORM,
        () -> {
          byte[] buffer = new byte[1 << 16];
          try (InputStream body = answer.body()) {
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
              read.add(new String(buffer, 0, n, StandardCharsets.UTF_8));
            }
            read.add("end");
          } catch (IOException e) {
            read.add(e.getClass().getSimpleName() + ": " + e.getMessage());
          }
        });
  }

  @Test
  void call_isThreeSchedulingPoints() throws Exception {
    assertThat(send(create("a", WriteGate.OPEN))).isEqualTo(201);

    assertThat(simulation.trace())
        .filteredOn(line -> line.contains("POST"))
        .extracting(line -> line.substring(line.indexOf("main ") + "main ".length()))
        .containsExactly(
            "sends POST " + CONFIG_MAPS,
            "was served POST " + CONFIG_MAPS,
            "is answered POST " + CONFIG_MAPS + " 201");
  }

  @Test
  void gate_isAskedAfterTheLastWaitBeforeTheEffect() {
    List<String> asked = new ArrayList<>();
    WriteGate gate =
        new WriteGate() {
          @Override
          public void check() {
            asked.add(simulation.trace().get(simulation.trace().size() - 1));
            throw new WriteRefusedException("not now", null);
          }

          @Override
          public Duration remaining() {
            return TIMEOUT;
          }
        };

    assertThatThrownBy(() -> send(create("a", gate)))
        .isInstanceOf(WriteRefusedException.class)
        .hasMessage("not now");
    assertThat(asked).singleElement().asString().contains("sends POST");
    assertThat(engine.resourceVersion()).isEqualTo(versionBefore());
  }

  private long versionBefore() {
    return ApiServer.builder()
        .build(simulation.clock().instant(), simulation.random())
        .resourceVersion();
  }

  @Test
  void watch_receivesFramesAsTheyArePushed() throws Exception {
    Answer answer = transport.send(watch(Map.of()));
    reading(answer);
    simulation.settle();
    assertThat(read).isEmpty();

    send(create("a", WriteGate.OPEN));
    simulation.settle();
    assertThat(read)
        .singleElement()
        .asString()
        .startsWith("{\"type\":\"ADDED\"")
        .contains("\"name\":\"a\"")
        .endsWith("\n");
  }

  @Test
  void silentWatch_timesOut_unlessTheServerSendsBookmarks() throws Exception {
    reading(transport.send(watch(Map.of())));
    simulation.advance(IDLE.plusSeconds(1));
    assertThat(read)
        .singleElement()
        .asString()
        .startsWith(SocketTimeoutException.class.getSimpleName());

    read.clear();
    reading(transport.send(watch(Map.of("allowWatchBookmarks", "true"))));
    simulation.advance(IDLE.multipliedBy(2));
    assertThat(read).isNotEmpty().allMatch(frame -> frame.contains("BOOKMARK"));
  }

  @Test
  void close_byAnotherThread_endsABlockedRead() throws Exception {
    Answer answer = transport.send(watch(Map.of()));
    Task reader = reading(answer);
    simulation.settle();
    answer.close();
    simulation.settle();

    assertThat(reader.finished()).isTrue();
    assertThat(read).containsExactly("IOException: stream closed");
  }

  @Test
  void closeOfTheTransport_endsWatches_andSendsNothingMore() throws Exception {
    Task reader = reading(transport.send(watch(Map.of())));
    simulation.settle();
    transport.close();
    simulation.settle();

    assertThat(reader.finished()).isTrue();
    assertThatThrownBy(() -> send(create("a", WriteGate.OPEN)))
        .isInstanceOfSatisfying(TransportException.class, e -> assertThat(e.sent()).isFalse());
    assertThat(transport.closed()).isTrue();
  }

  @Test
  void watchWithAnEnd_isEndedByTheServersTimer() throws Exception {
    reading(transport.send(watch(Map.of("timeoutSeconds", "10"))));
    simulation.advance(Duration.ofSeconds(9));
    assertThat(read).isEmpty();
    simulation.advance(Duration.ofSeconds(2));
    assertThat(read).containsExactly("end");
  }

  @Test
  void token_tellsWhoIsAsking() throws Exception {
    List<@Nullable String> users = new ArrayList<>();
    ApiServer guarded =
        ApiServer.builder()
            .token("secret", User.of("jane"))
            .requestLog(entry -> users.add(entry.user()))
            .build(simulation.clock().instant(), simulation.random());
    InProcessServer front = InProcessServer.onRequests(guarded, simulation);
    Call call = Call.get("/api/v1/namespaces", "application/json", TIMEOUT);

    assertThat(front.transport("secret").send(call).status()).isEqualTo(200);
    assertThat(front.transport("wrong").send(call).status()).isEqualTo(401);
    assertThat(users).containsExactly("jane", "");
  }
}
