package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Walks over a watch body: events one after the other, with or without line breaks between them.
 * Only when an event is malformed the line breaks count: reading goes on behind the next one, since
 * the server ends each event with one and prints none within.
 */
final class JsonWatchFrames implements WatchFrames {
  private final ByteWindow window;
  private final Scan scan = new Scan();
  private @Nullable JsonParser parser;

  /** Where the parser's own count starts. */
  private long origin;

  /** Where an event was found malformed and has to be skipped from; -1 for none. */
  private long broken = -1;

  JsonWatchFrames(InputStream body) {
    window = new ByteWindow(body);
  }

  @Override
  public Optional<WatchFrame> next() throws IOException {
    if (broken >= 0) {
      long reached = window.skipLine(broken);
      if (reached < 0) {
        return Optional.empty();
      }
      origin = reached;
      broken = -1;
      parser = null;
    }
    JsonParser json = parser;
    try {
      if (json == null) {
        // Only now: the parser reads ahead when it is made, and the first event may be far off.
        json = JsonFormat.FACTORY.createParser(window);
        parser = json;
      }
      JsonToken token = json.nextToken();
      return token == null ? Optional.empty() : Optional.of(event(json, token));
    } catch (JsonProcessingException e) {
      long at = json == null ? origin : origin + json.currentLocation().getByteOffset();
      // Not by the exception's type: Jackson has several for a text that ends too early.
      if (e instanceof JsonEOFException || window.endsAt(at)) {
        throw new IOException("the watch ended within an event", e);
      }
      broken = at;
      throw new CodecException("malformed event: " + JsonErrors.reason(e), e);
    }
  }

  private WatchFrame event(JsonParser json, JsonToken first) throws IOException {
    if (first != JsonToken.START_OBJECT) {
      json.skipChildren();
      throw new CodecException("an event is no object: " + JsonFormat.describe(first), null);
    }
    long start = json.currentTokenLocation().getByteOffset();
    window.mark(origin + start);
    String type = "";
    boolean found = false;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (field.equals("type") && value == JsonToken.VALUE_STRING) {
        type = json.getText();
      } else if (field.equals("object") && value == JsonToken.START_OBJECT) {
        scan.walk(json);
        found = true;
      } else {
        json.skipChildren();
      }
    }
    if (!found) {
      throw new CodecException("an event of type \"" + type + "\" has no object", null);
    }
    return new WatchFrame(type(type), object(type));
  }

  private WatchFrame.Type type(String type) {
    return switch (type) {
      case "ADDED" -> WatchFrame.Type.ADDED;
      case "MODIFIED" -> WatchFrame.Type.MODIFIED;
      case "DELETED" -> WatchFrame.Type.DELETED;
      case "BOOKMARK" -> WatchFrame.Type.BOOKMARK;
      case "ERROR" -> WatchFrame.Type.ERROR;
      default ->
          throw new CodecException(
              "unknown event type \"" + type + "\" about " + scan.name(""), null);
    };
  }

  private Encoded object(String type) {
    boolean named = !type.equals("BOOKMARK") && !type.equals("ERROR");
    if (named && scan.problem() == null && scan.metadata().name().isEmpty()) {
      throw new CodecException("an event of type " + type + " is about " + scan.name(""), null);
    }
    return scan.finish(window.slice(origin + scan.start(), origin + scan.end()), "", "");
  }

  @Override
  public void close() throws IOException {
    JsonParser json = parser;
    if (json != null) {
      json.close();
    }
    window.close();
  }
}
