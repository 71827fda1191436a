package dev.controllerruntime.demo;

import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.samples.Narrator;
import dev.controllerruntime.samples.configmap.ConfigMapController;
import dev.controllerruntime.samples.configmap.ConfigMapSettings;
import dev.controllerruntime.samples.expose.ExposeController;
import dev.controllerruntime.samples.expose.ExposeSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Both sample controllers, each in a manager of its own under leader election, as in production.
 */
final class Controllers implements AutoCloseable {
  private static final Map<String, String> EXPOSE = Map.of("domain", "demo.example.com");

  private final List<Manager> managers = new ArrayList<>();

  private Controllers() {}

  static Controllers start(Path kubeconfig, Narrator narrator) {
    Controllers controllers = new Controllers();
    try {
      controllers.start(
          kubeconfig,
          "samples-expose",
          ExposeController.create(ExposeSettings.parse(EXPOSE), "default", narrator));
      controllers.start(
          kubeconfig,
          "samples-configmap",
          ConfigMapController.controller(
              ConfigMapSettings.in("default"), Concurrency.system().random(), narrator));
      return controllers;
    } catch (RuntimeException e) {
      controllers.close();
      throw e;
    }
  }

  private void start(Path kubeconfig, String lease, Controller<?> controller) {
    Manager manager =
        Manager.builder()
            .connection(Connection.kubeconfig(kubeconfig))
            .leaderElection(lease)
            .build();
    managers.add(manager);
    manager.add(controller);
    manager.start();
  }

  @Override
  public void close() {
    managers.forEach(Manager::close);
  }
}
