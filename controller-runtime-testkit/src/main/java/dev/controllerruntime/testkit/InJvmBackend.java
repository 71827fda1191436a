package dev.controllerruntime.testkit;

import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.testkit.concurrent.Simulation;
import dev.controllerruntime.testkit.inprocess.InProcessServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An API server in memory, and everything around it, as one simulation. */
final class InJvmBackend implements Backend {
  private static final long MAX_STEPS = 20_000_000;
  private static final int TRACE_LINES = 2_000;
  private static final int SHOWN_LINES = 40;

  private final Simulation simulation;
  private final InProcessServer server;
  private final Pace pace;

  private InJvmBackend(Simulation simulation) {
    this.simulation = simulation;
    ApiServer engine = ApiServer.builder().build(simulation.clock().instant(), simulation.random());
    this.server = InProcessServer.start(engine, simulation);
    this.pace = new VirtualPace(simulation);
  }

  /** The calling thread becomes the main thread. */
  static InJvmBackend start(long seed) {
    return new InJvmBackend(
        Simulation.builder().seed(seed).maxSteps(MAX_STEPS).traceLines(TRACE_LINES).build());
  }

  @Override
  public Ground ground() {
    return Ground.IN_JVM;
  }

  @Override
  public Concurrency concurrency() {
    return simulation;
  }

  @Override
  public Pace pace() {
    return pace;
  }

  @Override
  public Transport connect() {
    return server.transport("");
  }

  @Override
  public Optional<Path> kubeconfig() {
    return Optional.empty();
  }

  @Override
  public String diagnosis() {
    List<String> trace = simulation.trace();
    List<String> end = trace.subList(Math.max(0, trace.size() - SHOWN_LINES), trace.size());
    return "repeat it with -D"
        + Seeds.PROPERTY
        + "="
        + simulation.seed()
        + "; the last "
        + end.size()
        + " of "
        + simulation.traceCount()
        + " lines of its trace:\n  "
        + String.join("\n  ", end);
  }

  /** Identifies the run so far. */
  String trace() {
    return simulation.traceSha256();
  }

  @Override
  public void close() {
    simulation.close();
  }
}
