package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One Event of {@code events.k8s.io/v1}, cut to what the server accepts (API reference, Event:
 * {@code reason} and {@code action} 128 characters, {@code note} 1024 bytes, {@code
 * reportingInstance} 128).
 */
record EventText(
    String controller,
    String instance,
    Map<String, Object> regarding,
    String namespace,
    String name,
    String type,
    String reason,
    String note,
    Instant at) {
  static final Kind<DynamicObject> EVENTS = Kind.dynamic("events.k8s.io/v1", "Event");

  private static final int NOTE_BYTES = 1024;
  private static final int LABEL = 128;

  /** Room for a dot and 16 hexadecimal digits in 253. */
  private static final int NAME_STEM = 236;

  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  static EventText of(
      String controller,
      String instance,
      Kind<?> kind,
      ObjectMetadata about,
      String type,
      String reason,
      String note,
      Instant at) {
    Map<String, Object> regarding = new LinkedHashMap<>();
    regarding.put("apiVersion", kind.apiVersion());
    regarding.put("kind", kind.kind());
    if (!about.key().namespace().isEmpty()) {
      regarding.put("namespace", about.key().namespace());
    }
    regarding.put("name", about.key().name());
    if (!about.uid().isEmpty()) {
      regarding.put("uid", about.uid());
      regarding.put("resourceVersion", about.resourceVersion());
    }
    // Events about cluster-scoped objects live in "default": the server demands it.
    String namespace = about.key().namespace().isEmpty() ? "default" : about.key().namespace();
    return new EventText(
        controller,
        cut(instance, LABEL),
        regarding,
        namespace,
        about.key().name(),
        type,
        cut(reason, LABEL),
        cutBytes(note, NOTE_BYTES),
        at);
  }

  DynamicObject object(long unique) {
    String stem = name.length() <= NAME_STEM ? name : name.substring(0, NAME_STEM);
    String unambiguous = stem + "." + String.format(Locale.ROOT, "%016x", unique);
    DynamicObject event =
        DynamicObjects.of(EVENTS.apiVersion(), EVENTS.kind(), namespace, unambiguous);
    event.set("/eventTime", MICRO_TIME.format(at));
    event.set("/reportingController", controller);
    event.set("/reportingInstance", instance);
    event.set("/action", "Reconcile");
    event.set("/reason", reason);
    event.set("/regarding", regarding);
    event.set("/type", type);
    event.set("/note", note);
    return event;
  }

  String seriesPatch(int count) {
    return "{\"series\":{\"count\":"
        + count
        + ",\"lastObservedTime\":\""
        + MICRO_TIME.format(at)
        + "\"}}";
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }

  /** Cuts between code points, so that no half character is sent. */
  private static String cutBytes(String text, int bytes) {
    int used = 0;
    int index = 0;
    while (index < text.length()) {
      int point = text.codePointAt(index);
      used += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      if (used > bytes) {
        return text.substring(0, index);
      }
      index += Character.charCount(point);
    }
    return text;
  }
}
