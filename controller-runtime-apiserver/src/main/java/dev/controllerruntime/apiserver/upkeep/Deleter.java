package dev.controllerruntime.apiserver.upkeep;

import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.StoredObject;
import java.time.Instant;

/**
 * Deletes as a client's DELETE would.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Deleter {
  /**
   * Deletes an object, or marks it where something holds it.
   *
   * @param policy {@code Background}, {@code Foreground} or {@code Orphan}
   */
  void delete(
      ResourceType type, ResourceStore store, StoredObject object, String policy, Instant now);
}
