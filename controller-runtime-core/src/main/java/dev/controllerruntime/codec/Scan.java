package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.controllerruntime.api.ObjectMetadata;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One pass over one object: reads what a stage needs to know of it and finds where it starts and
 * ends, without building anything of the rest. Used for one object at a time; kept for a whole
 * stream, so that texts that repeat from object to object are shared.
 */
final class Scan {
  private final MetadataScan metadataScan = new MetadataScan();
  private final boolean dropType;
  private String lastApiVersion = "";
  private String lastKind = "";

  // Of the object at hand.
  private Cuts cuts = new Cuts();
  private String apiVersion = "";
  private String kind = "";
  private long start;
  private long end;

  Scan() {
    this(false);
  }

  /** Reads objects, without what they say of their own type if asked so. */
  Scan(boolean dropType) {
    this.dropType = dropType;
  }

  /** Offset of the first byte of the last object, as the parser counts. */
  long start() {
    return start;
  }

  /** Offset behind the last byte of the last object, as the parser counts. */
  long end() {
    return end;
  }

  /**
   * Walks over the object that starts at the current token. What is wrong with it is kept until
   * {@link #finish}, so that the parser stands behind the object in any case.
   */
  void walk(JsonParser parser) throws IOException {
    cuts = new Cuts();
    apiVersion = "";
    kind = "";
    start = parser.currentTokenLocation().getByteOffset();
    metadataScan.begin(cuts);
    JsonToken token = parser.nextToken();
    while (token == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      if (dropType && (field.equals("apiVersion") || field.equals("kind"))) {
        token = cuts.memberAt(parser);
      } else {
        member(parser, field, parser.nextToken());
        token = parser.nextToken();
      }
    }
    end = parser.currentLocation().getByteOffset();
  }

  private void member(JsonParser parser, String field, JsonToken value) throws IOException {
    switch (field) {
      case "apiVersion" -> {
        apiVersion = text(parser, value, lastApiVersion);
        lastApiVersion = apiVersion;
      }
      case "kind" -> {
        kind = text(parser, value, lastKind);
        lastKind = kind;
      }
      case "metadata" -> metadataScan.walk(parser, value);
      default -> parser.skipChildren();
    }
  }

  private static String text(JsonParser parser, JsonToken value, String last) throws IOException {
    if (value != JsonToken.VALUE_STRING) {
      parser.skipChildren();
      return "";
    }
    String text = parser.getText();
    return text.equals(last) ? last : text;
  }

  String kind() {
    return kind;
  }

  /** The metadata as far as it could be read. */
  ObjectMetadata metadata() {
    return metadataScan.metadata();
  }

  /** Why the object cannot be used; null when it can. */
  @Nullable String problem() {
    return metadataScan.problem();
  }

  /**
   * The object, cut out of its surroundings.
   *
   * @param wire the bytes between {@link #start()} and {@link #end()}; not used afterwards
   * @param defaultApiVersion put in where the bytes have none; empty for nothing
   * @param defaultKind put in where the bytes have none; empty for nothing
   * @throws CodecException when something was wrong with it
   */
  Encoded finish(byte[] wire, String defaultApiVersion, String defaultKind) {
    String problem = problem();
    if (problem != null) {
      throw new CodecException(name(defaultKind) + ": " + problem, null);
    }
    StringBuilder head = new StringBuilder();
    if (kind.isEmpty() && !defaultKind.isEmpty()) {
      kind = defaultKind;
      head.append("\"kind\":").append(JsonFormat.quote(kind));
    }
    if (apiVersion.isEmpty() && !defaultApiVersion.isEmpty()) {
      apiVersion = defaultApiVersion;
      head.append(head.length() == 0 ? "" : ",");
      head.append("\"apiVersion\":").append(JsonFormat.quote(apiVersion));
    }
    cuts.head(head.toString());
    return new EncodedObject(apiVersion, kind, metadata(), cuts.apply(wire, start));
  }

  /** Kind and name for messages. */
  String name(String defaultKind) {
    String what = kind.isEmpty() ? defaultKind : kind;
    ObjectMetadata metadata = metadata();
    String name = metadata.name().isEmpty() ? "without a name" : metadata.toString();
    return (what.isEmpty() ? "object" : what) + " " + name;
  }
}
