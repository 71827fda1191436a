package dev.controllerruntime.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.client.transport.ConfigurationException;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.leaderelection.LeaderElectionOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class ManagerBuilderTest {
  private final Transport transport = Mockito.mock(Transport.class);

  @Test
  void allFaults_areToldAtOnce() {
    assertThatThrownBy(
            () ->
                Manager.builder()
                    .kubeconfig(Path.of("/nowhere/config"))
                    .namespace("My_Namespace")
                    .identity("")
                    .leaderElection("Upper")
                    .http(70_000)
                    .gracefulTimeout(Duration.ofSeconds(-1))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "/nowhere/config", "My_Namespace", "Upper", "identity", "70000", "gracefulTimeout");
  }

  @Test
  void missingKubeconfigAlone_isOneLineThatNamesTheFile() {
    assertThatThrownBy(() -> Manager.builder().kubeconfig(Path.of("/nowhere/config")).build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("/nowhere/config")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void leaderElectionTwice_isAFault() {
    assertThatThrownBy(
            () ->
                Manager.builder()
                    .transport(transport)
                    .leaderElection("a")
                    .leaderElection(LeaderElectionOptions.builder("n", "b", "me").build())
                    .build())
        .hasMessageContaining("leader election is given twice");
  }

  @Test
  void readyOnlyWhenLeading_withoutElection_isAFault() {
    assertThatThrownBy(
            () -> Manager.builder().transport(transport).readyOnlyWhenLeading(true).build())
        .hasMessageContaining("readyOnlyWhenLeading needs leaderElection");
  }

  @Test
  void builtManager_isNotReadyAndSendsNothing_andCanBeClosedUnstarted() {
    Mockito.when(transport.server()).thenReturn("memory");
    try (Manager manager = Manager.builder().transport(transport).build()) {
      assertThat(manager.notReady())
          .hasValueSatisfying(why -> assertThat(why).contains("not started"));
      assertThat(manager.leading()).isFalse();
    }
    Mockito.verify(transport, Mockito.atLeast(0)).server();
    Mockito.verifyNoMoreInteractions(transport);
  }
}
