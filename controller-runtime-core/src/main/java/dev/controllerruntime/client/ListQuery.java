package dev.controllerruntime.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a list is narrowed to.
 *
 * @param namespace empty for all
 * @param labels a label selector; empty for none
 * @param fields a field selector; empty for none
 */
record ListQuery(String namespace, String labels, String fields) {
  static ListQuery of(ListOption... options) {
    String namespace = "";
    List<String> labels = new ArrayList<>();
    List<String> fields = new ArrayList<>();
    for (ListOption option : options) {
      if (option instanceof ListOption.Namespace chosen) {
        namespace = chosen.name();
      } else if (option instanceof ListOption.Labels chosen) {
        labels.add(chosen.selector());
      } else if (option instanceof ListOption.Fields chosen) {
        fields.add(chosen.selector());
      }
    }
    labels.removeIf(String::isBlank);
    fields.removeIf(String::isBlank);
    return new ListQuery(namespace, String.join(",", labels), String.join(",", fields));
  }

  Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (!labels.isEmpty()) {
      parameters.put("labelSelector", labels);
    }
    if (!fields.isEmpty()) {
      parameters.put("fieldSelector", fields);
    }
    return parameters;
  }

  String words() {
    return namespace.isEmpty() ? "" : "in namespace " + namespace;
  }
}
