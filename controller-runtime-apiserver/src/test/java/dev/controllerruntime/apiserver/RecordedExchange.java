package dev.controllerruntime.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps what the engine sends. */
final class RecordedExchange implements Exchange {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<byte[]> frames = new ArrayList<>();
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private int status;
  private boolean ended;

  @Override
  public void head(int newStatus, Map<String, String> newHeaders) {
    if (status != 0) {
      throw new IllegalStateException("two heads");
    }
    status = newStatus;
    headers.putAll(newHeaders);
  }

  @Override
  public void frame(byte[] bytes) {
    if (status == 0 || ended) {
      throw new IllegalStateException("a frame before the head or after the end");
    }
    frames.add(bytes);
  }

  @Override
  public void end() {
    if (ended) {
      throw new IllegalStateException("two ends");
    }
    ended = true;
  }

  /** 0 while there is no answer. */
  int status() {
    return status;
  }

  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  boolean ended() {
    return ended;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    frames.forEach(frame -> text.append(new String(frame, StandardCharsets.UTF_8)));
    return text.toString();
  }

  JsonNode json() {
    return parse(text());
  }

  /** The frames of a watch. */
  List<JsonNode> events() {
    return frames.stream().map(f -> parse(new String(f, StandardCharsets.UTF_8))).toList();
  }

  /** {@code ADDED a@5} for each event of a watch. */
  List<String> shortEvents() {
    return events().stream()
        .map(
            event -> {
              JsonNode metadata = event.path("object").path("metadata");
              return event.path("type").asText()
                  + " "
                  + metadata.path("name").asText()
                  + "@"
                  + metadata.path("resourceVersion").asText();
            })
        .toList();
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }
}
