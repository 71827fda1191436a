package dev.controllerruntime.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.concurrent.Timers.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimersTest {
  private final TurnTaking time = new TurnTaking();
  private final Timers timers = Timers.start(time, "timers");
  private final List<String> ran = new ArrayList<>();

  private Timer after(long millis, String what) {
    return timers.after(Duration.ofMillis(millis), () -> ran.add(what));
  }

  private void pass(long millis) {
    time.pass(Duration.ofMillis(millis));
  }

  @Test
  void actions_runWhenDue_inTheOrderOfTheirTimes() {
    after(300, "late");
    after(100, "early");
    after(200, "middle");
    pass(99);
    assertThat(ran).isEmpty();
    pass(1);
    assertThat(ran).containsExactly("early");
    pass(500);
    assertThat(ran).containsExactly("early", "middle", "late");
  }

  @Test
  void actionsOfOneTime_runInTheOrderOfScheduling_andPastOnesAtOnce() {
    after(100, "one");
    after(100, "two");
    after(-5, "at once");
    time.settle();
    assertThat(ran).containsExactly("at once");
    pass(100);
    assertThat(ran).containsExactly("at once", "one", "two");
  }

  @Test
  void cancelledAction_doesNotRun_andTellsWhetherItWasInTime() {
    Timer cancelled = after(100, "cancelled");
    Timer runs = after(100, "runs");
    assertThat(cancelled.cancel()).isTrue();
    assertThat(cancelled.cancel()).isFalse();
    pass(100);
    assertThat(ran).containsExactly("runs");
    assertThat(runs.cancel()).isFalse();
  }

  @Test
  void earlierAction_overtakesTheOneThatIsWaitedFor() {
    after(1_000, "late");
    time.settle();
    after(10, "early");
    pass(10);
    assertThat(ran).containsExactly("early");
  }

  @Test
  void actionThatThrows_stopsNoOther() {
    timers.after(
        Duration.ofMillis(10),
        () -> {
          throw new StackOverflowError("a bad action");
        });
    after(20, "good");
    pass(20);
    assertThat(ran).containsExactly("good");
  }

  @Test
  void action_maySchedule() {
    timers.after(Duration.ofMillis(10), () -> after(10, "second"));
    pass(20);
    assertThat(ran).containsExactly("second");
  }

  @Test
  void closedTimers_forgetEverything_andRefuseMore() {
    after(10, "never");
    timers.close();
    timers.close();
    pass(100);
    assertThat(ran).isEmpty();
    assertThatThrownBy(() -> after(1, "more")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void longestDelay_isNoOverflow() {
    timers.after(Duration.ofSeconds(Long.MAX_VALUE), () -> ran.add("never"));
    after(10, "soon");
    pass(10);
    assertThat(ran).containsExactly("soon");
  }
}
