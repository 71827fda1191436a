package dev.controllerruntime.leaderelection;

import dev.controllerruntime.client.ApiException;
import java.util.Optional;

/**
 * One Lease object on the server. Calls block their thread and end within the renew deadline; they
 * are not held back by the fence.
 */
interface LeaseLock {
  /**
   * What the Lease says now, read from the server; empty when it does not exist.
   *
   * @throws ApiException when the server refused or did not answer
   */
  Optional<LeaseRecord> read();

  /**
   * Creates the Lease.
   *
   * @throws dev.controllerruntime.client.AlreadyExistsException when somebody was first
   */
  LeaseRecord create(LeaseRecord claim);

  /**
   * Writes the claim over the Lease, if that still has the version of {@code before}. Fields that
   * this class does not know stay.
   *
   * @throws dev.controllerruntime.client.ConflictException when it has changed since
   */
  LeaseRecord update(LeaseRecord before, LeaseRecord claim);

  /** Namespace and name, for messages. */
  String describe();
}
