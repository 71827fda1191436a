package dev.controllerruntime.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.AnnotationIntrospectorPair;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Java objects to JSON and back: the one configuration of Jackson's databind part. */
final class ObjectBinding {
  private final ObjectMapper mapper = mapper();
  private final Map<Class<?>, ObjectReader> readers = new ConcurrentHashMap<>();
  private final ObjectWriter typedWriter =
      mapper.writer(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
  private final ObjectReader treeReader =
      mapper.readerFor(new TypeReference<LinkedHashMap<String, Object>>() {});

  private static ObjectMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder(JsonFormat.FACTORY)
            .annotationIntrospector(
                new AnnotationIntrospectorPair(
                    new GsonNames(), new JacksonAnnotationIntrospector()))
            .addModule(new ScalarModule())
            // A cluster newer than the class has more fields.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // "80" is not 80 and 1.5 is not 1: written back, they would be another value.
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            // An explicit null is the same as absent, as on the server: the class's default stays.
            .defaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SKIP))
            // Inside maps null is content (free-form fields), elsewhere it is absence.
            .defaultPropertyInclusion(
                JsonInclude.Value.construct(
                    JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .withCoercionConfig(
                LogicalType.Textual,
                config ->
                    config
                        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();
    mapper.setSerializerFactory(
        mapper.getSerializerFactory().withSerializerModifier(new ModelDefaults()));
    return mapper;
  }

  private ObjectReader reader(Class<?> type) {
    return readers.computeIfAbsent(type, mapper::readerFor);
  }

  <T> T read(Class<T> type, byte[] bytes) throws IOException {
    return type.cast(reader(type).readValue(bytes));
  }

  /** Null when the bytes say null. */
  @Nullable Map<String, @Nullable Object> tree(byte[] bytes) throws IOException {
    return treeReader.readValue(bytes);
  }

  /** Maps of a typed object go by key: those of the models are hash-ordered. */
  byte[] write(Object value) throws JsonProcessingException {
    return typedWriter.writeValueAsBytes(value);
  }

  /** Maps of a tree keep their order. */
  byte[] writeTree(Map<String, ? extends @Nullable Object> tree) throws JsonProcessingException {
    return mapper.writeValueAsBytes(tree);
  }

  /** Pointers of the fields that the class has no place for, in the order of the bytes. */
  List<String> unknownFields(Class<?> type, byte[] bytes) throws IOException {
    List<String> unknown = new ArrayList<>();
    reader(type)
        .withHandler(
            new DeserializationProblemHandler() {
              @Override
              public boolean handleUnknownProperty(
                  DeserializationContext context,
                  JsonParser parser,
                  JsonDeserializer<?> deserializer,
                  Object beanOrClass,
                  String name)
                  throws IOException {
                unknown.add(parser.getParsingContext().pathAsPointer().toString());
                parser.skipChildren();
                return true;
              }
            })
        .readValue(bytes);
    return unknown;
  }
}
