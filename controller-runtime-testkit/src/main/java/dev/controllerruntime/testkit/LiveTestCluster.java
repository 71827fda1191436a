package dev.controllerruntime.testkit;

import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Clients;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A cluster of one test, on any ground. */
final class LiveTestCluster implements TestCluster, AutoCloseable {
  private static final String FIELD_MANAGER = "controller-test";

  private final Backend backend;
  private final Transport transport;
  private final ResourceResolver resources;
  private final Client client;
  private final Mutations mutations;
  private final Waiting waiting;
  private final Manifests manifests;
  private final List<ClusterRun> runs = new ArrayList<>();

  LiveTestCluster(Backend backend, Class<?> testClass) {
    this.backend = backend;
    this.transport = backend.connect();
    Codec codec = Codec.json();
    this.resources = ResourceResolver.discovering(transport, codec, backend.concurrency());
    this.client =
        Clients.live(transport, resources, codec, backend.concurrency())
            .withFieldManager(FIELD_MANAGER);
    this.mutations = new Mutations(backend.concurrency());
    this.waiting = new Waiting(this, backend.pace());
    this.manifests = new Manifests(testClass);
  }

  @Override
  public Ground ground() {
    return backend.ground();
  }

  @Override
  public Client client() {
    return client;
  }

  @Override
  public void apply(String classPathResource) {
    Applier applier = applier();
    manifests.read(classPathResource).forEach(applier::apply);
  }

  @Override
  public void define(Class<?> resource) {
    applier().define(resource);
  }

  private Applier applier() {
    return new Applier(client, resources, backend.concurrency(), waiting);
  }

  @Override
  public Run run(Controller<?>... controllers) {
    return run(options -> {}, controllers);
  }

  @Override
  public Run run(Consumer<Manager.Builder> options, Controller<?>... controllers) {
    Transport own = backend.connect();
    ClusterRun.Failures failures = new ClusterRun.Failures(backend.concurrency());
    Manager.Builder builder =
        Manager.builder()
            .transport(own)
            .concurrency(backend.concurrency())
            .cacheObserver(mutations)
            .runObserver(failures::add)
            .namespace(backend.namespace())
            .identity("manager-" + (runs.size() + 1));
    options.accept(builder);
    Manager manager = builder.build();
    ClusterRun run = new ClusterRun(this, manager, own, failures);
    runs.add(run);
    for (Controller<?> each : controllers) {
      manager.add(each);
    }
    manager.start();
    return run;
  }

  @Override
  public void eventually(Duration within, Runnable assertions) {
    waiting.eventually(within, assertions);
  }

  @Override
  public Path kubeconfig() {
    return backend
        .kubeconfig()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "ground "
                        + ground().propertyValue()
                        + " has no address, so no kubeconfig: run with -D"
                        + Ground.PROPERTY
                        + "="
                        + Ground.IN_JVM_HTTP.propertyValue()));
  }

  Waiting waiting() {
    return waiting;
  }

  Mutations mutations() {
    return mutations;
  }

  List<ClusterRun> running() {
    return runs.stream().filter(ClusterRun::running).toList();
  }

  /** Of all runs. */
  List<ReconcileFailure> failures() {
    return runs.stream().flatMap(run -> run.failures().stream()).toList();
  }

  /** See {@link Backend#diagnosis()}. */
  String diagnosis() {
    return backend.diagnosis();
  }

  /** Stops what runs, last started first, and gives the cluster back. */
  @Override
  public void close() {
    try {
      for (int i = runs.size() - 1; i >= 0; i--) {
        runs.get(i).stop();
      }
      transport.close();
      mutations.check();
    } finally {
      backend.close();
    }
  }
}
