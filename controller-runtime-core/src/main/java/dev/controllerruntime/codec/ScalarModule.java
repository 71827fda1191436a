package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.custom.QuantityFormatException;
import io.kubernetes.client.custom.V1Patch;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** How the scalar types of the models look in JSON. */
final class ScalarModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  /** Integers up to this are exact in a double. */
  private static final double EXACT = 1L << 53;

  ScalarModule() {
    super("controller-runtime");
    addSerializer(new IntOrStringWriter());
    addDeserializer(IntOrString.class, new IntOrStringReader());
    addSerializer(new QuantityWriter());
    addDeserializer(Quantity.class, new QuantityReader());
    addSerializer(new PatchWriter());
    addSerializer(Double.class, new DoubleWriter());
    addSerializer(Double.TYPE, new DoubleWriter());
    addSerializer(new Times.OffsetDateTimeWriter());
    addDeserializer(OffsetDateTime.class, new Times.OffsetDateTimeReader());
    addSerializer(new Times.InstantWriter());
    addDeserializer(Instant.class, new Times.InstantReader());
  }

  private static final class IntOrStringWriter extends StdScalarSerializer<IntOrString> {
    private static final long serialVersionUID = 1L;

    IntOrStringWriter() {
      super(IntOrString.class);
    }

    @Override
    public void serialize(IntOrString value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      if (value.isInteger()) {
        json.writeNumber(value.getIntValue());
      } else {
        json.writeString(value.getStrValue());
      }
    }
  }

  private static final class IntOrStringReader extends StdScalarDeserializer<IntOrString> {
    private static final long serialVersionUID = 1L;

    IntOrStringReader() {
      super(IntOrString.class);
    }

    @Override
    public IntOrString deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      if (json.hasToken(JsonToken.VALUE_NUMBER_INT)) {
        return new IntOrString(json.getIntValue());
      }
      if (json.hasToken(JsonToken.VALUE_STRING)) {
        return new IntOrString(json.getText());
      }
      throw context.wrongTokenException(
          json, IntOrString.class, JsonToken.VALUE_STRING, "an integer or a text is needed");
    }
  }

  private static final class QuantityWriter extends StdScalarSerializer<Quantity> {
    private static final long serialVersionUID = 1L;

    QuantityWriter() {
      super(Quantity.class);
    }

    @Override
    public void serialize(Quantity value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(value.toSuffixedString());
    }
  }

  private static final class QuantityReader extends StdScalarDeserializer<Quantity> {
    private static final long serialVersionUID = 1L;

    QuantityReader() {
      super(Quantity.class);
    }

    @Override
    public Quantity deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      // A bare number is fine: people write cpu: 1 in YAML, and so does the server take it.
      boolean fits = json.hasToken(JsonToken.VALUE_STRING) || json.currentToken().isNumeric();
      if (!fits) {
        throw context.wrongTokenException(
            json, Quantity.class, JsonToken.VALUE_STRING, "a quantity is needed");
      }
      try {
        return Quantity.fromString(json.getText());
      } catch (QuantityFormatException | NumberFormatException e) {
        throw context.weirdStringException(json.getText(), Quantity.class, "no quantity");
      }
    }
  }

  /** A patch is JSON already; without a value it is null. */
  private static final class PatchWriter extends StdScalarSerializer<V1Patch> {
    private static final long serialVersionUID = 1L;

    PatchWriter() {
      super(V1Patch.class);
    }

    @Override
    public void serialize(V1Patch value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeRawValue(value.getValue());
    }
  }

  /** Prints 10 as the server does and not as 10.0. */
  private static final class DoubleWriter extends StdScalarSerializer<Double> {
    private static final long serialVersionUID = 1L;

    DoubleWriter() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      double number = value;
      if (number == Math.rint(number) && Math.abs(number) <= EXACT) {
        json.writeNumber((long) number);
      } else {
        json.writeNumber(number);
      }
    }
  }
}
