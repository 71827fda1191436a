package dev.controllerruntime.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.controllerruntime.controller.ControllerLoop;
import dev.controllerruntime.controller.RunListener.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class QueueAndWorkersSimulationTest {
  private static final long SEED = 42;

  private final Logger logger = (Logger) LoggerFactory.getLogger(ControllerLoop.class);

  @BeforeEach
  void failuresAreWanted_andNotWorthALine() {
    logger.setLevel(Level.OFF);
  }

  @AfterEach
  void restoreLogging() {
    logger.setLevel(null);
  }

  @ParameterizedTest
  @ValueSource(longs = {SEED, 1, 2, 3})
  void everyKey_endsReconciled_andIsNeverWithTwoWorkers(long seed) throws Exception {
    QueueAndWorkers.Outcome outcome = QueueAndWorkers.run(seed);

    assertThat(outcome.overlaps()).isEmpty();
    assertThat(outcome.stale()).isEmpty();
    assertThat(outcome.lowestDepth()).isNotNegative();
    // The run is only worth something if all that may happen did happen.
    assertThat(outcome.results())
        .containsOnlyKeys(RunResult.SUCCESS, RunResult.REQUEUE_AFTER, RunResult.ERROR);
    assertThat(outcome.results().values().stream().mapToInt(count -> count).sum())
        .isGreaterThan(1000);
    assertThat(outcome.timedOut()).isPositive();
  }

  @Test
  void sameSeed_givesTheSameTrace_byteForByte() throws Exception {
    QueueAndWorkers.Outcome first = QueueAndWorkers.run(SEED);
    QueueAndWorkers.Outcome second = QueueAndWorkers.run(SEED);

    assertThat(first.lines()).isGreaterThanOrEqualTo(10_000);
    assertThat(first.trace()).hasSize(Math.toIntExact(first.lines()));
    assertThat(second.trace()).isEqualTo(first.trace());
    assertThat(second.sha256()).isEqualTo(first.sha256());
  }

  @Test
  void otherSeed_givesAnotherTrace() throws Exception {
    assertThat(QueueAndWorkers.run(SEED + 1).sha256())
        .isNotEqualTo(QueueAndWorkers.run(SEED).sha256());
  }

  @Test
  void trace_isTheRecordedOne_onEveryJdk() throws Exception {
    assertThat(QueueAndWorkers.run(SEED).sha256())
        .as(
            "SHA-256 of the trace of seed %s. A change of queue, workers or scheduler changes it;"
                + " then compare the output of QueueAndWorkers.main between the two JDKs, and"
                + " record the new value in queue-and-workers.sha256",
            SEED)
        .isEqualTo(recorded());
  }

  private static String recorded() throws IOException {
    try (InputStream in =
        QueueAndWorkersSimulationTest.class.getResourceAsStream("queue-and-workers.sha256")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
