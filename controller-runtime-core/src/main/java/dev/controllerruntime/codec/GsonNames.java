package dev.controllerruntime.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.introspect.VisibilityChecker;
import com.google.gson.annotations.SerializedName;
import dev.controllerruntime.api.Resource;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Lets Jackson read the annotations that client-java's models carry for Gson, so that the models
 * can be used without Gson's adapters. A class with {@link SerializedName} on a field is bound by
 * its fields alone; a {@link Resource} class of the user's own by its fields, getters and setters;
 * every other class by Jackson's rules.
 */
final class GsonNames extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public @Nullable PropertyName findNameForSerialization(Annotated member) {
    return name(member);
  }

  @Override
  public @Nullable PropertyName findNameForDeserialization(Annotated member) {
    return name(member);
  }

  private static @Nullable PropertyName name(Annotated member) {
    SerializedName name = member.getAnnotation(SerializedName.class);
    return name == null ? null : PropertyName.construct(name.value());
  }

  @Override
  public VisibilityChecker<?> findAutoDetectVisibility(
      AnnotatedClass type, VisibilityChecker<?> checker) {
    if (isGsonStyle(type.getRawType())) {
      return checker
          .withFieldVisibility(Visibility.ANY)
          .withGetterVisibility(Visibility.NONE)
          .withIsGetterVisibility(Visibility.NONE)
          .withSetterVisibility(Visibility.NONE);
    }
    return type.hasAnnotation(Resource.class) && !type.getRawType().isRecord()
        ? checker.withFieldVisibility(Visibility.ANY)
        : checker;
  }

  private static boolean isGsonStyle(Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      if (field.isAnnotationPresent(SerializedName.class)) {
        return true;
      }
    }
    return false;
  }
}
