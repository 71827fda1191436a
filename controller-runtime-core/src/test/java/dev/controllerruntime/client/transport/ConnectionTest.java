package dev.controllerruntime.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
  private static final String GOOD =
      """
      current-context: one
      contexts:
      - {name: one, context: {cluster: c, user: u}}
      - {name: two, context: {cluster: missing, user: u, namespace: shop}}
      - {name: three, context: {cluster: c, user: u, namespace: shop}}
      clusters: [{name: c, cluster: {server: "https://127.0.0.1:6443"}}]
      users: [{name: u, user: {token: t}}]
      """;

  @TempDir Path dir;

  private Path file(String content) throws IOException {
    return Files.writeString(dir.resolve("config"), content);
  }

  private void assertWrong(String content, String... parts) throws IOException {
    Path file = file(content);
    assertOneLine(() -> Connection.kubeconfig(file), file.toString(), parts);
  }

  private static void assertOneLine(Runnable connect, String where, String... parts) {
    assertThatThrownBy(connect::run)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(where)
        .hasMessageContainingAll(parts)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  private Connections connections(Map<String, String> env) {
    return new Connections(env::get, dir.resolve("home"), dir.resolve("sa"));
  }

  @Test
  void currentContext_orTheNamedOne_isUsed() throws Exception {
    Path file = file(GOOD);

    assertThat(Connection.kubeconfig(file).namespace()).isEqualTo("default");
    assertThat(Connection.kubeconfig(file, "three").namespace()).isEqualTo("shop");
    assertThat(Connection.kubeconfig(file).client().getBasePath())
        .isEqualTo("https://127.0.0.1:6443");
    assertThat(Connection.kubeconfig(file).source()).isEqualTo(file.toString());
  }

  @Test
  void missingFile_isToldInOneLine() {
    Path file = dir.resolve("nowhere");
    assertOneLine(() -> Connection.kubeconfig(file), file.toString(), "does not exist");
  }

  @Test
  void emptyFile_isToldInOneLine() throws Exception {
    assertWrong("  \n", "empty");
  }

  @Test
  void textThatIsNoYaml_isToldInOneLine() throws Exception {
    assertWrong("a: [b\nc: d", "YAML");
    assertWrong("just a sentence", "YAML");
    assertWrong("- a\n- list", "YAML");
  }

  @Test
  void missingCurrentContext_listsTheChoices() throws Exception {
    assertWrong(GOOD.replace("current-context: one", ""), "current-context", "one, two, three");
  }

  @Test
  void unknownContext_listsTheChoices() throws Exception {
    Path file = file(GOOD);
    assertOneLine(
        () -> Connection.kubeconfig(file, "four"), file.toString(), "four", "one, two, three");
  }

  @Test
  void contextOfAMissingCluster_listsTheChoices() throws Exception {
    Path file = file(GOOD);
    assertOneLine(
        () -> Connection.kubeconfig(file, "two"),
        file.toString(),
        "cluster missing",
        "choose one of: c");
  }

  @Test
  void contextWithoutUser_isTold() throws Exception {
    assertWrong(GOOD.replace("{cluster: c, user: u}", "{cluster: c}"), "names no user");
  }

  @Test
  void clusterWithoutServer_isTold() throws Exception {
    assertWrong(GOOD.replace("{server: \"https://127.0.0.1:6443\"}", "{}"), "no server");
    assertWrong(GOOD.replace("https://127.0.0.1:6443", "https://a b"), "no URL", "https://a b");
  }

  @Test
  void missingCaFile_isTold_withItsPath() throws Exception {
    assertWrong(
        GOOD.replace("{server:", "{certificate-authority: pki/ca.crt, server:"),
        dir.resolve("pki/ca.crt").toString());
  }

  @Test
  void brokenCa_isTold() throws Exception {
    assertWrong(
        GOOD.replace("{server:", "{certificate-authority-data: bm9wZQ==, server:"),
        "cannot be used");
  }

  @Test
  void missingClientKey_isTold_withItsPath() throws Exception {
    Files.writeString(dir.resolve("c.crt"), "x");
    assertWrong(
        GOOD.replace("{token: t}", "{client-certificate: c.crt, client-key: c.key}"),
        "client-key",
        dir.resolve("c.key").toString());
  }

  @Test
  void kubeconfigVariable_comesFirst() throws Exception {
    Path named = file(GOOD.replace("6443", "1111"));
    Path usual = Files.createDirectories(dir.resolve("home/.kube")).resolve("config");
    Files.writeString(usual, GOOD.replace("6443", "2222"));
    String paths = dir.resolve("nowhere") + java.io.File.pathSeparator + named;

    assertThat(connections(Map.of("KUBECONFIG", paths)).standard().client().getBasePath())
        .endsWith(":1111");
    assertThat(connections(Map.of()).standard().client().getBasePath()).endsWith(":2222");
  }

  @Test
  void kubeconfigVariableThatNamesNothing_isTold() {
    String nowhere = dir.resolve("nowhere").toString();
    assertOneLine(
        () -> connections(Map.of("KUBECONFIG", nowhere)).standard(), nowhere, "does not exist");
  }

  @Test
  void nothingConfigured_saysWhatToDo() {
    assertOneLine(() -> connections(Map.of()).standard(), "KUBECONFIG", "no pod");
  }

  @Test
  void pod_usesItsServiceAccount() throws Exception {
    Path account = Files.createDirectories(dir.resolve("sa"));
    Files.writeString(account.resolve("token"), "t0ken\n");
    Files.writeString(
        account.resolve("ca.crt"), TestCertificates.pem(TestCertificates.shared().ca));
    Files.writeString(account.resolve("namespace"), "controllers\n");

    Connection connection =
        connections(Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443"))
            .standard();

    assertThat(connection.client().getBasePath()).isEqualTo("https://[fd00::1]:443");
    assertThat(connection.namespace()).isEqualTo("controllers");
    assertThat(connection.source()).isEqualTo("in-cluster");
  }

  @Test
  void podWithoutToken_saysWhatToDo() {
    assertOneLine(
        () ->
            connections(
                    Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "443"))
                .standard(),
        dir.resolve("sa/token").toString(),
        "automountServiceAccountToken");
  }
}
