package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A document with its ETag.
 *
 * @param bytes JSON
 * @param hash upper-case SHA-512, as the real server has it
 * @since 0.1.0
 */
public record Document(byte[] bytes, String hash) {
  static Document of(JsonNode tree) {
    byte[] bytes = Json.bytes(tree);
    return new Document(bytes, hash(bytes));
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-512").digest(bytes);
      return HexFormat.of().withUpperCase().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-512", e);
    }
  }

  /** The text of a JSON document. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
