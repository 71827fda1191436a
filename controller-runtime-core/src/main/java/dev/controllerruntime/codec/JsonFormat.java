package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;

/** The one configuration of Jackson's streaming part, and words for its tokens. */
final class JsonFormat {
  /** Deeper than any object that the API server accepts in practice; bounds the stack. */
  private static final int DEEPEST = 500;

  /** The server's own limit of a request is 3 MB; aggregated API servers may allow more. */
  private static final int LONGEST_TEXT = 100_000_000;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          // Not per thread, as is Jackson's default: a virtual thread would make buffers of its
          // own.
          .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
          // Keys of labels, annotations and ConfigMaps are anybody's; the JVM's string table is
          // shared by all.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxStringLength(LONGEST_TEXT)
                  .build())
          .build();

  private JsonFormat() {}

  /**
   * A parser that counts in bytes.
   *
   * @throws CodecException when the bytes are not UTF-8 but UTF-16 or UTF-32
   */
  static JsonParser parser(byte[] bytes) throws IOException {
    JsonParser parser = FACTORY.createParser(bytes);
    if (parser.currentLocation().getByteOffset() < 0) {
      parser.close();
      throw new CodecException("the bytes are not UTF-8", null);
    }
    return parser;
  }

  static String quote(String text) {
    return "\"" + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }

  static String describe(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "a text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> token.name();
    };
  }
}
