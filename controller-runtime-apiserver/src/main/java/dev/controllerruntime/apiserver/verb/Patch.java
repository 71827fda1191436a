package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.apply.FieldManager;
import dev.controllerruntime.apiserver.apply.ManagedFields;
import dev.controllerruntime.apiserver.apply.ManagerNames;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.patch.JsonPatch;
import dev.controllerruntime.apiserver.patch.MergePatch;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.protocol.MediaTypes;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.UnknownFields;
import dev.controllerruntime.apiserver.storage.StoredObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** PATCH: JSON patch, merge patch, server-side apply (rules 57 to 67). */
final class Patch {
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";

  private final Writes writes;
  private final Schemas schemas;

  Patch(Writes writes, Schemas schemas) {
    this.writes = writes;
    this.schemas = schemas;
  }

  void handle(Call call) {
    String content = MediaTypes.type(call.request().header("Content-Type"));
    boolean apply = content.equals(APPLY);
    if (!apply && !content.equals(JSON_PATCH) && !content.equals(MERGE_PATCH)) {
      throw refused(call, content);
    }
    Boolean force = call.query().has("force") ? call.query().isOn("force") : null;
    ManagerNames.check("PatchOptions", apply, call.query().get("fieldManager"), force);
    boolean dryRun = call.dryRun("PatchOptions");
    String validation = call.fieldValidation("PatchOptions");
    Bodies.checkSize(call.request().body());
    if (apply) {
      apply(call, Boolean.TRUE.equals(force), validation, dryRun);
    } else {
      patch(call, content.equals(JSON_PATCH), validation, dryRun);
    }
  }

  private static Failure refused(Call call, String content) {
    if (call.type().custom()) {
      return Bodies.unsupportedMediaType(
          "application/json-patch+json, application/merge-patch+json,"
              + " application/apply-patch+yaml");
    }
    if (content.equals(STRATEGIC)) {
      return Failure.notImplemented("strategic merge patch");
    }
    return Failure.of(415, "UnsupportedMediaType", "415: Unsupported Media Type").details().build();
  }

  private void patch(Call call, boolean jsonPatch, String validation, boolean dryRun) {
    ResourceType type = call.type();
    StoredObject existing = call.existing();
    ObjectNode old = Views.tree(type, existing);
    JsonNode body;
    try {
      body = Json.parse(call.request().body());
    } catch (JsonProcessingException e) {
      throw Failure.badRequest("error decoding patch: " + e.getOriginalMessage());
    }
    ObjectNode wanted = jsonPatch ? JsonPatch.apply(old, body) : MergePatch.apply(old, body);
    checkPatched(call, old, wanted, validation);
    writes.applyDefaults(type, wanted);
    FieldManager.Outcome outcome =
        schemas
            .manager(type, call.subresource())
            .update(old, ManagedFields.decodeFrom(old), wanted, call.fieldManager(), call.now());
    writes.update(
        call, existing, old, new Writes.Wanted(outcome.object(), outcome.managed()), dryRun);
  }

  private void checkPatched(Call call, ObjectNode old, ObjectNode wanted, String validation) {
    ResourceType type = call.type();
    if (!wanted.path("kind").equals(old.path("kind"))
        || !wanted.path("apiVersion").equals(old.path("apiVersion"))) {
      throw invalidPatch(wanted, "the kind or the API version of an object cannot be changed");
    }
    if (!wanted.path("metadata").isObject()) {
      wanted.set("metadata", Json.object());
    }
    Update.checkName(call, wanted);
    Bodies.checkNamespace(call, wanted);
    checkIdentity(call, old, wanted);
    Schema schema = schemas.of(type);
    if (schema != Schema.deduced()) {
      String shown = new String(Json.bytes(wanted), StandardCharsets.UTF_8);
      List<String> unknown =
          UnknownFields.prune(schema, wanted).stream().map(UnknownFields::message).toList();
      if (validation.equals("Strict") && !unknown.isEmpty()) {
        FieldErrors errors = new FieldErrors();
        errors.invalid(
            "patch",
            FieldErrors.quote(shown),
            "strict decoding error: " + String.join(", ", unknown));
        throw errors.failure("", "", "");
      }
      if (validation.equals("Warn")) {
        call.warnings().addAll(unknown);
      }
    }
  }

  private static Failure invalidPatch(ObjectNode wanted, String why) {
    FieldErrors errors = new FieldErrors();
    errors.invalid(
        "patch", FieldErrors.quote(new String(Json.bytes(wanted), StandardCharsets.UTF_8)), why);
    return errors.failure("", "", "");
  }

  /** A version in a patch is a precondition (rule 59); another uid is 422 (rule 48). */
  private static void checkIdentity(Call call, ObjectNode old, ObjectNode wanted) {
    String version = Meta.resourceVersion(wanted);
    if (!version.isEmpty() && !version.equals("0")) {
      Update.checkVersion(call, old, version);
    }
    String uid = Meta.uid(wanted);
    if (!uid.isEmpty() && !uid.equals(Meta.uid(old))) {
      FieldErrors errors = new FieldErrors();
      for (int i = 0; i < 2; i++) {
        // The real server checks it twice.
        errors.invalid("metadata.uid", FieldErrors.quote(uid), "field is immutable");
      }
      throw errors.failure(call.type().group(), call.type().kind(), call.path().name());
    }
  }

  private void apply(Call call, boolean force, String validation, boolean dryRun) {
    ResourceType type = call.type();
    ObjectNode config = configuration(call, validation);
    String kind = config.path("kind").asText("");
    String apiVersion = config.path("apiVersion").asText("");
    if (!kind.equals(type.kind()) || !apiVersion.equals(type.apiVersion())) {
      throw Failure.badRequest(
          "invalid object type: " + groupVersion(apiVersion) + ", Kind=" + kind);
    }
    Optional<StoredObject> existing = call.store().get(call.path().namespace(), call.path().name());
    // The name comes with the object that is there; a new one must tell it.
    if (existing.isPresent() && Meta.name(config).isEmpty()) {
      Meta.of(config).put("name", call.path().name());
    }
    Update.checkName(call, config);
    Bodies.checkNamespace(call, config);
    FieldManager manager = schemas.manager(type, call.subresource());
    if (existing.isEmpty()) {
      if (!call.subresource().isEmpty()) {
        throw call.notFound();
      }
      String uid = Meta.uid(config);
      if (!uid.isEmpty()) {
        throw call.conflict(
            call.path().name(),
            "uid mismatch: the provided object specified uid "
                + uid
                + ", and no existing object was found");
      }
      FieldManager.Outcome outcome =
          manager.apply(
              null, ManagedFields.empty(), config, call.fieldManager(), force, call.now());
      Meta.of(outcome.object()).remove("resourceVersion");
      writes.create(call, outcome.object(), Optional.of(outcome.managed()), dryRun);
      return;
    }
    ObjectNode old = Views.tree(type, existing.get());
    checkIdentity(call, old, config);
    FieldManager.Outcome outcome =
        manager.apply(
            old, ManagedFields.decodeFrom(old), config, call.fieldManager(), force, call.now());
    writes.applyDefaults(type, outcome.object());
    writes.update(
        call, existing.get(), old, new Writes.Wanted(outcome.object(), outcome.managed()), dryRun);
  }

  private static ObjectNode configuration(Call call, String validation) {
    byte[] body = call.request().body();
    try {
      JsonNode tree = Json.parseYaml(body, true);
      if (tree instanceof ObjectNode config) {
        warnOfDuplicates(call, body, validation);
        return config;
      }
      throw Failure.badRequest("error decoding YAML: the configuration is not an object");
    } catch (JsonProcessingException e) {
      throw Failure.badRequest(
          "error decoding YAML: error converting YAML to JSON: " + e.getOriginalMessage());
    }
  }

  private static void warnOfDuplicates(Call call, byte[] body, String validation) {
    if (validation.equals("Ignore")) {
      return;
    }
    try {
      Json.parseYaml(body, false);
    } catch (JsonProcessingException e) {
      if (validation.equals("Strict")) {
        throw Failure.badRequest(
            "error strict decoding YAML: error converting YAML to JSON: " + e.getOriginalMessage());
      }
      call.warnings().add(e.getOriginalMessage());
    }
  }

  private static String groupVersion(String apiVersion) {
    return apiVersion.contains("/") ? apiVersion : "/" + apiVersion;
  }
}
