package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protobuf.MalformedProtobuf;
import dev.controllerruntime.apiserver.protobuf.ProtobufBodies;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.protocol.MediaTypes;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.schema.Schema;
import dev.controllerruntime.apiserver.schema.UnknownFields;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Turns the body of a write into the object that is wanted. */
final class Bodies {
  private static final int LIMIT = 3 << 20;

  private final Schemas schemas;

  Bodies(Schemas schemas) {
    this.schemas = schemas;
  }

  /** 413 for a body over 3 MiB (rule 45). */
  static void checkSize(byte[] body) {
    if (body.length > LIMIT) {
      throw Failure.of(413, "RequestEntityTooLarge", "Request entity too large: limit is " + LIMIT)
          .build();
    }
  }

  /**
   * The object of a create or PUT, checked against the URL.
   *
   * @param apiVersion what the endpoint takes; of {@code /scale} it differs from the type's
   */
  ObjectNode object(Call call, String apiVersion, String kind, String optionsKind) {
    byte[] body = call.request().body();
    checkSize(body);
    String content = MediaTypes.type(call.request().header("Content-Type"));
    boolean yaml = content.equals(MediaTypes.YAML);
    boolean protobuf = content.equals(ProtobufBodies.MEDIA_TYPE) && !call.type().custom();
    if (!yaml && !protobuf && !content.isEmpty() && !content.equals(MediaTypes.JSON)) {
      throw unsupportedMediaType(
          "application/json, application/yaml"
              + (call.type().custom() ? "" : ", " + ProtobufBodies.MEDIA_TYPE));
    }
    String validation = call.fieldValidation(optionsKind);
    List<String> faults = new ArrayList<>();
    JsonNode tree = protobuf ? protobuf(body, kind) : parse(body, yaml, kind, validation, faults);
    if (!(tree instanceof ObjectNode object)) {
      throw unrecognized(kind, body, "json: cannot unmarshal into Go value of type struct");
    }
    checkKind(call.type(), apiVersion, kind, object);
    object.put("kind", kind).put("apiVersion", apiVersion);
    checkNamespace(call, object);
    boolean own = kind.equals(call.type().kind());
    report(
        call.type(),
        kind,
        own ? schemas.of(call.type()) : Schema.deduced(),
        object,
        validation,
        faults,
        call);
    return object;
  }

  private static JsonNode parse(
      byte[] body, boolean yaml, String kind, String validation, List<String> faults) {
    try {
      return yaml ? Json.parseYaml(body, false) : Json.parseWithoutDuplicates(body);
    } catch (JsonProcessingException strict) {
      try {
        JsonNode tree = yaml ? Json.parseYaml(body, true) : Json.parse(body);
        if (!validation.equals("Ignore")) {
          faults.add(strict.getOriginalMessage().replace("Duplicate field", "duplicate field"));
        }
        return tree;
      } catch (JsonProcessingException e) {
        throw unrecognized(kind, body, e.getOriginalMessage());
      }
    }
  }

  private static JsonNode protobuf(byte[] body, String kind) {
    try {
      return ProtobufBodies.decode(body);
    } catch (MalformedProtobuf e) {
      throw Failure.badRequest(
          "the object provided is unrecognized (must be of type " + kind + "): " + e.getMessage());
    }
  }

  private static Failure unrecognized(String kind, byte[] body, String why) {
    String shown = body.length == 0 ? "<empty>" : new String(body, StandardCharsets.UTF_8);
    return Failure.badRequest(
        "the object provided is unrecognized (must be of type "
            + kind
            + "): couldn't get version/kind; json parse error: "
            + why
            + " ("
            + (shown.length() > 64 ? shown.substring(0, 64) + " ..." : shown)
            + ")");
  }

  /** 400 for built-in kinds, 422 for custom resources (rule 44). */
  private static void checkKind(
      ResourceType type, String apiVersion, String kind, ObjectNode object) {
    String sentKind = object.path("kind").asText("");
    String sentVersion = object.path("apiVersion").asText("");
    boolean kindFits = sentKind.equals(kind) || (sentKind.isEmpty() && !type.custom());
    boolean versionFits =
        sentVersion.equals(apiVersion) || (sentVersion.isEmpty() && !type.custom());
    if (kindFits && versionFits) {
      return;
    }
    if (!type.custom()) {
      throw Failure.badRequest(
          sentKind
              + " in version "
              + FieldErrors.quote(sentVersion.substring(sentVersion.indexOf('/') + 1))
              + " cannot be handled as a "
              + kind
              + ": no kind "
              + FieldErrors.quote(sentKind)
              + " is registered for version "
              + FieldErrors.quote(sentVersion));
    }
    if (!versionFits) {
      throw Failure.badRequest(
          "the API version in the data ("
              + sentVersion
              + ") does not match the expected API version ("
              + apiVersion
              + ")");
    }
    FieldErrors errors = new FieldErrors();
    errors.invalid("kind", FieldErrors.quote(sentKind), "must be " + kind);
    throw errors.failure(type.group(), sentKind, Meta.name(object));
  }

  /** The namespace of the URL wins; another one in the body is refused. */
  static void checkNamespace(Call call, ObjectNode object) {
    String sent = Meta.namespace(object);
    String wanted = call.path().namespace();
    if (!sent.isEmpty() && !sent.equals(wanted)) {
      throw Failure.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    if (!wanted.isEmpty()) {
      Meta.of(object).put("namespace", wanted);
    }
  }

  /** Drops unknown fields of built-in kinds and warns of them or refuses (rule 88). */
  private static void report(
      ResourceType type,
      String kind,
      Schema schema,
      ObjectNode object,
      String validation,
      List<String> faults,
      Call call) {
    if (schema != Schema.deduced()) {
      UnknownFields.prune(schema, object).forEach(path -> faults.add(UnknownFields.message(path)));
    }
    if (faults.isEmpty() || validation.equals("Ignore")) {
      return;
    }
    if (validation.equals("Warn")) {
      call.warnings().addAll(faults);
      return;
    }
    String message = "strict decoding error: " + String.join(", ", faults);
    throw Failure.badRequest(
        type.custom()
            ? message
            : kind
                + " in version "
                + FieldErrors.quote(type.version())
                + " cannot be handled as a "
                + kind
                + ": "
                + message);
  }

  static Failure unsupportedMediaType(String accepted) {
    return Failure.of(
            415,
            "UnsupportedMediaType",
            "the body of the request was in an unknown format - accepted media types include: "
                + accepted)
        .build();
  }
}
