package dev.controllerruntime.codec;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import java.io.InputStream;
import java.util.List;
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
  /** The codec for JSON: one for all, immutable and thread-safe. */
  static Codec json() {
    return JsonCodec.SHARED;
  }

  /**
   * One object from bytes: one pass that reads the metadata and drops {@code managedFields}. All
   * else stays byte for byte.
   *
   * @param bytes UTF-8; not to be changed afterwards, since they may be kept
   * @throws CodecException when the bytes are no object or nest too deeply
   */
  Encoded read(byte[] bytes);

  /**
   * The object in the shape of the kind; unknown fields are left out.
   *
   * @throws CodecException when a field has a type that the shape cannot hold; names the field
   */
  <T> T decode(Kind<T> kind, Encoded object);

  /**
   * Encodes; {@code apiVersion} and {@code kind} are those of the kind. Left out: null, and empty
   * lists and maps that a new instance of the class has by itself. Kept: empty objects, empty
   * texts, 0 and false; in trees and free-form fields everything.
   *
   * @throws CodecException when the object holds something that is no JSON; names the field
   */
  <T> Encoded encode(Kind<T> kind, T object);

  /**
   * Carries the difference of {@code before} and {@code after} over to {@code base}: what did not
   * change between them keeps its bytes in base (unknown fields, quantity texts, empties).
   *
   * <p>Objects go member by member. In a list, elements that were not changed keep their bytes
   * wherever they stand now; changed ones are told apart by an identifying field (name, uid, type,
   * key, …) where all have one of their own, else by their place while the length is the same; all
   * others are taken from {@code after}. A field that only base has stays with its object.
   *
   * @param before what decoding base and encoding it again gives
   * @param after the same, changed in between
   * @return empty when before and after are equal
   */
  Optional<Encoded> carryOver(Encoded before, Encoded after, Encoded base);

  /**
   * JSON pointers of the fields that the kind's class has no place for, in the order of the bytes:
   * what decoding and encoding would lose. Empty for kinds without a class of their own.
   *
   * @throws CodecException as {@link #decode}
   */
  List<String> unknownFields(Kind<?> kind, Encoded object);

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
