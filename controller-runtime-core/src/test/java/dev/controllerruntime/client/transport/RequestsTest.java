package dev.controllerruntime.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.controllerruntime.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RequestsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private final ScriptedTransport transport = new ScriptedTransport();
  private final JumpingTime time = new JumpingTime();
  private final Requests requests = new Requests(transport, Codec.json(), time);

  private static Call get() {
    return Call.get("/api/v1/pods", "application/json", TIMEOUT);
  }

  private static Call write(String method) {
    return write(method, WriteGate.OPEN);
  }

  private static Call write(String method, WriteGate gate) {
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    return new Call(method, "/api/v1/pods", Map.of("a", "b"), Map.of(), body, TIMEOUT, null, gate);
  }

  private String read() throws Exception {
    return new String(requests.send(get()).body(), StandardCharsets.UTF_8);
  }

  /** A gate that closes after some time. */
  private WriteGate until(Duration end) {
    return new WriteGate() {
      @Override
      public void check() {
        if (remaining().isZero()) {
          throw new IllegalStateException("closed");
        }
      }

      @Override
      public Duration remaining() {
        Duration left = end.minusNanos(time.nanoTime());
        return left.isNegative() ? Duration.ZERO : left;
      }
    };
  }

  @Test
  void read_survivesLostConnections_brokenAnswers_andServerErrors() throws Exception {
    transport
        .lost(true)
        .broken(200, "{\"ki")
        .answer(503, "busy")
        .refuse(500, "InternalError", "x")
        .answer(200, "fine");

    assertThat(read()).isEqualTo("fine");
    assertThat(time.sleeps()).hasSize(4).isSorted();
    assertThat(time.sleeps().get(0)).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
    assertThat(time.sleeps().get(3)).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
  }

  @Test
  void read_givesUpAfterFiveTimes_withTheLastFailure() {
    transport.lost(false).lost(false).lost(false).lost(false).answer(502, "<html>bad\ngateway");

    StatusException e = catchThrowableOfType(StatusException.class, () -> requests.send(get()));

    assertThat(e.status().code()).isEqualTo(502);
    assertThat(e).hasMessage("GET /api/v1/pods at https://scripted: 502: <html>bad gateway");
  }

  @Test
  void read_isNotRepeated_whenTheServerRefuses() {
    transport.refuse(403, "Forbidden", "pods");

    assertThatThrownBy(() -> requests.send(get())).isInstanceOf(StatusException.class);
    assertThat(transport.calls()).hasSize(1);
  }

  @Test
  void retryAfter_isHonoured_ofHeaderAndOfStatus() throws Exception {
    transport
        .answer(429, "slow down", "Retry-After", "7")
        .answer(
            429,
            """
            {"kind":"Status","apiVersion":"v1","code":429,"details":{"retryAfterSeconds":3}}""")
        .answer(200, "fine");

    assertThat(read()).isEqualTo("fine");
    assertThat(time.sleeps().get(0)).isBetween(Duration.ofSeconds(7), Duration.ofMillis(7800));
    assertThat(time.sleeps().get(1)).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3400));
  }

  @Test
  void waitThatWouldEndAfterTheTimeout_isNotBegun() {
    transport.answer(429, "slow down", "Retry-After", "60");

    assertThatThrownBy(() -> requests.send(get())).isInstanceOf(StatusException.class);
    assertThat(time.sleeps()).isEmpty();
  }

  @Test
  void timeout_isForAllRepetitionsTogether() throws Exception {
    transport
        .then(
            call -> {
              time.pass(Duration.ofSeconds(20));
              throw new TransportException("reset", true, null);
            })
        .answer(200, "fine");

    assertThat(read()).isEqualTo("fine");
    assertThat(transport.call(0).timeout()).isEqualTo(TIMEOUT);
    assertThat(transport.call(1).timeout()).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void write_isRepeated_after429_andWhenNothingWasSent() throws Exception {
    transport.answer(429, "slow down").lost(false).answer(201, "{}");

    assertThat(requests.send(write("POST")).status()).isEqualTo(201);
    assertThat(transport.calls()).hasSize(3);
  }

  @Test
  void write_isNotRepeated_onceSent() {
    for (String method : new String[] {"POST", "PUT", "PATCH", "DELETE"}) {
      transport.lost(true);
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> requests.send(write(method)));
      assertThat(e.sent()).isTrue();
    }
    assertThat(transport.calls()).hasSize(4);
  }

  @Test
  void write_isNotRepeated_afterAServerError() {
    transport.answer(503, "busy");

    assertThatThrownBy(() -> requests.send(write("PUT"))).isInstanceOf(StatusException.class);
    assertThat(transport.calls()).hasSize(1);
  }

  @Test
  void writeWhoseAnswerBreaksOff_isToldAsSent() {
    transport.broken(201, "{\"kind\":");

    TransportException e =
        catchThrowableOfType(TransportException.class, () -> requests.send(write("POST")));

    assertThat(e.sent()).isTrue();
    assertThat(e).hasMessageContaining("broke off");
  }

  @Test
  void write_tellsTheServerItsTimeout_andWaitsALittleLonger() throws Exception {
    transport.answer(200, "{}");

    requests.send(write("PUT"));

    assertThat(transport.call(0).query())
        .containsEntry("timeout", "30000ms")
        .containsEntry("a", "b");
    assertThat(transport.call(0).timeout()).isEqualTo(Duration.ofSeconds(32));
  }

  @Test
  void write_tellsTheServerTheTimeLeftOfItsGate() throws Exception {
    WriteGate gate = until(Duration.ofSeconds(10));
    transport.answer(429, "slow down", "Retry-After", "4").answer(200, "{}");

    requests.send(write("PUT", gate));

    assertThat(transport.call(0).query()).containsEntry("timeout", "10000ms");
    assertThat(transport.call(1).query().get("timeout")).matches("5[5-9]..ms|6000ms");
  }

  @Test
  void closedGate_letsNoWriteOut_butReads() throws Exception {
    WriteGate gate = until(Duration.ZERO);
    transport.answer(200, "fine");

    assertThatThrownBy(() -> requests.send(write("PUT", gate)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(transport.calls()).isEmpty();
    assertThat(read()).isEqualTo("fine");
  }

  @Test
  void gateThatClosesBetweenCallAndSending_letsNoWriteOut() {
    int[] asked = new int[1];
    WriteGate gate =
        new WriteGate() {
          @Override
          public void check() {
            if (++asked[0] == 2) {
              throw new IllegalStateException("closed in between");
            }
          }

          @Override
          public Duration remaining() {
            return TIMEOUT;
          }
        };
    transport.answer(200, "{}");

    assertThatThrownBy(() -> requests.send(write("PUT", gate))).hasMessage("closed in between");
    assertThat(transport.calls()).isEmpty();
  }

  @Test
  void repetitionThatWouldFallBehindTheGate_isNotTried() {
    transport.answer(429, "slow down", "Retry-After", "5");

    assertThatThrownBy(() -> requests.send(write("PUT", until(Duration.ofSeconds(2)))))
        .isInstanceOf(StatusException.class);
    assertThat(time.sleeps()).isEmpty();
  }

  @Test
  void interruptedWrite_thatWasSent_isToldAsSent_withTheFlagSetAgain() {
    transport.then(
        call -> {
          throw new InterruptedException();
        });

    TransportException e =
        catchThrowableOfType(TransportException.class, () -> requests.send(write("PUT")));

    assertThat(e.sent()).isTrue();
    assertThat(time.interrupted()).isTrue();
  }

  @Test
  void closedTransport_isNotTriedAgain() {
    transport.lost(false);
    transport.close();

    assertThatThrownBy(() -> requests.send(get())).isInstanceOf(TransportException.class);
    assertThat(transport.calls()).hasSize(1);
  }

  @Test
  void schedulingPoints_standBeforeSendingAndAfterTheEffect() throws Exception {
    transport.answer(200, "{}");

    requests.send(write("PUT"));

    assertThat(time.points())
        .containsExactly("send PUT /api/v1/pods", "answer 200 to PUT /api/v1/pods");
  }

  @Test
  void warningsOfTheServer_areLoggedOncePerText() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(WarningLog.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      String warning = "299 - \"unknown field \\\"spec.x\\\"\"";
      transport.answer(200, "{}", "Warning", warning).answer(200, "{}", "warning", warning);
      requests.send(write("PUT"));
      requests.send(write("PUT"));
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("The API server warns about PUT /api/v1/pods: unknown field \"spec.x\"");
  }

  @Test
  void statusOfAFailure_isReadWithItsCauses() {
    transport.answer(
        409,
        """
        {"kind":"Status","apiVersion":"v1","status":"Failure","message":"two\\nlines","reason":"Conflict",
         "details":{"name":"web","kind":"deployments","causes":[
           {"reason":"FieldManagerConflict","message":"conflict with \\"x\\"","field":".spec.replicas"}]},
         "code":409}""");

    StatusException e =
        catchThrowableOfType(StatusException.class, () -> requests.send(write("PATCH")));

    assertThat(e.status().message()).isEqualTo("two lines");
    assertThat(e.status().resource()).isEqualTo("deployments");
    assertThat(e.status().hasCause("FieldManagerConflict")).isTrue();
    assertThat(e.status().causes())
        .containsExactly(
            new ServerStatus.Cause(
                "FieldManagerConflict", "conflict with \"x\"", ".spec.replicas"));
  }
}
