package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Preview;

/**
 * A reconcile that did not end well.
 *
 * @param controller name of the controller
 * @param request what was reconciled
 * @param cause what the reconciler threw; an exception that says so where it returned null or was
 *     over its time
 * @since 0.1.0
 */
@Preview
public record ReconcileFailure(String controller, Object request, Throwable cause) {
  /** Controller, request and cause in one line. */
  @Override
  public String toString() {
    return controller + " " + request + ": " + cause;
  }
}
