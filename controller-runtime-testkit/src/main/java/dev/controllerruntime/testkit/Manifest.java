package dev.controllerruntime.testkit;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;

/**
 * One object of a file.
 *
 * @param place file and document, for messages
 * @param kind its kind
 * @param object the object as it stands in the file
 */
record Manifest(String place, Kind<DynamicObject> kind, DynamicObject object) {
  /** Place, kind and name, for messages. */
  String describe() {
    return place + " (" + kind.kind() + " " + object.get("/metadata/name").orElse("") + ")";
  }
}
