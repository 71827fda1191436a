package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out empty lists and maps that the class itself puts in place: client-java's models come
 * with every list and map empty, and written out they would wipe finalizers in a merge patch and
 * claim fields in an apply. Where a class starts with null, an empty list is the user's word and is
 * written.
 */
final class ModelDefaults extends BeanSerializerModifier {
  private static final long serialVersionUID = 1L;

  @Override
  public List<BeanPropertyWriter> changeProperties(
      SerializationConfig config, BeanDescription type, List<BeanPropertyWriter> writers) {
    if (type.getType().isAbstract() || type.findDefaultConstructor() == null) {
      return writers;
    }
    Object fresh = type.instantiateBean(config.canOverrideAccessModifiers());
    writers.replaceAll(
        writer -> {
          boolean container =
              writer.getType().isCollectionLikeType() || writer.getType().isMapLikeType();
          return container && isEmpty(read(writer, fresh)) ? new NotWhenEmpty(writer) : writer;
        });
    return writers;
  }

  private static @Nullable Object read(BeanPropertyWriter writer, Object fresh) {
    writer.getMember().fixAccess(false);
    return writer.getMember().getValue(fresh);
  }

  private static boolean isEmpty(@Nullable Object value) {
    return (value instanceof Collection<?> list && list.isEmpty())
        || (value instanceof Map<?, ?> map && map.isEmpty());
  }

  private static final class NotWhenEmpty extends BeanPropertyWriter {
    private static final long serialVersionUID = 1L;

    NotWhenEmpty(BeanPropertyWriter writer) {
      super(writer);
    }

    @Override
    public void serializeAsField(
        Object bean, JsonGenerator generator, SerializerProvider serializers) throws Exception {
      if (!isEmpty(get(bean))) {
        super.serializeAsField(bean, generator, serializers);
      }
    }
  }
}
