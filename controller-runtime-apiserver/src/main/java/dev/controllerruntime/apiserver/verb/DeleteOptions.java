package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protobuf.MalformedProtobuf;
import dev.controllerruntime.apiserver.protobuf.ProtobufBodies;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.protocol.MediaTypes;
import java.util.List;

/**
 * How to delete: the body, or the query where there is no body.
 *
 * @param policy empty for the kind's own
 * @param graceSeconds −1 for the object's own
 * @param uid empty for any
 * @param resourceVersion empty for any
 */
record DeleteOptions(
    String policy, long graceSeconds, String uid, String resourceVersion, boolean dryRun) {

  /** Without conditions. */
  static DeleteOptions of(String policy) {
    return new DeleteOptions(policy, -1, "", "", false);
  }

  static DeleteOptions parse(Call call) {
    boolean queryDryRun = call.dryRun("DeleteOptions");
    byte[] bytes = call.request().body();
    if (bytes.length == 0) {
      String grace = call.query().get("gracePeriodSeconds");
      return check(
          call.query().get("propagationPolicy"),
          call.query().get("orphanDependents"),
          grace.isEmpty() ? -1 : call.query().number("gracePeriodSeconds"),
          "",
          "",
          queryDryRun);
    }
    Bodies.checkSize(bytes);
    JsonNode body = parse(call, bytes);
    List<String> dryRun = Meta.texts(body.path("dryRun"));
    FieldErrors errors = new FieldErrors();
    if (!dryRun.isEmpty() && !dryRun.equals(List.of("All"))) {
      errors.notSupported("dryRun", FieldErrors.quote(dryRun.get(0)), "\"All\"");
      throw errors.failure("meta.k8s.io", "DeleteOptions", "");
    }
    JsonNode grace = body.path("gracePeriodSeconds");
    return check(
        text(body, "propagationPolicy"),
        text(body, "orphanDependents"),
        grace.isNumber() ? grace.asLong() : -1,
        text(body.path("preconditions"), "uid"),
        text(body.path("preconditions"), "resourceVersion"),
        queryDryRun || !dryRun.isEmpty());
  }

  private static String text(JsonNode object, String field) {
    JsonNode value = object.path(field);
    return value.isNull() ? "" : value.asText("");
  }

  private static JsonNode parse(Call call, byte[] bytes) {
    try {
      String content = MediaTypes.type(call.request().header("Content-Type"));
      if (content.equals(MediaTypes.YAML)) {
        return Json.parseYaml(bytes, true);
      }
      if (content.equals(ProtobufBodies.MEDIA_TYPE) && !call.type().custom()) {
        return ProtobufBodies.decode(bytes);
      }
      if (!content.isEmpty() && !content.equals(MediaTypes.JSON)) {
        throw Bodies.unsupportedMediaType("application/json, application/yaml");
      }
      return Json.parse(bytes);
    } catch (MalformedProtobuf e) {
      throw Failure.badRequest("the DeleteOptions cannot be read: " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw Failure.badRequest(
          "couldn't get version/kind; json parse error: " + e.getOriginalMessage());
    }
  }

  private static DeleteOptions check(
      String policy,
      String orphanDependents,
      long graceSeconds,
      String uid,
      String resourceVersion,
      boolean dryRun) {
    FieldErrors errors = new FieldErrors();
    if (!policy.isEmpty() && !orphanDependents.isEmpty()) {
      errors.invalid(
          "propagationPolicy",
          FieldErrors.quote(policy),
          "orphanDependents and deletionPropagation cannot be both set");
    } else if (!List.of("", "Foreground", "Background", "Orphan").contains(policy)) {
      errors.notSupported(
          "propagationPolicy",
          FieldErrors.quote(policy),
          "\"Foreground\", \"Background\", \"Orphan\", \"nil\"");
    }
    errors.throwIfAny("meta.k8s.io", "DeleteOptions", "");
    String wanted =
        switch (orphanDependents) {
          case "true" -> "Orphan";
          case "false" -> "Background";
          default -> policy;
        };
    return new DeleteOptions(wanted, graceSeconds, uid, resourceVersion, dryRun);
  }
}
