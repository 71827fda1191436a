package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Stable;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.Config;
import java.nio.file.Path;

/**
 * How to reach an API server: address, TLS, credentials, and the namespace that goes with them.
 *
 * <p>Every way of making one throws {@link ConfigurationException}, whose message is one line:
 * what, where, and what to do.
 *
 * @param client carries address, TLS settings and credentials
 * @param namespace of the kubeconfig's context, or of the pod's service account; {@code default}
 *     where neither says one
 * @param source where it was read from, for messages: a file, or {@code in-cluster}
 * @since 0.1.0
 */
@Stable
public record Connection(ApiClient client, String namespace, String source) {
  /**
   * The usual order: the file that {@code KUBECONFIG} names, {@code ~/.kube/config} if it exists,
   * the service account of the pod. Of several files in {@code KUBECONFIG} the first that exists
   * counts; they are not merged.
   */
  public static Connection standard() {
    return new Connections(System::getenv, home(), Path.of(Config.SERVICEACCOUNT_ROOT)).standard();
  }

  /** The current context of a kubeconfig file. */
  public static Connection kubeconfig(Path file) {
    return kubeconfig(file, "");
  }

  /**
   * A context of a kubeconfig file.
   *
   * @param context empty for its current one
   */
  public static Connection kubeconfig(Path file, String context) {
    return new KubeconfigFile(file).connect(context);
  }

  /** The service account of the pod this process runs in. */
  public static Connection inCluster() {
    return new Connections(System::getenv, home(), Path.of(Config.SERVICEACCOUNT_ROOT)).inCluster();
  }

  private static Path home() {
    String home = System.getenv("HOME");
    return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home", "") : home);
  }
}
