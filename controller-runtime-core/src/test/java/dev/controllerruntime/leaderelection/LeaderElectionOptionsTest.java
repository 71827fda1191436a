package dev.controllerruntime.leaderelection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaderElectionOptionsTest {
  @Test
  void defaults_areThoseOfClientGo() {
    LeaderElectionOptions options = LeaderElectionOptions.builder("shop", "web", "pod-1").build();
    assertThat(options.leaseDuration()).isEqualTo(Duration.ofSeconds(15));
    assertThat(options.renewDeadline()).isEqualTo(Duration.ofSeconds(10));
    assertThat(options.retryPeriod()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void allFaults_areToldAtOnce() {
    assertThatThrownBy(
            () ->
                LeaderElectionOptions.builder("Shop", "", "me \"x\"")
                    .leaseDuration(Duration.ofMillis(1500))
                    .renewDeadline(Duration.ofSeconds(2))
                    .retryPeriod(Duration.ofSeconds(2))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "'Shop'",
            "'' is no name of a Lease",
            "identity",
            "whole seconds",
            "shorter than leaseDuration",
            "longer than 1.2");
  }

  @Test
  void toBuilder_keepsTheValues() {
    LeaderElectionOptions options =
        LeaderElectionOptions.builder("shop", "web", "pod-1")
            .leaseDuration(Duration.ofSeconds(30))
            .build()
            .toBuilder()
            .retryPeriod(Duration.ofSeconds(1))
            .build();
    assertThat(options.leaseDuration()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.retryPeriod()).isEqualTo(Duration.ofSeconds(1));
  }
}
