package dev.controllerruntime.cache;

import dev.controllerruntime.api.FieldSelector;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.LabelSelector;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.ListOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What makes two informers the same: the bytes they keep. Typed and dynamic views of a kind share
 * them; metadata alone and transformed objects are other bytes.
 *
 * @param transform name of the transform; empty without one
 */
record SourceKey(
    String apiVersion, String kind, boolean metadataOnly, String transform, ReadScope scope) {

  static SourceKey of(Kind<?> kind, ReadScope scope) {
    return new SourceKey(
        kind.apiVersion(),
        kind.kind(),
        kind.view() == Kind.View.METADATA,
        kind.transformName(),
        scope);
  }

  SourceKey in(ReadScope other) {
    return new SourceKey(apiVersion, kind, metadataOnly, transform, other);
  }

  /** The same kind and scope with whole objects, as the server has them. */
  SourceKey whole() {
    return new SourceKey(apiVersion, kind, false, "", scope);
  }

  SourceKey metadata() {
    return new SourceKey(apiVersion, kind, true, "", scope);
  }

  boolean isWhole() {
    return !metadataOnly && transform.isEmpty();
  }

  /** Whether an own write of that kind concerns it. */
  boolean isOf(Kind<?> written) {
    return apiVersion.equals(written.apiVersion()) && kind.equals(written.kind());
  }

  /** Whether every read of the key is answered by it. */
  boolean covers(ObjectKey key) {
    return !scope.selective() && scope.coversNamespace(key.namespace());
  }

  /** Namespace and selectors, parsed; equal when they select the same in the same words. */
  record ReadScope(String namespace, LabelSelector labels, FieldSelector fields) {
    static final ReadScope ALL =
        new ReadScope("", LabelSelector.everything(), FieldSelector.everything());

    static ReadScope namespace(String namespace) {
      return new ReadScope(namespace, LabelSelector.everything(), FieldSelector.everything());
    }

    /** The options that a list of the same scope takes. */
    List<ListOption> options() {
      List<ListOption> options = new ArrayList<>();
      if (!namespace.isEmpty()) {
        options.add(ListOption.namespace(namespace));
      }
      if (!labels.isEverything()) {
        options.add(ListOption.labels(labels.toString()));
      }
      if (!fields.isEverything()) {
        options.add(ListOption.fields(fields.toString()));
      }
      return options;
    }

    boolean selective() {
      return !labels.isEverything() || !fields.isEverything();
    }

    boolean coversNamespace(String asked) {
      return namespace.isEmpty() || namespace.equals(asked);
    }
  }
}
