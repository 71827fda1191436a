package dev.controllerruntime.apiserver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ApiServerCommandTest {
  @TempDir private Path folder;
  private final StringWriter said = new StringWriter();

  @Test
  void takenPort_isOneLine_andNoKubeconfig() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Path kubeconfig = folder.resolve("kubeconfig");
      int code = run("--kubeconfig", kubeconfig.toString(), "--port", "" + taken.getLocalPort());
      assertThat(code).isEqualTo(1);
      assertThat(said.toString().lines())
          .singleElement()
          .asString()
          .startsWith("apiserver: cannot listen on 127.0.0.1:" + taken.getLocalPort());
      assertThat(kubeconfig).doesNotExist();
    }
  }

  @Test
  void unwritableKubeconfig_isOneLine_andNothingIsLeft() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    int code = run("--kubeconfig", file.resolve("kubeconfig").toString());
    assertThat(code).isEqualTo(1);
    assertThat(said.toString().lines())
        .singleElement()
        .asString()
        .startsWith("apiserver: cannot write the kubeconfig " + file.resolve("kubeconfig"));
    assertThat(folder).isDirectoryContaining(path -> path.equals(file));
  }

  @Test
  void kubeconfigThatIsAFolder_isOneLine_andTheFolderIsLeftAlone() throws Exception {
    Path inTheWay = folder.resolve("kubeconfig");
    Files.createDirectories(inTheWay.resolve("inside"));
    assertThat(run("--kubeconfig", inTheWay.toString(), "--http")).isEqualTo(1);
    assertThat(said.toString().lines()).hasSize(1);
    assertThat(said.toString()).contains("cannot write the kubeconfig");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(inTheWay);
    }
  }

  @Test
  void unwritableRequestLog_isOneLine() {
    Path log = folder.resolve("missing/log");
    assertThat(run("--kubeconfig", folder.resolve("k").toString(), "--request-log", log.toString()))
        .isEqualTo(1);
    assertThat(said.toString().lines())
        .singleElement()
        .asString()
        .contains("cannot write the request log " + log);
  }

  @Test
  void wrongPort_isWrongUsage() {
    assertThat(run("--kubeconfig", folder.resolve("k").toString(), "--port", "70000")).isEqualTo(2);
    assertThat(said.toString().lines())
        .singleElement()
        .asString()
        .contains("--port must be 0 to 65535, is 70000");
    assertThat(run()).isEqualTo(2);
    assertThat(said.toString()).contains("--kubeconfig");
  }

  @Test
  void aFurtherUser_whoseKubeconfigCannotBeWritten_isNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    int code =
        run(
            "--kubeconfig",
            folder.resolve("k").toString(),
            "--user",
            "alice=" + file.resolve("kubeconfig"));
    assertThat(code).isEqualTo(1);
    assertThat(said.toString()).contains("cannot write the kubeconfig " + file);
  }

  private int run(String... arguments) {
    said.getBuffer().setLength(0);
    CommandLine command = ApiServerCommand.commandLine();
    command.setErr(new PrintWriter(said, true));
    return command.execute(arguments);
  }
}
