package dev.controllerruntime.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.apiserver.ServerRequest;
import dev.controllerruntime.apiserver.User;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class EngineTimerTest {
  private final InstantSource clock = InstantSource.system();
  private final Random random = new Random(1);
  private final ApiServer engine =
      ApiServer.builder().anonymous(User.admin()).build(clock.instant(), random);
  private final CountDownLatch ended = new CountDownLatch(1);

  @Test
  void recheck_justBeforeTheTimerWaits_isNotLost() throws Exception {
    engine.wakeUp(clock.instant(), random);
    try (EngineTimer timer = new EngineTimer(engine, clock, random)) {
      synchronized (timer.lock) {
        timer.start();
        Awaitility.await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> timer.thread.getState() == Thread.State.BLOCKED);
        engine.handle(
            ServerRequest.of("GET", "/api/v1/configmaps?watch=1&timeoutSeconds=1", Map.of()),
            clock.instant(),
            random,
            new Ended());
        timer.recheck();
      }
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private final class Ended implements Exchange {
    @Override
    public void head(int status, Map<String, String> headers) {
      assertThat(status).isEqualTo(200);
    }

    @Override
    public void frame(byte[] bytes) {
      throw new AssertionError("nothing to tell");
    }

    @Override
    public void end() {
      ended.countDown();
    }
  }
}
