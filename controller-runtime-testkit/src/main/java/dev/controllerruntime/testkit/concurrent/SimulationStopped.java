package dev.controllerruntime.testkit.concurrent;

/**
 * Ends a simulated thread at its next scheduling point. An Error, so that code which handles every
 * Exception lets it pass; thrown again by every later point of the same thread.
 */
final class SimulationStopped extends Error {
  private static final long serialVersionUID = 1L;

  SimulationStopped(String thread) {
    super("the simulation of " + thread + " has ended", null, false, false);
  }
}
