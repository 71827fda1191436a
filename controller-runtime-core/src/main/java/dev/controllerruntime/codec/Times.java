package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import dev.controllerruntime.api.MetadataBuilder;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Times, always in UTC. The models have one Java type for the two types of the API: Time, which the
 * server prints in whole seconds, and MicroTime, which it parses only with exactly six fraction
 * digits; which is which is known by field. In classes of the user's own a time keeps its
 * precision.
 */
final class Times {
  private static final String MODELS = "io.kubernetes.client.openapi.models.";

  /**
   * The fields of type MicroTime in the API's schema: of leases, lease candidates, and events of
   * both groups.
   */
  private static final Set<String> MICRO_FIELDS =
      Set.of("acquireTime", "renewTime", "pingTime", "eventTime", "lastObservedTime");

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);

  private Times() {}

  private static Instant read(JsonParser json, DeserializationContext context) throws IOException {
    String text = json.getValueAsString();
    if (text == null) {
      throw context.wrongTokenException(
          json, Instant.class, JsonToken.VALUE_STRING, "a time is needed");
    }
    try {
      return MetadataBuilder.time(text);
    } catch (IllegalArgumentException e) {
      throw context.weirdStringException(text, Instant.class, "no time (RFC 3339)");
    }
  }

  static final class InstantReader extends StdScalarDeserializer<Instant> {
    private static final long serialVersionUID = 1L;

    InstantReader() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return read(json, context);
    }
  }

  static final class OffsetDateTimeReader extends StdScalarDeserializer<OffsetDateTime> {
    private static final long serialVersionUID = 1L;

    OffsetDateTimeReader() {
      super(OffsetDateTime.class);
    }

    @Override
    public OffsetDateTime deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return read(json, context).atOffset(ZoneOffset.UTC);
    }
  }

  static final class InstantWriter extends StdScalarSerializer<Instant> {
    private static final long serialVersionUID = 1L;

    InstantWriter() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(value.toString());
    }
  }

  static final class OffsetDateTimeWriter extends StdScalarSerializer<OffsetDateTime>
      implements ContextualSerializer {
    private static final long serialVersionUID = 1L;

    /** Null for as many digits as the value has. */
    private final transient @Nullable DateTimeFormatter format;

    OffsetDateTimeWriter() {
      this(null);
    }

    private OffsetDateTimeWriter(@Nullable DateTimeFormatter format) {
      super(OffsetDateTime.class);
      this.format = format;
    }

    @Override
    public JsonSerializer<?> createContextual(
        SerializerProvider provider, @Nullable BeanProperty property) {
      if (property == null || property.getMember() == null) {
        return this;
      }
      if (!property.getMember().getDeclaringClass().getName().startsWith(MODELS)) {
        return this;
      }
      return new OffsetDateTimeWriter(MICRO_FIELDS.contains(property.getName()) ? MICROS : SECONDS);
    }

    @Override
    public void serialize(OffsetDateTime value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(
          format == null
              ? value.toInstant().toString()
              : format.format(value.withOffsetSameInstant(ZoneOffset.UTC)));
    }
  }
}
