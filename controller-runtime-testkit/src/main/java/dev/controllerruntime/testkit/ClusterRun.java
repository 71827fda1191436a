package dev.controllerruntime.testkit;

import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.manager.Quiescence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One manager of a test. */
final class ClusterRun implements TestCluster.Run {
  private final LiveTestCluster cluster;
  private final Manager manager;
  private final Transport transport;
  private final Failures failures;
  private boolean stopped;

  ClusterRun(LiveTestCluster cluster, Manager manager, Transport transport, Failures failures) {
    this.cluster = cluster;
    this.manager = manager;
    this.transport = transport;
    this.failures = failures;
  }

  /** What workers tell. */
  static final class Failures {
    private final Monitor monitor;
    private final List<ReconcileFailure> all = new ArrayList<>();

    Failures(Concurrency concurrency) {
      this.monitor = concurrency.monitor();
    }

    void add(String controller, Object request, Throwable cause) {
      monitor.lock();
      try {
        all.add(new ReconcileFailure(controller, request, cause));
      } finally {
        monitor.unlock();
      }
    }

    List<ReconcileFailure> all() {
      monitor.lock();
      try {
        return List.copyOf(all);
      } finally {
        monitor.unlock();
      }
    }
  }

  boolean running() {
    return !stopped;
  }

  Quiescence quiescence() {
    return Quiescence.of(manager);
  }

  @Override
  public TestCluster.Run untilQuiet() {
    cluster.waiting().untilQuiet();
    return this;
  }

  @Override
  public TestCluster.Run advance(Duration virtual) {
    cluster.waiting().advance(virtual);
    return this;
  }

  @Override
  public TestCluster.Run untilQuietWithin(Duration time) {
    cluster.waiting().untilQuietWithin(time);
    return this;
  }

  @Override
  public List<ReconcileFailure> failures() {
    return failures.all();
  }

  @Override
  public Manager manager() {
    return manager;
  }

  @Override
  public void stop() {
    if (!stopped) {
      stopped = true;
      try {
        manager.stop();
      } finally {
        transport.close();
      }
    }
  }

  @Override
  public void crash() {
    transport.close();
    stop();
  }

  @Override
  public void close() {
    stop();
  }
}
