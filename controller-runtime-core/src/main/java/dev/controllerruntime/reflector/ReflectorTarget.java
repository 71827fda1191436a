package dev.controllerruntime.reflector;

import dev.controllerruntime.api.FieldSelector;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/**
 * What is listed and watched.
 *
 * @param kind the kind; of a metadata-only one the server is asked for nothing more
 * @param namespace only this namespace; empty for all, and for cluster-scoped kinds
 * @param labels which labels
 * @param fields which fields
 * @since 0.1.0
 */
@Internal
public record ReflectorTarget(
    Kind<?> kind, String namespace, LabelSelector labels, FieldSelector fields) {

  /** All objects of a kind. */
  public static ReflectorTarget all(Kind<?> kind) {
    return new ReflectorTarget(kind, "", LabelSelector.everything(), FieldSelector.everything());
  }

  /** Namespace and selectors in words; {@code all namespaces} without any. */
  public String scope() {
    List<String> parts = new ArrayList<>();
    parts.add(namespace.isEmpty() ? "all namespaces" : "namespace " + namespace);
    if (!labels.isEverything()) {
      parts.add("labels " + labels);
    }
    if (!fields.isEverything()) {
      parts.add("fields " + fields);
    }
    return String.join(", ", parts);
  }
}
