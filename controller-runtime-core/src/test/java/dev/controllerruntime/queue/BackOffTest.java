package dev.controllerruntime.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackOffTest {
  /** No jitter is taken away: the whole delay. */
  private static final RandomGenerator MOST =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          return 0;
        }

        @Override
        public long nextLong(long bound) {
          return bound - 1;
        }
      };

  @Test
  void delays_doubleFromFiveMilliseconds_toAThousandSeconds_forEver() {
    BackOff backOff = BackOff.DEFAULT;

    assertThat(backOff.delay(1, MOST)).isEqualTo(Duration.ofMillis(5));
    assertThat(backOff.delay(2, MOST)).isEqualTo(Duration.ofMillis(10));
    assertThat(backOff.delay(11, MOST)).isEqualTo(Duration.ofMillis(5120));
    assertThat(backOff.delay(18, MOST)).isEqualTo(Duration.ofMillis(655_360));
    assertThat(backOff.delay(19, MOST)).isEqualTo(Duration.ofSeconds(1000));
    assertThat(backOff.delay(Integer.MAX_VALUE, MOST)).isEqualTo(Duration.ofSeconds(1000));
  }

  @Test
  void jitter_takesAtMostHalf_andSpreadsKeysThatFailedTogether() {
    RandomGenerator random = new SplittableRandom(1);
    Duration whole = Duration.ofMillis(5120);

    assertThat(random.ints(1000).mapToObj(unused -> BackOff.DEFAULT.delay(11, random)).distinct())
        .hasSizeGreaterThan(990)
        .allSatisfy(delay -> assertThat(delay).isBetween(whole.dividedBy(2), whole));
  }

  @Test
  void limitOfCenturies_isReachedWithoutOverflow() {
    Duration longest = Duration.ofDays(365L * 250);
    BackOff backOff = new BackOff(Duration.ofDays(365L * 100), longest);

    assertThat(backOff.delay(2, MOST)).isEqualTo(Duration.ofDays(365L * 200));
    assertThat(backOff.delay(3, MOST)).isEqualTo(longest);
    assertThat(backOff.delay(100, MOST)).isEqualTo(longest);
  }

  @Test
  void wrongRange_isRefused() {
    assertThatThrownBy(() -> new BackOff(Duration.ZERO, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BackOff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BackOff.DEFAULT.delay(0, MOST))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
