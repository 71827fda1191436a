package dev.controllerruntime.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ForbiddenException;
import dev.controllerruntime.client.NotFoundException;
import dev.controllerruntime.client.Patch;
import dev.controllerruntime.concurrent.Concurrency;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventRecorderTest {
  private static final Kind<DynamicObject> WIDGETS = Kind.dynamic("example.com/v1", "Widget");

  private final Client client = mock(Client.class);
  private final List<DynamicObject> created = new CopyOnWriteArrayList<>();
  private final List<String> patched = new CopyOnWriteArrayList<>();
  private final EventRecorder recorder = new EventRecorder(client, "pod-1", Concurrency.system());
  private final Events events = recorder.of("expose");

  @BeforeEach
  void serve() {
    when(client.create(any(), any()))
        .thenAnswer(
            call -> {
              created.add(call.getArgument(1));
              return call.getArgument(1);
            });
    when(client.patch(any(), any(), any()))
        .thenAnswer(
            call -> {
              patched.add(call.<Patch>getArgument(2).json());
              return DynamicObjects.of("events.k8s.io/v1", "Event", "shop", "any");
            });
  }

  @AfterEach
  void stop() throws InterruptedException {
    recorder.stop(Duration.ofSeconds(5));
  }

  private static DynamicObject widget(String namespace, String name) {
    return DynamicObjects.of("example.com/v1", "Widget", namespace, name)
        .set("/metadata/uid", "u-" + name)
        .set("/metadata/resourceVersion", "7");
  }

  private void awaitIdle() {
    Awaitility.await().until(recorder::idle);
  }

  @Test
  void event_carriesWhatTheServerDemands() {
    recorder.start();
    events.warning(WIDGETS, widget("shop", "web"), "HostTaken", "host web.example.com is taken");
    awaitIdle();
    DynamicObject event = created.get(0);
    assertThat(event.get("/type")).contains("Warning");
    assertThat(event.get("/reason")).contains("HostTaken");
    assertThat(event.get("/action")).contains("Reconcile");
    assertThat(event.get("/note")).contains("host web.example.com is taken");
    assertThat(event.get("/reportingController")).contains("expose");
    assertThat(event.get("/reportingInstance")).contains("pod-1");
    assertThat(event.get("/regarding/kind")).contains("Widget");
    assertThat(event.get("/regarding/uid")).contains("u-web");
    assertThat(event.get("/eventTime").map(Object::toString).orElse(""))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
    assertThat(event.metadata().key().namespace()).isEqualTo("shop");
    assertThat(event.metadata().key().name()).matches("web\\.[0-9a-f]{16}");
  }

  @Test
  void eventAboutAClusterScopedObject_livesInDefault() {
    recorder.start();
    events.normal(WIDGETS, widget("", "web"), "Made", "x");
    awaitIdle();
    assertThat(created.get(0).metadata().key().namespace()).isEqualTo("default");
    assertThat(created.get(0).get("/regarding/namespace")).isEmpty();
  }

  @Test
  void equalEvents_becomeASeries_toldOnceAMinute() {
    recorder.start();
    for (int i = 0; i < 5; i++) {
      events.warning(WIDGETS, widget("shop", "web"), "HostTaken", "same");
    }
    events.warning(WIDGETS, widget("shop", "web"), "HostTaken", "other");
    awaitIdle();
    assertThat(created).hasSize(2);
    assertThat(patched).hasSize(1);
    assertThat(patched.get(0)).contains("\"series\":{\"count\":2,");
  }

  @Test
  void seriesWhoseFirstEventIsGone_startsAnew() {
    doThrow(new NotFoundException(404, "NotFound", "gone", null))
        .when(client)
        .patch(any(), any(), any());
    recorder.start();
    events.normal(WIDGETS, widget("shop", "web"), "Made", "same");
    events.normal(WIDGETS, widget("shop", "web"), "Made", "same");
    awaitIdle();
    assertThat(created).hasSize(2);
  }

  @Test
  void refusedEvent_isDropped_andTheNextIsSent() {
    doThrow(new ForbiddenException(403, "Forbidden", "no permission", null))
        .doAnswer(
            call -> {
              created.add(call.getArgument(1));
              return call.getArgument(1);
            })
        .when(client)
        .create(any(), any());
    recorder.start();
    events.normal(WIDGETS, widget("shop", "a"), "Made", "x");
    events.normal(WIDGETS, widget("shop", "b"), "Made", "x");
    awaitIdle();
    assertThat(created).hasSize(1);
    assertThat(recorder.dropped()).isEqualTo(1);
  }

  @Test
  void fullQueue_dropsInsteadOfBlocking() {
    for (int i = 0; i < 1_001; i++) {
      events.normal(WIDGETS, widget("shop", "w" + i), "Made", "x");
    }
    assertThat(recorder.dropped()).isEqualTo(1);
  }

  @Test
  void stop_sendsWhatWaits() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      events.normal(WIDGETS, widget("shop", "w" + i), "Made", "x");
    }
    recorder.start();
    recorder.stop(Duration.ofSeconds(30));
    assertThat(created).hasSize(20);
  }

  @Test
  void longTexts_areCutBetweenCharacters() {
    EventText text =
        EventText.of(
            "expose",
            "i".repeat(200),
            WIDGETS,
            widget("shop", "n".repeat(253)).metadata(),
            "Normal",
            "R".repeat(200),
            "ä€😀".repeat(400),
            Instant.EPOCH);
    assertThat(text.note().getBytes(StandardCharsets.UTF_8).length).isEqualTo(1022);
    assertThat(text.note()).endsWith("ä€");
    assertThat(text.reason()).hasSize(128);
    assertThat(text.instance()).hasSize(128);
    assertThat(text.object(1).metadata().key().name()).hasSize(253);
  }
}
