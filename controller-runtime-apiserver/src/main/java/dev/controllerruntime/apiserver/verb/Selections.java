package dev.controllerruntime.apiserver.verb;

import dev.controllerruntime.apiserver.resource.Conversions;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.selector.FieldLabels;
import dev.controllerruntime.apiserver.selector.FieldSelector;
import dev.controllerruntime.apiserver.selector.LabelSelector;
import dev.controllerruntime.apiserver.watch.Selection;
import java.util.ArrayList;
import java.util.List;

/** What the selectors of a request select. */
final class Selections {
  private Selections() {}

  static Selection of(Call call) {
    LabelSelector labels = LabelSelector.parse(call.query().get("labelSelector"));
    FieldSelector fields =
        FieldSelector.parse(call.query().get("fieldSelector"), labels(call.type()));
    ResourceType type = call.type();
    boolean everything = labels.isEverything() && fields.isEverything();
    return new Selection(
        call.path().namespace(),
        !everything,
        object -> {
          if (!labels.matchesLabels(object.labels())) {
            return false;
          }
          if (fields.isEverything()) {
            return true;
          }
          if (fields.exactName().isPresent() && !fields.exactName().get().equals(object.name())) {
            return false;
          }
          return fields.matches(
              Conversions.renamesFields(type) ? Views.tree(type, object) : object.tree());
        });
  }

  private static FieldLabels labels(ResourceType type) {
    if (!type.custom()) {
      return FieldLabels.ofBuiltIn(type.traits().fieldSelectors());
    }
    List<String> selectable = new ArrayList<>();
    type.definition()
        .path("selectableFields")
        .forEach(field -> selectable.add(field.path("jsonPath").asText().replaceFirst("^\\.", "")));
    return FieldLabels.ofCustomResource(type.namespaced(), selectable);
  }
}
