package example;

import dev.controllerruntime.manager.Manager;

/** Runs until SIGTERM. Of several processes one acts; another takes over when it ends. */
final class QuotaMain {
  private QuotaMain() {}

  public static void main(String[] args) {
    try (Manager manager = Manager.builder().leaderElection("quota").http(8080).build()) {
      manager.add(QuotaReconciler.controller());
      manager.run();
    }
  }
}
