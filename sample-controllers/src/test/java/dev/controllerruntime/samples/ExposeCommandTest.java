package dev.controllerruntime.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.samples.expose.ExposeSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ExposeCommandTest {
  private final CommandLine command = Samples.commandLine();
  private final StringWriter told = new StringWriter();

  @Test
  void everySetting_isAnOption() {
    CommandLine expose = Objects.requireNonNull(command.getSubcommands().get("expose"));
    assertThat(expose.getCommandSpec().optionsMap().keySet())
        .containsAll(ExposeSettings.KEYS.keySet().stream().map(key -> "--" + key).toList());
    assertThat(expose.getUsageMessage()).contains("--tls-acme", "--watch-namespaces", "--domain");
  }

  @Test
  void wrongFlags_areToldInOneLine_withTheirKeys(@TempDir Path folder) throws Exception {
    Path kubeconfig = Files.writeString(folder.resolve("config"), KUBECONFIG);
    command.setErr(new PrintWriter(told, true));
    int code =
        command.execute(
            "expose", "--kubeconfig", kubeconfig.toString(), "--domain=a_b", "--tls-acme=maybe");
    assertThat(code).isEqualTo(1);
    assertThat(told.toString().strip())
        .startsWith("samples: ")
        .contains("domain: ", "a_b", "tls-acme: \"maybe\"")
        .doesNotContain("\n");
  }

  private static final String KUBECONFIG =
      """
      apiVersion: v1
      kind: Config
      current-context: test
      clusters: [{name: test, cluster: {server: "http://127.0.0.1:1"}}]
      users: [{name: test, user: {}}]
      contexts: [{name: test, context: {cluster: test, user: test}}]
      """;
}
