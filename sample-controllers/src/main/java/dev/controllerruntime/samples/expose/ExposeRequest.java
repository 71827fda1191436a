package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Preview;

/**
 * One Ingress to bring to its desired state, with all Services that name it. A key of its own,
 * because several Services share one Ingress, which is always written whole.
 *
 * @param namespace the namespace of the Ingress and of its Services
 * @param ingress the name of the Ingress
 * @since 0.1.0
 */
@Preview
public record ExposeRequest(String namespace, String ingress) {
  /** The key of the Ingress. */
  public ObjectKey key() {
    return new ObjectKey(namespace, ingress);
  }

  @Override
  public String toString() {
    return namespace + "/" + ingress;
  }
}
