package dev.controllerruntime.manager;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Named checks and what they say together. Thread-safe. */
final class HealthChecks {
  private static final Logger LOG = LoggerFactory.getLogger(HealthChecks.class);

  /** One check: empty when all is well, else the reason in one line. Must not block. */
  record Check(String name, Supplier<Optional<String>> reason) {}

  /** What one check said. */
  record Outcome(String name, Optional<String> reason) {}

  private final Supplier<List<Check>> checks;

  HealthChecks(Supplier<List<Check>> checks) {
    this.checks = checks;
  }

  List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>();
    for (Check check : checks.get()) {
      outcomes.add(new Outcome(check.name(), ask(check)));
    }
    return outcomes;
  }

  /** All reasons in one text; empty when all is well. */
  Optional<String> failing() {
    List<String> reasons = new ArrayList<>();
    for (Outcome outcome : outcomes()) {
      outcome.reason().ifPresent(reason -> reasons.add(outcome.name() + ": " + reason));
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  private static Optional<String> ask(Check check) {
    try {
      return check.reason().get();
    } catch (RuntimeException e) {
      LOG.warn("Health check {} failed itself", check.name(), e);
      return Optional.of("the check itself failed: " + e);
    }
  }
}
