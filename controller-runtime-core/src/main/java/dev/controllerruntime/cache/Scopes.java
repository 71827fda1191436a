package dev.controllerruntime.cache;

import dev.controllerruntime.api.FieldSelector;
import dev.controllerruntime.api.LabelSelector;
import dev.controllerruntime.cache.SourceKey.ReadScope;
import dev.controllerruntime.client.ListOption;

/** From list options to one scope. */
final class Scopes {
  private Scopes() {}

  /**
   * The last namespace counts; all selectors must match.
   *
   * @throws IllegalArgumentException when a selector is malformed
   */
  static ReadScope of(ListOption... options) {
    String namespace = "";
    LabelSelector labels = LabelSelector.everything();
    FieldSelector fields = FieldSelector.everything();
    for (ListOption option : options) {
      if (option instanceof ListOption.Namespace in) {
        namespace = in.name();
      } else if (option instanceof ListOption.Labels selector) {
        labels = labels.and(LabelSelector.parse(selector.selector()));
      } else if (option instanceof ListOption.Fields selector) {
        fields = fields.and(FieldSelector.parse(selector.selector()));
      }
    }
    return new ReadScope(namespace, labels, fields);
  }
}
