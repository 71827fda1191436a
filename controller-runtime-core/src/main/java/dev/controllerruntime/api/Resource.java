package dev.controllerruntime.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class or record of the user's own as the Java shape of one kind. The type needs a
 * property or record component {@code metadata} of type {@code V1ObjectMeta}.
 *
 * @since 0.1.0
 */
@Stable
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Resource {
  /** API group; empty for the core group. */
  String group();

  /** API version, such as {@code v1}. */
  String version();

  /** Kind, such as {@code Widget}. */
  String kind();

  /** Plural name in URLs, such as {@code widgets}. */
  String plural();

  /** Where its objects live; namespaced unless told otherwise. */
  Scope scope() default Scope.NAMESPACED;
}
