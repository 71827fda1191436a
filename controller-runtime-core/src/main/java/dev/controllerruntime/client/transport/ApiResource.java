package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Scope;
import java.util.List;

/**
 * Where objects of a kind are found on the server and what can be done with them.
 *
 * @param group API group; empty for the core group
 * @param version API version without the group
 * @param kind the kind
 * @param plural its name in URLs
 * @param scope where its objects live
 * @param verbs what the server allows, in its order; empty where it was not asked because the kind
 *     is known beforehand
 * @param statusSubresource whether it has {@code /status}; false where the server was not asked
 * @since 0.1.0
 */
@Internal
public record ApiResource(
    String group,
    String version,
    String kind,
    String plural,
    Scope scope,
    List<String> verbs,
    boolean statusSubresource) {

  /** Keeps its own list. */
  public ApiResource {
    verbs = List.copyOf(verbs);
  }

  /** Whether its objects live in namespaces. */
  public boolean namespaced() {
    return scope == Scope.NAMESPACED;
  }

  /** {@code apps/v1}, or {@code v1} for the core group. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
