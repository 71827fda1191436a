package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Resources that show the same objects under another group or version, as data: which fields are
 * renamed. Versions of a custom resource differ in their name only (conversion strategy None).
 *
 * @since 0.1.0
 */
public final class Conversions {
  private record Conversion(String storage, Map<String, String> renames, boolean supported) {}

  private static final Map<String, Conversion> CONVERSIONS = load();

  private Conversions() {}

  private static Map<String, Conversion> load() {
    JsonNode file =
        Json.resource(
            Objects.requireNonNull(
                Conversions.class.getResourceAsStream(
                    "/dev/controllerruntime/apiserver/builtin/conversions.json")));
    Map<String, Conversion> all = new LinkedHashMap<>();
    file.properties()
        .forEach(
            entry -> {
              Map<String, String> renames = new LinkedHashMap<>();
              entry
                  .getValue()
                  .path("toStorage")
                  .properties()
                  .forEach(rename -> renames.put(rename.getKey(), rename.getValue().asText()));
              all.put(
                  entry.getKey(),
                  new Conversion(
                      entry.getValue().path("storage").asText(),
                      renames,
                      entry.getValue().path("supported").asBoolean(true)));
            });
    return all;
  }

  private static @Nullable Conversion of(ResourceType type) {
    return CONVERSIONS.get(type.apiVersion() + "/" + type.plural());
  }

  /** The key of the store that holds the objects of this resource. */
  public static String storageKey(ResourceType type) {
    Conversion conversion = of(type);
    return conversion == null || !conversion.supported()
        ? type.group() + "/" + type.plural()
        : conversion.storage();
  }

  /** Whether this version can be served at all. */
  public static boolean supported(ResourceType type) {
    Conversion conversion = of(type);
    return conversion == null || conversion.supported();
  }

  /** Whether objects in this version are not written in the form in which they are stored. */
  public static boolean renamesFields(ResourceType type) {
    Conversion conversion = of(type);
    return conversion != null && !conversion.renames().isEmpty();
  }

  /** Renames the fields of an object of this version to those of the stored form, in place. */
  public static void toStorage(ResourceType type, ObjectNode object) {
    Conversion conversion = of(type);
    if (conversion != null) {
      conversion.renames().forEach((from, to) -> move(object, from, to));
    }
  }

  /** Renames the fields of a stored object to those of this version, in place. */
  public static void fromStorage(ResourceType type, ObjectNode object) {
    Conversion conversion = of(type);
    if (conversion != null) {
      conversion.renames().forEach((to, from) -> move(object, from, to));
    }
    object.put("kind", type.kind()).put("apiVersion", type.apiVersion());
  }

  private static void move(ObjectNode object, String from, String to) {
    JsonNode value = object.remove(from);
    if (value != null) {
      object.set(to, value);
    }
  }
}
