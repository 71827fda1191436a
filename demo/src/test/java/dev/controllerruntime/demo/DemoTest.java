package dev.controllerruntime.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  @Test
  void once_endsWithCode0_whenAllHasConverged(@TempDir Path folder) {
    Path kubeconfig = folder.resolve("kubeconfig");
    int code = Demo.commandLine().execute("--once", "--kubeconfig", kubeconfig.toString());
    assertThat(code).isZero();
    assertThat(kubeconfig).exists();
  }

  @Test
  void aKubeconfigThatCannotBeWritten_endsWithCode1(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    int code = Demo.commandLine().execute("--once", "--kubeconfig", file.resolve("x").toString());
    assertThat(code).isEqualTo(1);
  }
}
