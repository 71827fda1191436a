package dev.controllerruntime.apiserver.resource;

import java.util.List;

/**
 * An endpoint below an object.
 *
 * @param name such as {@code status}
 * @param apiVersion of the object it answers, such as {@code autoscaling/v1}
 * @param kind of the object it answers
 * @param verbs in the recorded order
 * @since 0.1.0
 */
public record Subresource(String name, String apiVersion, String kind, List<String> verbs) {
  /** Copies the verbs. */
  public Subresource {
    verbs = List.copyOf(verbs);
  }
}
