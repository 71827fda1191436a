package dev.controllerruntime.client.transport;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.credentials.TokenFileAuthentication;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds the connection of a process.
 *
 * @param env environment variables by name
 * @param home the user's home directory
 * @param serviceAccount where a pod finds its token, CA and namespace
 */
record Connections(UnaryOperator<@Nullable String> env, Path home, Path serviceAccount) {
  private static final String KUBECONFIG = "KUBECONFIG";
  private static final String HOST = "KUBERNETES_SERVICE_HOST";
  private static final String PORT = "KUBERNETES_SERVICE_PORT";

  Connection standard() {
    String named = value(KUBECONFIG);
    if (!named.isEmpty()) {
      return new KubeconfigFile(firstOf(named)).connect("");
    }
    Path usual = home.resolve(".kube").resolve("config");
    if (Files.exists(usual)) {
      return new KubeconfigFile(usual).connect("");
    }
    if (!value(HOST).isEmpty() || Files.exists(serviceAccount.resolve("token"))) {
      return inCluster();
    }
    throw new ConfigurationException(
        "no connection to a cluster is configured: KUBECONFIG is not set, "
            + usual
            + " does not exist, and this is no pod; set KUBECONFIG or name a kubeconfig file");
  }

  private static Path firstOf(String paths) {
    for (String path : paths.split(File.pathSeparator)) {
      if (!path.isBlank() && Files.exists(Path.of(path))) {
        return Path.of(path);
      }
    }
    throw new ConfigurationException(
        "KUBECONFIG names " + paths + ", which does not exist; correct or unset it");
  }

  Connection inCluster() {
    String host = value(HOST);
    String port = value(PORT);
    if (host.isEmpty() || port.isEmpty()) {
      throw new ConfigurationException(
          HOST + " and " + PORT + " are not both set, so this is no pod; name a kubeconfig file");
    }
    Path token = serviceAccount.resolve("token");
    Path ca = serviceAccount.resolve("ca.crt");
    String server = "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    if (text(token, "the service account's token").isEmpty()) {
      throw new ConfigurationException("the service account's token " + token + " is empty");
    }
    text(ca, "the cluster's CA");
    try {
      ApiClient client =
          new ClientBuilder()
              .setBasePath(server)
              .setCertificateAuthority(Files.readAllBytes(ca))
              .setAuthentication(new TokenFileAuthentication(token.toString()))
              .build();
      return new Connection(KubeconfigFile.named(client), namespace(), "in-cluster");
    } catch (IOException | RuntimeException e) {
      throw new ConfigurationException(
          "the service account in " + serviceAccount + " cannot be used: " + FailureText.of(e), e);
    }
  }

  private String namespace() {
    Path file = serviceAccount.resolve("namespace");
    String said = Files.exists(file) ? text(file, "the pod's namespace") : "";
    return said.isEmpty() ? KubeconfigFile.DEFAULT_NAMESPACE : said;
  }

  private static String text(Path file, String what) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new ConfigurationException(
          what
              + " cannot be read from "
              + file
              + "; is automountServiceAccountToken switched off for the pod?",
          e);
    }
  }

  private String value(String name) {
    String value = env.apply(name);
    return value == null ? "" : value.strip();
  }
}
