package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.transport.JumpingTime;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.ScriptedTransport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A client over a scripted transport, what it told its listener, and a small cache. */
final class ClientFixture {
  static final Kind<V1ConfigMap> MAPS = Kind.of(V1ConfigMap.class);
  static final ObjectKey KEY = ObjectKey.of("shop/web");
  static final String PATH = "/api/v1/namespaces/shop/configmaps/web";

  final ScriptedTransport transport = new ScriptedTransport();
  final JumpingTime time = new JumpingTime();
  final Codec codec = Codec.json();
  final Map<ObjectKey, Encoded> cached = new LinkedHashMap<>();

  /** {@code stored v5} or {@code deleted u1}, in order. */
  final List<String> told = new ArrayList<>();

  final RuntimeClient client =
      Clients.live(transport, ResourceResolver.discovering(transport, codec, time), codec, time)
          .withFieldManager("expose")
          .withStartingBytes((kind, key) -> Optional.ofNullable(cached.get(key)))
          .withListener(
              new WriteListener() {
                @Override
                public void stored(Kind<?> kind, Encoded object) {
                  told.add("stored " + kind.kind() + " v" + object.metadata().resourceVersion());
                }

                @Override
                public void deleted(Kind<?> kind, ObjectKey key, String uid) {
                  told.add("deleted " + kind.kind() + " " + key + " " + uid);
                }
              });

  /** A ConfigMap shop/web with uid u1 in that version; data and metadata as JSON members. */
  static String map(String version, String data, String... metadata) {
    StringBuilder more = new StringBuilder();
    for (String each : metadata) {
      more.append(',').append(each);
    }
    return """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"web","namespace":"shop","uid":"u1",\
        "resourceVersion":"%s","creationTimestamp":"2026-01-01T00:00:00Z"%s},"data":{%s}}"""
        .formatted(version, more, data);
  }

  static V1ConfigMap newMap() {
    return new V1ConfigMap()
        .metadata(new V1ObjectMeta().namespace("shop").name("web"))
        .putDataItem("a", "1");
  }

  static V1ObjectMeta meta(V1ConfigMap map) {
    return Objects.requireNonNull(map.getMetadata());
  }

  static Map<String, String> data(V1ConfigMap map) {
    return Objects.requireNonNull(map.getData());
  }

  void cache(String json) {
    Encoded object = codec.read(json.getBytes(StandardCharsets.UTF_8));
    cached.put(object.metadata().key(), object);
  }

  /** The body of a call as a tree. */
  Map<String, @Nullable Object> sent(int call) {
    return codec.tree(transport.body(call).getBytes(StandardCharsets.UTF_8));
  }

  /** A member of the metadata that was sent. */
  @Nullable Object sentMetadata(int call, String member) {
    return sent(call).get("metadata") instanceof Map<?, ?> metadata ? metadata.get(member) : null;
  }

  String method(int call) {
    return transport.call(call).method();
  }

  Map<String, String> query(int call) {
    return transport.call(call).query();
  }
}
