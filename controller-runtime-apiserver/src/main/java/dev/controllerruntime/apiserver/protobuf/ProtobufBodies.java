package dev.controllerruntime.apiserver.protobuf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.protobuf.ProtobufSchemas.Field;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Turns a body of type {@link #MEDIA_TYPE} into the tree that the same client would have sent as
 * JSON.
 *
 * @since 0.1.0
 */
public final class ProtobufBodies {
  /** The media type of these bodies. */
  public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

  private static final byte[] MAGIC = {'k', '8', 's', 0};
  private static final String MAP = "map:";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private static final class Schemas {
    // Read with the first such body: most servers never see one.
    static final ProtobufSchemas SHARED = ProtobufSchemas.load();
  }

  private ProtobufBodies() {}

  /**
   * The tree of a body: the envelope {@code runtime.Unknown} and the object in it.
   *
   * @throws MalformedProtobuf when it is none, or of an unknown kind
   */
  public static ObjectNode decode(byte[] body) throws MalformedProtobuf {
    if (body.length < MAGIC.length
        || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new MalformedProtobuf(
          "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
    }
    WireReader unknown = new WireReader(Arrays.copyOfRange(body, MAGIC.length, body.length));
    String apiVersion = "";
    String kind = "";
    byte[] raw = {};
    for (int field = unknown.next(); field != 0; field = unknown.next()) {
      switch (field) {
        case 1 -> {
          WireReader type = unknown.message();
          for (int part = type.next(); part != 0; part = type.next()) {
            switch (part) {
              case 1 -> apiVersion = type.text();
              case 2 -> kind = type.text();
              default -> type.skip();
            }
          }
        }
        case 2 -> raw = unknown.bytes();
        default -> unknown.skip();
      }
    }
    Optional<String> message = Schemas.SHARED.message(apiVersion, kind);
    if (message.isEmpty()) {
      throw new MalformedProtobuf(
          "no kind \"" + kind + "\" is registered for version \"" + apiVersion + "\"");
    }
    ObjectNode object = NODES.objectNode().put("kind", kind).put("apiVersion", apiVersion);
    read(message.get(), new WireReader(raw), object);
    return object;
  }

  private static void read(String message, WireReader in, ObjectNode object)
      throws MalformedProtobuf {
    var fields = Schemas.SHARED.fields(message);
    for (int number = in.next(); number != 0; number = in.next()) {
      Field field = fields.get(number);
      if (field == null) {
        in.skip();
      } else if (field.how().equals("inline")) {
        read(field.form(), in.message(), object);
      } else if (field.form().startsWith(MAP)) {
        entry(field.form().substring(MAP.length()), in.message(), map(object, field.name()));
      } else {
        JsonNode value = value(field.form(), in);
        if (field.how().equals("many")) {
          array(object, field.name()).add(value);
        } else if (!value.isNull() && !(field.how().equals("unlessempty") && isEmpty(value))) {
          object.set(field.name(), value);
        }
      }
    }
  }

  private static ArrayNode array(ObjectNode object, String name) {
    return object.get(name) instanceof ArrayNode known ? known : object.putArray(name);
  }

  private static ObjectNode map(ObjectNode object, String name) {
    return object.get(name) instanceof ObjectNode known ? known : object.putObject(name);
  }

  private static void entry(String form, WireReader in, ObjectNode map) throws MalformedProtobuf {
    String key = "";
    // An entry without a value has the empty one.
    JsonNode value =
        form.equals("string") || form.equals("bytes") ? NODES.textNode("") : NODES.objectNode();
    for (int number = in.next(); number != 0; number = in.next()) {
      switch (number) {
        case 1 -> key = in.text();
        case 2 -> value = value(form, in);
        default -> in.skip();
      }
    }
    map.set(key, value);
  }

  private static JsonNode value(String form, WireReader in) throws MalformedProtobuf {
    return switch (form) {
      case "string" -> NODES.textNode(in.text());
      case "bytes" -> NODES.textNode(Base64.getEncoder().encodeToString(in.bytes()));
      case "int" -> NODES.numberNode(in.varint());
      case "bool" -> NODES.booleanNode(in.varint() != 0);
      case "double" -> NODES.numberNode(in.fixedDouble());
      case "time" -> time(in.message(), SECONDS);
      case "microtime" -> time(in.message(), MICROS);
      case "quantity" -> NODES.textNode(firstText(in.message()));
      case "json" -> json(firstText(in.message()));
      case "intorstring" -> intOrString(in.message());
      case "strings" -> strings(in.message());
      default -> {
        ObjectNode object = NODES.objectNode();
        read(form, in.message(), object);
        yield object;
      }
    };
  }

  /** Structs count as values even when they are empty, as in Go's JSON. */
  private static boolean isEmpty(JsonNode value) {
    if (value.isNumber()) {
      return value.decimalValue().signum() == 0;
    }
    return value.isBoolean() ? !value.asBoolean() : value.isValueNode() && value.asText().isEmpty();
  }

  private static JsonNode time(WireReader in, DateTimeFormatter format) throws MalformedProtobuf {
    boolean set = false;
    long seconds = 0;
    long nanos = 0;
    for (int number = in.next(); number != 0; number = in.next()) {
      set = true;
      switch (number) {
        case 1 -> seconds = in.varint();
        case 2 -> nanos = in.varint();
        default -> in.skip();
      }
    }
    if (!set) {
      return NODES.nullNode();
    }
    try {
      return NODES.textNode(format.format(Instant.ofEpochSecond(seconds, nanos)));
    } catch (DateTimeException | ArithmeticException e) {
      throw new MalformedProtobuf("proto: no time: " + seconds + " s");
    }
  }

  private static String firstText(WireReader in) throws MalformedProtobuf {
    String text = "";
    for (int number = in.next(); number != 0; number = in.next()) {
      if (number == 1) {
        text = in.text();
      } else {
        in.skip();
      }
    }
    return text;
  }

  private static JsonNode json(String text) throws MalformedProtobuf {
    if (text.isEmpty()) {
      return NODES.nullNode();
    }
    try {
      return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new MalformedProtobuf("json: " + e.getOriginalMessage());
    }
  }

  private static JsonNode intOrString(WireReader in) throws MalformedProtobuf {
    boolean isText = false;
    long number = 0;
    String text = "";
    for (int field = in.next(); field != 0; field = in.next()) {
      switch (field) {
        case 1 -> isText = in.varint() == 1;
        case 2 -> number = in.varint();
        case 3 -> text = in.text();
        default -> in.skip();
      }
    }
    return isText ? NODES.textNode(text) : NODES.numberNode(number);
  }

  private static JsonNode strings(WireReader in) throws MalformedProtobuf {
    ArrayNode items = NODES.arrayNode();
    for (int number = in.next(); number != 0; number = in.next()) {
      if (number == 1) {
        items.add(in.text());
      } else {
        in.skip();
      }
    }
    return items;
  }
}
