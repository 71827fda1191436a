package dev.controllerruntime.testkit;

import dev.controllerruntime.testkit.concurrent.Simulation;
import java.time.Duration;

/** Virtual time: what can be done now is done at once, and only time changes what is left. */
final class VirtualPace implements Pace {
  private static final long SETTLE_STEPS = 1_000_000;

  /** Looking itself lets others run, so one look that fails may be the last to do so. */
  private static final int LOOKS = 5;

  private final Simulation simulation;

  VirtualPace(Simulation simulation) {
    this.simulation = simulation;
  }

  @Override
  public boolean settle() {
    return simulation.settle(SETTLE_STEPS);
  }

  @Override
  public void pass(Duration atMost) {
    try {
      simulation.advance(atMost);
    } catch (InterruptedException e) {
      simulation.current().interrupt();
      throw new IllegalStateException("interrupted while virtual time was to pass", e);
    }
  }

  @Override
  public Duration elapsed() {
    return simulation.elapsed();
  }

  @Override
  public boolean lookAgain(int looks, Duration time) {
    return looks < LOOKS;
  }
}
