package dev.controllerruntime.apiserver.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  void plainHttp_letsInWhoSendsNoToken() throws Exception {
    assertThat(statusWithoutToken("--http")).isEqualTo(200);
    assertThat(statusWithoutToken("--http", "--user", "jane=" + folder.resolve("jane")))
        .isEqualTo(200);
    assertThat(folder.resolve("jane")).isNotEmptyFile();
  }

  private int statusWithoutToken(String... options) throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig-of-" + options.length);
    List<String> arguments = new ArrayList<>(List.of("--kubeconfig", kubeconfig.toString()));
    arguments.addAll(List.of(options));
    said.getBuffer().setLength(0);
    Thread server = new Thread(() -> run(arguments.toArray(new String[0])), "server");
    server.start();
    try {
      await().atMost(Duration.ofSeconds(30)).until(() -> said.toString().contains("ready: "));
      String url =
          Files.readString(kubeconfig)
              .lines()
              .filter(line -> line.contains("server: "))
              .map(line -> line.substring(line.indexOf("http")))
              .findFirst()
              .orElseThrow();
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(url + "/api/v1/namespaces")).build(),
              BodyHandlers.discarding())
          .statusCode();
    } finally {
      server.interrupt();
      server.join(30_000);
    }
  }

  @Test
  void wrongPort_isWrongUsage() {
    assertThat(run("--kubeconfig", folder.resolve("k").toString(), "--port", "70000")).isEqualTo(2);
    assertThat(said.toString().lines())
        .singleElement()
        .asString()
        .contains("--port must be 0 to 65535, is 70000");
    said.getBuffer().setLength(0);
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
    CommandLine command = ApiServerCommand.commandLine();
    command.setErr(new PrintWriter(said, true));
    command.setOut(new PrintWriter(said, true));
    return command.execute(arguments);
  }
}
