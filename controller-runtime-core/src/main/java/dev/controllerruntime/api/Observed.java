package dev.controllerruntime.api;

/**
 * One state of an object. Read-only by contract: every handler of the same change sees the same
 * decoded object.
 *
 * @param <T> the Java shape of the kind
 * @since 0.1.0
 */
@Stable
public interface Observed<T> {
  /** Metadata; never decodes the object. */
  ObjectMetadata metadata();

  /** The object, decoded at most once. Not to be changed. */
  T get();
}
