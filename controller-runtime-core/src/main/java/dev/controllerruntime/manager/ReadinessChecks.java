package dev.controllerruntime.manager;

import dev.controllerruntime.leaderelection.LeaderElection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code /readyz} asks: the manager, its lease, each controller, and the user's checks. */
final class ReadinessChecks {
  private final ManagerOptions options;
  private final Parts parts;
  private final RuntimeManager manager;

  ReadinessChecks(ManagerOptions options, Parts parts, RuntimeManager manager) {
    this.options = options;
    this.parts = parts;
    this.manager = manager;
  }

  List<HealthChecks.Check> checks() {
    List<HealthChecks.Check> checks = new ArrayList<>();
    checks.add(new HealthChecks.Check("manager", this::manager));
    LeaderElection election = parts.election();
    if (election != null) {
      checks.add(new HealthChecks.Check("lease", () -> lease(election)));
    }
    for (ControllerRuntime<?> each : manager.runtimes()) {
      checks.add(new HealthChecks.Check("controller-" + each.name(), each::notReady));
    }
    checks.addAll(options.readiness());
    return checks;
  }

  private Optional<String> manager() {
    return switch (manager.state()) {
      case BUILT -> Optional.of("not started yet");
      case STARTED -> Optional.empty();
      case STOPPING, STOPPED -> Optional.of("stopping");
    };
  }

  private Optional<String> lease(LeaderElection election) {
    if (!election.failure().isEmpty()) {
      return Optional.of(election.failure());
    }
    if (options.readyOnlyWhenLeading() && !election.leading()) {
      String holder = election.holder();
      return Optional.of(
          holder.isEmpty() ? "nobody leads yet" : "standing by: " + holder + " leads");
    }
    return Optional.empty();
  }
}
