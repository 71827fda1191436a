package dev.controllerruntime.codec;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.ObjectMetadata;

/**
 * An object in its wire encoding, compact and without {@code managedFields}, with its metadata
 * already read. Immutable.
 *
 * @since 0.1.0
 */
@Internal
public interface Encoded {
  /** {@code apiVersion} of the object; empty when the bytes have none. */
  String apiVersion();

  /** {@code kind} of the object; empty when the bytes have none. */
  String kind();

  /** Read in the same pass as the bytes. */
  ObjectMetadata metadata();

  /** The bytes themselves, not a copy: not to be changed. */
  byte[] bytes();
}
