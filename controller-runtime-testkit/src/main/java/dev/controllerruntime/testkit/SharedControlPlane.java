package dev.controllerruntime.testkit;

import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.testkit.controlplane.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** The control plane that the tests of one JVM use one after the other. */
final class SharedControlPlane implements AutoCloseable {
  private final ControlPlane plane;
  private final Path kubeconfig;
  private final Transport transport;
  private final Leftovers leftovers;

  SharedControlPlane(ControlPlane plane) {
    this.plane = plane;
    try {
      this.kubeconfig = Files.createTempFile("control-plane", ".kubeconfig");
      Files.writeString(kubeconfig, plane.kubeconfig());
    } catch (IOException e) {
      plane.close();
      throw new UncheckedIOException("cannot write the control plane's kubeconfig", e);
    }
    Concurrency concurrency = Concurrency.system();
    this.transport = Transport.http(Connection.kubeconfig(kubeconfig).client(), concurrency);
    this.leftovers = new Leftovers(transport, concurrency);
    leftovers.remember();
  }

  /** For one test. */
  Backend use() {
    return new RemoteBackend(
        Ground.CONTROL_PLANE, kubeconfig, UnaryOperator.identity(), leftovers::remove);
  }

  @Override
  public void close() {
    transport.close();
    try {
      Files.deleteIfExists(kubeconfig);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + kubeconfig, e);
    } finally {
      plane.close();
    }
  }
}
