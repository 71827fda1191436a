package dev.controllerruntime.testkit;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.testkit.controlplane.ControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Starts the server side of a test. */
final class Backends {
  private static final Namespace NAMESPACE = Namespace.create(Backends.class);

  private Backends() {}

  /**
   * For one test method.
   *
   * @throws IllegalStateException when the ground cannot be had; one line that says why
   */
  static Backend start(Ground ground, ExtensionContext context) {
    return switch (ground) {
      case IN_JVM -> InJvmBackend.start(Seeds.of(context.getUniqueId()));
      case IN_JVM_HTTP -> HttpBackend.start();
      case CONTROL_PLANE -> shared(context).use();
      case CLUSTER -> OwnNamespaces.backend(kubeconfig());
    };
  }

  private static Path kubeconfig() {
    String named = System.getenv("KUBECONFIG");
    if (named == null || named.isBlank()) {
      throw new IllegalStateException(
          "ground "
              + Ground.CLUSTER.propertyValue()
              + ": set the environment variable KUBECONFIG to the kubeconfig of the cluster");
    }
    return Path.of(named);
  }

  /** One control plane for all tests of this JVM; the platform closes it at the end. */
  private static SharedControlPlane shared(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(
            SharedControlPlane.class, unused -> startControlPlane(), SharedControlPlane.class);
  }

  private static SharedControlPlane startControlPlane() {
    try {
      return new SharedControlPlane(ControlPlane.builder().start());
    } catch (IOException e) {
      throw new IllegalStateException(
          "ground " + Ground.CONTROL_PLANE.propertyValue() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Concurrency.system().current().interrupt();
      throw new IllegalStateException("interrupted while the control plane was starting", e);
    }
  }
}
