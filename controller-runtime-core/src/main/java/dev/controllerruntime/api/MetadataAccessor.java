package dev.controllerruntime.api;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** How to reach the metadata of a user's object; found once per kind. */
@FunctionalInterface
interface MetadataAccessor<T> {
  /** Never null: an object without metadata has empty metadata. */
  ObjectMetadata metadata(T object);

  /**
   * Looks for {@link KubernetesObject}, an accessor {@code metadata()}, a getter {@code
   * getMetadata()}, a field {@code metadata}, in this order.
   */
  static <T> MetadataAccessor<T> of(Class<T> type) {
    if (KubernetesObject.class.isAssignableFrom(type)) {
      return object -> orEmpty(((KubernetesObject) object).getMetadata());
    }
    MethodHandle found = find(type);
    if (found == null) {
      throw new IllegalArgumentException(
          type.getName()
              + " needs a record component, getter or field \"metadata\" of type V1ObjectMeta");
    }
    MethodHandle getter = found.asType(MethodType.methodType(V1ObjectMeta.class, Object.class));
    return object -> read(getter, object);
  }

  private static ObjectMetadata read(MethodHandle getter, Object object) {
    try {
      return orEmpty((V1ObjectMeta) getter.invokeExact(object));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(
          "the metadata accessor of " + object.getClass().getName() + " has failed", e);
    }
  }

  private static ObjectMetadata orEmpty(@Nullable V1ObjectMeta meta) {
    return meta == null ? new MetadataBuilder().build() : ObjectMetadata.of(meta);
  }

  private static @Nullable MethodHandle find(Class<?> type) {
    try {
      Method method = method(type);
      if (method != null) {
        open(method, type);
        return MethodHandles.lookup().unreflect(method);
      }
      Field field = field(type);
      if (field != null) {
        open(field, type);
        return MethodHandles.lookup().unreflectGetter(field);
      }
      return null;
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException("the metadata of " + type.getName() + " is closed", e);
    }
  }

  private static void open(AccessibleObject member, Class<?> type) {
    if (!member.trySetAccessible()) {
      throw new IllegalArgumentException(
          "the metadata of "
              + type.getName()
              + " cannot be reached: its module must open package "
              + type.getPackageName());
    }
  }

  private static @Nullable Method method(Class<?> type) {
    Method getter = null;
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        boolean fits =
            method.getParameterCount() == 0
                && method.getReturnType() == V1ObjectMeta.class
                && !Modifier.isStatic(method.getModifiers());
        if (fits && method.getName().equals("metadata")) {
          return method;
        }
        if (fits && getter == null && method.getName().equals("getMetadata")) {
          getter = method;
        }
      }
    }
    return getter;
  }

  private static @Nullable Field field(Class<?> type) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals("metadata")
            && field.getType() == V1ObjectMeta.class
            && !Modifier.isStatic(field.getModifiers())) {
          return field;
        }
      }
    }
    return null;
  }
}
