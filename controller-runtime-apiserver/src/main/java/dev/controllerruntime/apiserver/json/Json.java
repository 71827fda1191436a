package dev.controllerruntime.apiserver.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;

/**
 * Trees to bytes and back.
 *
 * @since 0.1.0
 */
public final class Json {
  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder().maxNestingDepth(1_000).maxStringLength(4 << 20).build();
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              com.fasterxml.jackson.core.JsonFactory.builder()
                  .streamReadConstraints(CONSTRAINTS)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final ObjectMapper YAML =
      YAMLMapper.builder(
              YAMLFactory.builder()
                  .streamReadConstraints(CONSTRAINTS)
                  .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                  .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                  .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                  .build())
          .build();
  private static final ObjectWriter PRETTY =
      JSON.writer(
          new DefaultPrettyPrinter()
              .withObjectIndenter(new com.fasterxml.jackson.core.util.DefaultIndenter("  ", "\n")));

  /** Numbers are equal by value, whatever Java type holds them. */
  private static final Comparator<JsonNode> BY_VALUE =
      (a, b) -> {
        if (a.isNumber() && b.isNumber()) {
          return a.decimalValue().compareTo(b.decimalValue());
        }
        return a.equals(b) ? 0 : 1;
      };

  private Json() {}

  /** A new empty object. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * A tree from JSON.
   *
   * @throws JsonProcessingException when it is no JSON
   */
  public static JsonNode parse(byte[] json) throws JsonProcessingException {
    return read(JSON, json, false);
  }

  /**
   * A tree from JSON in which no object has a key twice.
   *
   * @throws JsonProcessingException when it is no JSON or has a duplicate key
   */
  public static JsonNode parseWithoutDuplicates(byte[] json) throws JsonProcessingException {
    return read(JSON, json, true);
  }

  /**
   * A tree from the first document of a YAML text.
   *
   * @param duplicates whether a key may be there twice; the last one then wins
   * @throws JsonProcessingException when it is no YAML
   */
  public static JsonNode parseYaml(byte[] yaml, boolean duplicates) throws JsonProcessingException {
    return read(YAML, yaml, !duplicates);
  }

  private static JsonNode read(ObjectMapper mapper, byte[] bytes, boolean strict)
      throws JsonProcessingException {
    try (JsonParser parser = mapper.createParser(bytes)) {
      if (strict) {
        parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      }
      JsonNode tree = mapper.readTree(parser);
      return tree == null ? JsonNodeFactory.instance.missingNode() : tree;
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /** A tree that a stored object's own bytes are known to hold. */
  public static ObjectNode stored(byte[] json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException("stored bytes are not JSON", e);
    }
  }

  /** A resource of this module as a tree. */
  public static JsonNode resource(InputStream in) {
    try (in) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException("a resource of this module is not JSON", e);
    }
  }

  /** Compact JSON without a newline. */
  public static byte[] bytes(JsonNode tree) {
    try {
      return JSON.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }

  /** Indented JSON without a newline at the end. */
  public static byte[] pretty(JsonNode tree) {
    try {
      return PRETTY.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }

  /** YAML with its last newline. */
  public static byte[] yaml(JsonNode tree) {
    try {
      return YAML.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }

  /** Whether two trees say the same: objects in any order of fields, numbers by value. */
  public static boolean same(JsonNode a, JsonNode b) {
    return a.equals(BY_VALUE, b);
  }
}
