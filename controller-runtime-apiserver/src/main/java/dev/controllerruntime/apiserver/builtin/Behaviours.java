package dev.controllerruntime.apiserver.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What {@code behaviours.json} says of each kind.
 *
 * @since 0.1.0
 */
public final class Behaviours {
  private final JsonNode kinds;
  private final Defaults defaults;

  /** The rules that come with this module. */
  public Behaviours() {
    JsonNode file =
        Json.resource(
            Objects.requireNonNull(
                Behaviours.class.getResourceAsStream(
                    "/dev/controllerruntime/apiserver/builtin/behaviours.json")));
    kinds = file.path("kinds");
    defaults = new Defaults(file.path("types"));
  }

  private JsonNode of(ResourceType type) {
    return kinds.path(type.apiVersion() + "/" + type.plural());
  }

  /** Fills in what the server fills in on every write. */
  public void applyDefaults(ResourceType type, ObjectNode object) {
    defaults.apply(of(type).path("defaults"), object);
  }

  /** Fills in what the server fills in when an object is created. */
  public void applyOnCreate(ResourceType type, ObjectNode object) {
    defaults.apply(of(type).path("onCreate"), object);
  }

  /** {@code subdomain} (default), {@code label}, {@code dns1035} or {@code path}. */
  public String nameFormat(ResourceType type) {
    return of(type).path("nameFormat").asText("subdomain");
  }

  /** Whether objects end after a grace period (rule 72). */
  public boolean graceful(ResourceType type) {
    return of(type).path("graceful").asBoolean();
  }

  /** Finalizers that a delete adds. */
  public java.util.List<String> finalizersOnDelete(ResourceType type) {
    return Meta.texts(of(type).path("finalizersOnDelete"));
  }

  /** Whether this object refuses to be deleted (rule 83). */
  public boolean undeletable(ResourceType type, String name) {
    return Meta.texts(of(type).path("undeletable")).contains(name);
  }

  /**
   * Puts back fields that the kind keeps silently, and reports changes of immutable ones (rule 53).
   */
  public void checkImmutable(
      ResourceType type, ObjectNode old, ObjectNode wanted, FieldErrors errors) {
    JsonNode rules = of(type);
    if (rules.path("immutableSilently").asBoolean()) {
      for (JsonNode pointer : rules.path("immutable")) {
        restore(old, wanted, pointer.asText());
      }
      return;
    }
    for (JsonNode pointer : rules.path("immutable")) {
      check(old, wanted, pointer.asText(), "field is immutable", errors);
    }
    if (old.path("immutable").asBoolean()) {
      for (JsonNode pointer : rules.path("immutableWhenMarked")) {
        String path = pointer.asText();
        if (!Json.same(old.at(path), wanted.at(path))) {
          errors.forbidden(field(path), "field is immutable when `immutable` is set");
        }
      }
    }
  }

  private static void check(
      ObjectNode old, ObjectNode wanted, String pointer, String message, FieldErrors errors) {
    JsonNode after = wanted.at(pointer);
    if (!Json.same(old.at(pointer), after)) {
      String shown =
          after.isMissingNode() ? "null" : new String(Json.bytes(after), StandardCharsets.UTF_8);
      errors.invalid(field(pointer), shown, message);
    }
  }

  private static void restore(ObjectNode old, ObjectNode wanted, String pointer) {
    int last = pointer.lastIndexOf('/');
    JsonNode value = old.at(pointer);
    JsonNode parent = wanted.at(pointer.substring(0, last));
    if (parent instanceof ObjectNode object) {
      object.set(pointer.substring(last + 1), value.isMissingNode() ? null : value.deepCopy());
    } else if (!value.isMissingNode() && last == pointer.indexOf('/', 1)) {
      wanted
          .putObject(pointer.substring(1, last))
          .set(pointer.substring(last + 1), value.deepCopy());
    }
  }

  private static String field(String pointer) {
    return pointer.substring(1).replace('/', '.');
  }
}
