package dev.controllerruntime.api;

import java.util.function.UnaryOperator;

/**
 * The type token of everything: group, version, kind, and the Java shape its objects have. Two
 * kinds are equal when group, version, kind, view (with the Java class of a typed one) and
 * transform name are. Equal kinds share one informer.
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

  /**
   * A kind with a Java class: a {@code V1*} model of client-java, looked up in the table of
   * built-in kinds, or a class or record of the user's own annotated {@link Resource}.
   *
   * @throws IllegalArgumentException when the class is neither, or holds no {@code V1ObjectMeta}
   *     under {@code metadata}; the message says which and what to do
   */
  static <T> Kind<T> of(Class<T> type) {
    return Kinds.typed(type);
  }

  /**
   * Any kind without a Java class.
   *
   * @param apiVersion group and version: {@code gateway.networking.k8s.io/v1}, {@code v1}
   * @throws IllegalArgumentException when one of the two is malformed
   */
  static Kind<DynamicObject> dynamic(String apiVersion, String kind) {
    return Kinds.untyped(apiVersion, kind, View.DYNAMIC, DynamicObject.class);
  }

  /**
   * Any kind, but only the metadata of its objects: the server is asked for nothing more.
   *
   * @param apiVersion group and version
   * @throws IllegalArgumentException when one of the two is malformed
   */
  static Kind<ObjectMetadata> metadataOnly(String apiVersion, String kind) {
    return Kinds.untyped(apiVersion, kind, View.METADATA, ObjectMetadata.class);
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

  /** What changes each object before it is stored; changes nothing without a transform. */
  UnaryOperator<DynamicObject> transform();

  /**
   * The same kind with each object changed before it is stored in a cache (to drop what is not
   * needed, say). Named, because two lambdas are never equal. {@code edit} then starts from a live
   * read.
   *
   * @param name part of the kind's identity; not empty. A kind that is transformed already has both
   *     names, joined by a comma, and both changes in that order
   * @param change runs on the watch loop
   */
  Kind<T> transformed(String name, UnaryOperator<DynamicObject> change);
}
