package dev.controllerruntime.testkit.concurrent;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Clients;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.testkit.inprocess.InProcessServer;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A manager and an API server in one simulation. */
abstract class ManagerFixture {
  static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);

  final Simulation simulation = Simulation.seeded(21);
  final InProcessServer server =
      InProcessServer.start(
          ApiServer.builder().build(simulation.clock().instant(), simulation.random()), simulation);
  final SwitchedTransport transport = new SwitchedTransport(server.transport(""), simulation);

  /** What user code did, in order. */
  final List<String> seen = new ArrayList<>();

  private final List<Manager> managers = new ArrayList<>();

  @AfterEach
  void end() {
    transport.turn(SwitchedTransport.Mode.UP);
    managers.forEach(Manager::close);
    simulation.close();
  }

  Manager.Builder builder() {
    return Manager.builder().transport(transport).concurrency(simulation);
  }

  Manager built(Manager.Builder builder) {
    Manager manager = builder.build();
    managers.add(manager);
    return manager;
  }

  /** Everybody else's way to the server. */
  Client outside() {
    Transport own = server.transport("");
    Codec codec = Codec.json();
    return Clients.live(
        own, ResourceResolver.discovering(own, codec, simulation), codec, simulation);
  }

  static V1ConfigMap configMap(String name) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().namespace("default").name(name));
  }

  void create(String name) {
    outside().create(CONFIG_MAPS, configMap(name));
  }

  /** Of the ConfigMaps of the namespace default whose names do not begin with "made-". */
  Controller<Request> controller(String name, Reconciler<Request> reconciler) {
    return Controller.of(name, CONFIG_MAPS)
        .where(
            state ->
                state.metadata().key().namespace().equals("default")
                    && !state.metadata().key().name().startsWith("made-")
                    && !state.metadata().key().name().startsWith("kube-"))
        .reconcile(reconciler);
  }

  void ignoreInterruptsFor(Duration time) {
    Duration end = simulation.elapsed().plus(time);
    while (simulation.elapsed().compareTo(end) < 0) {
      try {
        simulation.sleep(end.minus(simulation.elapsed()));
      } catch (InterruptedException e) {
        seen.add("interrupt ignored");
      }
    }
  }

  static ObjectKey key(String name) {
    return new ObjectKey("default", name);
  }
}
