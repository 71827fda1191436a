package dev.controllerruntime.api;

/**
 * Why a request was queued: a change of an object, a timer or a retry.
 *
 * @param kind the kind of the object that changed
 * @param key the object that changed
 * @param type what happened: {@code added}, {@code modified}, {@code deleted}, {@code timer}, …
 * @since 0.1.0
 */
@Stable
public record Cause(Kind<?> kind, ObjectKey key, String type) {
  @Override
  public String toString() {
    return type + " " + kind.kind() + " " + key;
  }
}
