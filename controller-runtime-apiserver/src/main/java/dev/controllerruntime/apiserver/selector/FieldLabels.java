package dev.controllerruntime.apiserver.selector;

import dev.controllerruntime.apiserver.schema.GoText;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields by which a resource can be selected, and how the real server refuses others.
 *
 * @param labels all fields, {@code metadata.name} and {@code metadata.namespace} included
 * @param own whether the resource has a list of its own: it words its refusal otherwise
 * @since 0.1.0
 */
public record FieldLabels(List<String> labels, boolean own) {
  private static final String NAME = "metadata.name";
  private static final String NAMESPACE = "metadata.namespace";

  /** Copies the labels. */
  public FieldLabels {
    labels = List.copyOf(labels);
  }

  /**
   * Fields of a built-in resource.
   *
   * @param extra the recorded fields beyond name and namespace
   */
  public static FieldLabels ofBuiltIn(List<String> extra) {
    return new FieldLabels(with(true, extra), !extra.isEmpty());
  }

  /**
   * Fields of a custom resource.
   *
   * @param namespaced whether it has namespaces
   * @param selectable the {@code selectableFields} of its version, without the leading dot
   */
  public static FieldLabels ofCustomResource(boolean namespaced, List<String> selectable) {
    return new FieldLabels(with(namespaced, selectable), true);
  }

  private static List<String> with(boolean namespaced, List<String> extra) {
    List<String> all = new ArrayList<>();
    all.add(NAME);
    if (namespaced) {
      all.add(NAMESPACE);
    }
    all.addAll(extra);
    return all;
  }

  String refusal(String label) {
    return own
        ? "field label not supported: " + label
        : GoText.quote(label)
            + " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
  }
}
