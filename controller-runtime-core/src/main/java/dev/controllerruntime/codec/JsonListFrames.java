package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Walks over a list body with one parser and cuts each item out of it. */
final class JsonListFrames implements ListFrames {
  private enum Where {
    BEFORE,
    ITEMS,
    BEHIND
  }

  private final ByteWindow window;
  private final Scan scan = new Scan();
  private @Nullable JsonParser parser;
  private Where where = Where.BEFORE;
  private boolean itemsSeen;
  private int read;
  private String kind = "";
  private String itemKind = "";
  private String apiVersion = "";
  private String resourceVersion = "";
  private String continueToken = "";

  JsonListFrames(InputStream body) {
    window = new ByteWindow(body);
  }

  @Override
  public Optional<Encoded> next() throws IOException {
    try {
      JsonParser json = parser;
      if (json == null) {
        // Only now: the parser reads ahead when it is made, and the body may be slow to come.
        json = JsonFormat.FACTORY.createParser(window);
        parser = json;
        if (json.nextToken() != JsonToken.START_OBJECT) {
          throw new IOException("the body is no list: " + found(json));
        }
      }
      return next(json);
    } catch (JsonProcessingException e) {
      throw new IOException(
          "the list cannot be read beyond item " + read + ": " + JsonErrors.reason(e), e);
    }
  }

  private Optional<Encoded> next(JsonParser json) throws IOException {
    if (where == Where.BEFORE) {
      members(json);
    }
    if (where == Where.ITEMS) {
      JsonToken token = json.nextToken();
      if (token != JsonToken.END_ARRAY) {
        return Optional.of(item(json, token));
      }
      members(json);
    }
    return Optional.empty();
  }

  private Encoded item(JsonParser json, JsonToken token) throws IOException {
    read++;
    if (token != JsonToken.START_OBJECT) {
      json.skipChildren();
      throw new CodecException(
          "item " + read + " of " + kind + " is no object: " + JsonFormat.describe(token), null);
    }
    window.mark(json.currentTokenLocation().getByteOffset());
    scan.walk(json);
    if (scan.problem() == null && scan.metadata().name().isEmpty()) {
      throw new CodecException("item " + read + " of " + kind + " has no name", null);
    }
    return scan.finish(window.slice(scan.start(), scan.end()), apiVersion, itemKind);
  }

  /** Reads members of the list itself up to its items or its end. */
  private void members(JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "kind" -> {
          kind = textOrEmpty(json, value);
          itemKind = kind.endsWith("List") ? kind.substring(0, kind.length() - 4) : "";
        }
        case "apiVersion" -> apiVersion = textOrEmpty(json, value);
        case "metadata" -> metadata(json, value);
        case "items" -> {
          itemsSeen = true;
          if (value == JsonToken.START_ARRAY) {
            where = Where.ITEMS;
            return;
          }
          if (value != JsonToken.VALUE_NULL) {
            throw new IOException("the items are no list: " + JsonFormat.describe(value));
          }
        }
        default -> json.skipChildren();
      }
    }
    end(json);
  }

  private void end(JsonParser json) throws IOException {
    where = Where.BEHIND;
    if (!itemsSeen) {
      throw new IOException("the body is no list: it has no items; its kind is \"" + kind + "\"");
    }
    // Reads to the end of the body, so that its connection can be used again.
    if (json.nextToken() != null) {
      throw new IOException("something follows the list: " + found(json));
    }
  }

  private void metadata(JsonParser json, JsonToken value) throws IOException {
    if (value != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken token = json.nextToken();
      switch (field) {
        case "resourceVersion" -> resourceVersion = textOrEmpty(json, token);
        case "continue" -> continueToken = textOrEmpty(json, token);
        default -> json.skipChildren();
      }
    }
  }

  private static String textOrEmpty(JsonParser json, JsonToken value) throws IOException {
    json.skipChildren();
    return value == JsonToken.VALUE_STRING ? json.getText() : "";
  }

  private static String found(JsonParser json) {
    JsonToken token = json.currentToken();
    return token == null ? "it is empty" : "found " + JsonFormat.describe(token);
  }

  @Override
  public String resourceVersion() {
    return resourceVersion;
  }

  @Override
  public String continueToken() {
    return continueToken;
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
