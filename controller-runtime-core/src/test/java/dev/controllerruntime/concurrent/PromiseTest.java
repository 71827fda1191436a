package dev.controllerruntime.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class PromiseTest {
  private final TurnTaking time = new TurnTaking();
  private final Promise<String> promise = new Promise<>(time);

  @Test
  void value_isGivenToThoseWhoWaitAndWhoComeLater() throws Exception {
    time.start(
        "setter",
        ThreadKind.WORKER,
        () -> {
          try {
            time.sleep(Duration.ofSeconds(3));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          promise.complete("done");
        });
    assertThat(promise.settled()).isFalse();
    assertThat(promise.get(Duration.ofSeconds(10))).isEqualTo("done");
    assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(3).toNanos());
    assertThat(promise.get(Duration.ZERO)).isEqualTo("done");
    assertThat(promise.settled()).isTrue();
  }

  @Test
  void firstSettlement_counts() throws Exception {
    assertThat(promise.complete("first")).isTrue();
    assertThat(promise.complete("second")).isFalse();
    assertThat(promise.fail(new IllegalStateException("too late"))).isFalse();
    assertThat(promise.get(Duration.ZERO)).isEqualTo("first");
  }

  @Test
  void failure_isTheCauseOfWhatIsThrown() {
    promise.fail(new IllegalStateException("no value"));
    assertThatThrownBy(() -> promise.get(Duration.ofSeconds(1)))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("no value");
  }

  @Test
  void wait_endsAfterItsTime() {
    assertThatThrownBy(() -> promise.get(Duration.ofSeconds(5)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("PT5S");
    assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void interrupt_endsTheWait() {
    List<String> ended = new ArrayList<>();
    Task waiter =
        time.start(
            "waiter",
            ThreadKind.WORKER,
            () -> {
              try {
                promise.get(Duration.ofDays(1));
              } catch (InterruptedException e) {
                ended.add("interrupted");
              } catch (ExecutionException | TimeoutException e) {
                throw new AssertionError(e);
              }
            });
    time.settle();
    waiter.interrupt();
    time.settle();
    assertThat(ended).containsExactly("interrupted");
  }
}
