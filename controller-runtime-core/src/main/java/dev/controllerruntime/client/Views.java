package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;

/** Which views of a kind can be written whole. */
final class Views {
  private Views() {}

  static void checkWhole(Kind<?> kind, String verb) {
    if (kind.view() == Kind.View.METADATA) {
      throw new IllegalArgumentException(
          verb
              + " needs whole objects, but the kind "
              + kind.kind()
              + " is metadata only; use patch, or the kind with its class");
    }
  }
}
