package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The codec for JSON. No state but caches of how classes are bound. */
final class JsonCodec implements Codec {
  static final JsonCodec SHARED = new JsonCodec();

  private final ObjectBinding binding = new ObjectBinding();

  private JsonCodec() {}

  @Override
  public Encoded read(byte[] bytes) {
    Scan scan = new Scan();
    try (JsonParser parser = JsonFormat.parser(bytes)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw new CodecException(
            "expected an object, found " + (first == null ? "nothing" : JsonFormat.describe(first)),
            null);
      }
      scan.walk(parser);
      if (parser.nextToken() != null) {
        throw new CodecException(scan.name("") + ": something follows the object", null);
      }
      return scan.finish(slice(bytes, scan.start(), scan.end()), "", "");
    } catch (JsonProcessingException e) {
      throw new CodecException("not JSON: " + JsonErrors.reason(e), e);
    } catch (IOException e) {
      throw new CodecException("unreadable: " + e.getMessage(), e);
    }
  }

  private static byte[] slice(byte[] bytes, long from, long to) {
    return from == 0 && to == bytes.length
        ? bytes
        : Arrays.copyOfRange(bytes, (int) from, (int) to);
  }

  @Override
  public <T> T decode(Kind<T> kind, Encoded object) {
    try {
      return switch (kind.view()) {
        case METADATA -> kind.type().cast(object.metadata());
        case DYNAMIC -> kind.type().cast(DynamicObjects.wrap(tree(object.bytes())));
        case TYPED -> binding.read(kind.type(), object.bytes());
      };
    } catch (JsonProcessingException e) {
      throw cannot("decode", kind, object, JsonErrors.field(e), e);
    } catch (IOException e) {
      throw cannot("decode", kind, object, String.valueOf(e.getMessage()), e);
    }
  }

  private static CodecException cannot(
      String what, Kind<?> kind, Encoded object, String why, IOException e) {
    return new CodecException(
        "cannot " + what + " " + kind.kind() + " " + object.metadata() + ": " + why, e);
  }

  @Override
  public <T> Encoded encode(Kind<T> kind, T object) {
    try {
      return withType(kind, write(object));
    } catch (JsonProcessingException e) {
      throw cannotEncode(kind, object, JsonErrors.field(e), e);
    } catch (IllegalArgumentException e) {
      throw cannotEncode(kind, object, String.valueOf(e.getMessage()), e);
    }
  }

  private byte[] write(Object object) throws JsonProcessingException {
    if (object instanceof DynamicObject dynamic) {
      // A copy, because users put maps of any kind into the tree, also such without a fixed order.
      return binding.writeTree(DynamicObjects.fromMap(dynamic.asMap()).asMap());
    }
    return object instanceof ObjectMetadata metadata
        ? binding.writeTree(MetadataTree.of(metadata))
        : binding.write(object);
  }

  private static <T> CodecException cannotEncode(Kind<T> kind, T object, String why, Exception e) {
    return new CodecException(
        "cannot encode " + kind.kind() + " " + kind.metadata(object) + ": " + why, e);
  }

  /** What stands in the object itself is not asked: the kind knows. */
  private static Encoded withType(Kind<?> kind, byte[] bytes) {
    try (JsonParser parser = JsonFormat.parser(bytes)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new CodecException("a " + kind.kind() + " must encode as an object", null);
      }
      Scan scan = new Scan(true);
      scan.walk(parser);
      return scan.finish(bytes, kind.apiVersion(), kind.kind());
    } catch (IOException e) {
      throw new CodecException("cannot encode " + kind.kind() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<Encoded> carryOver(Encoded before, Encoded after, Encoded base) {
    JsonTree from = JsonTree.parse(before.bytes());
    JsonTree to = JsonTree.parse(after.bytes());
    if (from.sameAs(to)) {
      return Optional.empty();
    }
    return Optional.of(read(Difference.carryOver(from, to, JsonTree.parse(base.bytes()))));
  }

  @Override
  public List<String> unknownFields(Kind<?> kind, Encoded object) {
    if (kind.view() != Kind.View.TYPED) {
      return List.of();
    }
    try {
      return binding.unknownFields(kind.type(), object.bytes()).stream()
          .filter(pointer -> !pointer.equals("/apiVersion") && !pointer.equals("/kind"))
          .toList();
    } catch (JsonProcessingException e) {
      throw cannot("decode", kind, object, JsonErrors.field(e), e);
    } catch (IOException e) {
      throw cannot("decode", kind, object, String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public ListFrames list(InputStream body) {
    return new JsonListFrames(body);
  }

  @Override
  public WatchFrames watch(InputStream body) {
    return new JsonWatchFrames(body);
  }

  @Override
  public Map<String, @Nullable Object> tree(byte[] json) {
    try {
      Map<String, @Nullable Object> tree = binding.tree(json);
      if (tree == null) {
        throw new CodecException("no JSON object: null", null);
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw new CodecException("no JSON object: " + JsonErrors.field(e), e);
    } catch (IOException e) {
      throw new CodecException("unreadable: " + e.getMessage(), e);
    }
  }

  @Override
  public byte[] bytes(Map<String, ? extends @Nullable Object> tree) {
    try {
      return binding.writeTree(tree);
    } catch (JsonProcessingException e) {
      throw new CodecException("no JSON: " + JsonErrors.field(e), e);
    }
  }
}
