package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.List;

/** Turns Jackson's messages of many lines into one that names the field. */
final class JsonErrors {
  private JsonErrors() {}

  /** Why the text could not be read, and where. */
  static String reason(JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    String message = e.getOriginalMessage();
    String reason = message == null ? e.getClass().getSimpleName() : message;
    return location == null || location.getByteOffset() < 0
        ? reason
        : reason + " (at byte " + location.getByteOffset() + ")";
  }

  /** The field at which reading or writing stopped, and why. */
  static String field(JsonProcessingException e) {
    if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
      return reason(e);
    }
    // Jackson adds the call chain and a snippet of the source, which may be a Secret's.
    String message = String.valueOf(mapping.getOriginalMessage()).lines().findFirst().orElse("");
    return pointer(mapping.getPath()) + ": " + message;
  }

  private static String pointer(List<JsonMappingException.Reference> path) {
    StringBuilder pointer = new StringBuilder();
    for (JsonMappingException.Reference step : path) {
      String name = step.getFieldName();
      pointer
          .append('/')
          .append(
              name == null
                  ? String.valueOf(step.getIndex())
                  : name.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }
}
