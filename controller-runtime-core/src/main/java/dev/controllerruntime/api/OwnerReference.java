package dev.controllerruntime.api;

/**
 * One entry of {@code metadata.ownerReferences}, as far as the runtime needs it.
 *
 * @param apiVersion group and version of the owner
 * @param kind kind of the owner
 * @param name name of the owner, in the same namespace or cluster-scoped
 * @param uid uid of the owner
 * @param controller whether this owner is the managing controller
 * @since 0.1.0
 */
@Stable
public record OwnerReference(
    String apiVersion, String kind, String name, String uid, boolean controller) {
  /** The API group of the owner; empty for the core group. */
  public String group() {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
