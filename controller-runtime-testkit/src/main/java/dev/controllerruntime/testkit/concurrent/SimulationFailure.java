package dev.controllerruntime.testkit.concurrent;

import dev.controllerruntime.api.Preview;

/**
 * The simulation cannot go on: every thread waits for ever, a thread died or left the simulation.
 * The message carries the stacks.
 *
 * @since 0.1.0
 */
@Preview
public final class SimulationFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  SimulationFailure(String message) {
    super(message);
  }

  SimulationFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
