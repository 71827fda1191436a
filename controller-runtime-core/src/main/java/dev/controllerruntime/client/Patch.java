package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;

/**
 * A patch in its JSON text.
 *
 * @param type how the server reads it
 * @param json the patch
 * @since 0.1.0
 */
@Stable
public record Patch(Type type, String json) {
  /** How the server reads a patch. */
  public enum Type {
    /** RFC 6902. */
    JSON("application/json-patch+json"),
    /** RFC 7386. */
    MERGE("application/merge-patch+json");

    private final String mediaType;

    Type(String mediaType) {
      this.mediaType = mediaType;
    }

    /** The content type of the request. */
    public String mediaType() {
      return mediaType;
    }
  }

  /** A list of operations (RFC 6902). */
  public static Patch json(String operations) {
    return new Patch(Type.JSON, operations);
  }

  /** A partial object, null deletes (RFC 7386). */
  public static Patch merge(String partial) {
    return new Patch(Type.MERGE, partial);
  }
}
