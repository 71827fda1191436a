package dev.controllerruntime.codec;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to objects and back.
 *
 * @since 0.1.0
 */
@Internal
public interface Codec {
  /**
   * One object from bytes: one pass that reads the metadata and drops {@code managedFields}.
   *
   * @throws CodecException when the bytes are no object or nest too deeply
   */
  Encoded read(byte[] bytes);

  /**
   * The object in the shape of the kind; unknown fields are left out.
   *
   * @throws CodecException when a field has a type that the shape cannot hold; names the field
   */
  <T> T decode(Kind<T> kind, Encoded object);

  /** Encodes; {@code apiVersion} and {@code kind} are those of the kind. */
  <T> Encoded encode(Kind<T> kind, T object);

  /**
   * Carries the difference of {@code before} and {@code after} over to {@code base}: what did not
   * change between them keeps its bytes in base (unknown fields, quantity texts, empties).
   *
   * @return empty when before and after are equal
   */
  Optional<Encoded> carryOver(Encoded before, Encoded after, Encoded base);

  /** Reads a list body item by item; closes the stream at the end of the reader. */
  ListFrames list(InputStream body);

  /** Reads a watch body event by event; closes the stream at the end of the reader. */
  WatchFrames watch(InputStream body);

  /**
   * Any JSON object as it stands (nothing dropped): maps in the order of the bytes, lists, strings,
   * numbers, booleans, nulls. For small documents that are no stored objects: a {@code Status},
   * discovery, a patch.
   *
   * @throws CodecException when the bytes are no JSON object or nest too deeply
   */
  Map<String, @Nullable Object> tree(byte[] json);

  /** The opposite of {@link #tree}: nulls and empties are written as they stand. */
  byte[] bytes(Map<String, ? extends @Nullable Object> tree);
}
