package dev.controllerruntime.codec;

import dev.controllerruntime.api.ObjectMetadata;

/** The one implementation of {@link Encoded}; a class, because two of them are never compared. */
final class EncodedObject implements Encoded {
  private final String apiVersion;
  private final String kind;
  private final ObjectMetadata metadata;
  private final byte[] bytes;

  EncodedObject(String apiVersion, String kind, ObjectMetadata metadata, byte[] bytes) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.metadata = metadata;
    this.bytes = bytes;
  }

  @Override
  public String apiVersion() {
    return apiVersion;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public ObjectMetadata metadata() {
    return metadata;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  /** Kind, name and version; never the content, which may be a Secret's. */
  @Override
  public String toString() {
    return (kind.isEmpty() ? "object" : kind) + " " + metadata;
  }
}
