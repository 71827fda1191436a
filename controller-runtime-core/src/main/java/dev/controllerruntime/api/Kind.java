package dev.controllerruntime.api;

import java.util.function.UnaryOperator;

/**
 * The type token of everything: group, version, kind, and the Java shape its objects have. Two
 * kinds are equal when group, version, kind, view and transform name are. Equal kinds share one
 * informer.
 *
 * @param <T> the Java shape: a {@code V1*} model, a class or record annotated {@link Resource},
 *     {@link DynamicObject}, or {@link ObjectMetadata}
 * @since 0.1.0
 */
@Stable
public interface Kind<T> {
  /** How objects of the kind look in Java. */
  enum View {
    /** A model class or record. */
    TYPED,
    /** {@link DynamicObject}. */
    DYNAMIC,
    /** {@link ObjectMetadata} alone; the server is asked for nothing more. */
    METADATA
  }

  /** API group; empty for the core group. */
  String group();

  /** API version without the group, such as {@code v1}. */
  String version();

  /** Kind, such as {@code Deployment}. */
  String kind();

  /** Group and version as in {@code apiVersion}: {@code apps/v1}, or {@code v1} for the core. */
  default String apiVersion() {
    return group().isEmpty() ? version() : group() + "/" + version();
  }

  /** How objects of the kind look in Java. */
  View view();

  /** The Java shape. */
  Class<T> type();

  /** Name of the transform; empty without one. */
  String transformName();

  /** Metadata of a decoded object: the accessor, so that {@code T} needs no supertype. */
  ObjectMetadata metadata(T object);

  /**
   * The same kind with each object changed before it is stored in a cache (to drop what is not
   * needed, say). Named, because two lambdas are never equal. {@code edit} then starts from a live
   * read.
   *
   * @param name part of the kind's identity
   * @param change runs on the watch loop
   */
  Kind<T> transformed(String name, UnaryOperator<DynamicObject> change);
}
