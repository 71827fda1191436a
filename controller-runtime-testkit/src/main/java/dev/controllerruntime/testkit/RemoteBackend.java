package dev.controllerruntime.testkit;

import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A server behind a kubeconfig, in real time. */
final class RemoteBackend implements Backend {
  private final Ground ground;
  private final Path kubeconfig;
  private final UnaryOperator<Transport> around;
  private final Runnable atEnd;
  private final Concurrency concurrency = Concurrency.system();
  private final Pace pace = new RealPace(concurrency);

  /**
   * A server.
   *
   * @param around put around each transport
   * @param atEnd what gives the server back
   */
  RemoteBackend(Ground ground, Path kubeconfig, UnaryOperator<Transport> around, Runnable atEnd) {
    this.ground = ground;
    this.kubeconfig = kubeconfig;
    this.around = around;
    this.atEnd = atEnd;
  }

  @Override
  public Ground ground() {
    return ground;
  }

  @Override
  public Concurrency concurrency() {
    return concurrency;
  }

  @Override
  public Pace pace() {
    return pace;
  }

  @Override
  public Transport connect() {
    return around.apply(Transport.http(Connection.kubeconfig(kubeconfig).client(), concurrency));
  }

  @Override
  public Optional<Path> kubeconfig() {
    return Optional.of(kubeconfig);
  }

  @Override
  public String diagnosis() {
    return "";
  }

  @Override
  public void close() {
    atEnd.run();
  }
}
