package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;

/**
 * What a caller asked for, in the words of its messages.
 *
 * @param verb such as {@code apply}
 * @param kind of what
 * @param target which: a key, a namespace in words, or empty
 * @param write whether it changes something on the server
 */
record Deed(String verb, Kind<?> kind, String target, boolean write) {
  static Deed read(String verb, Kind<?> kind, ObjectKey key) {
    return new Deed(verb, kind, key.toString(), false);
  }

  static Deed write(String verb, Kind<?> kind, ObjectKey key) {
    return new Deed(verb, kind, key.toString(), true);
  }

  /** {@code apply of Deployment shop/web}. */
  @Override
  public String toString() {
    return verb + " of " + kind.kind() + (target.isEmpty() ? "" : " " + target);
  }
}
