package dev.controllerruntime.apiserver.protobuf;

/**
 * Bytes that are not the protobuf of a known kind. The message says why.
 *
 * @since 0.1.0
 */
public final class MalformedProtobuf extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedProtobuf(String message) {
    super(message);
  }
}
