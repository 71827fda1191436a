package dev.controllerruntime.client;

import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes uid and version into bodies, where the server reads them as preconditions. */
final class Preconditions {
  private Preconditions() {}

  /**
   * The patch with its preconditions. In a JSON patch another uid fails its test (422), another
   * version is a conflict (409).
   *
   * @throws IllegalArgumentException when the patch is not of its type
   */
  static byte[] carriedBy(Patch patch, WriteSettings settings, Codec codec) {
    byte[] plain = patch.json().getBytes(StandardCharsets.UTF_8);
    if (patch.type() == Patch.Type.MERGE) {
      return inObject(plain, settings.uid(), settings.resourceVersion(), codec);
    }
    String text = patch.json().strip();
    if (!text.startsWith("[")) {
      throw new IllegalArgumentException(
          "a JSON patch is a list of operations, but it starts with: "
              + text.substring(0, Math.min(20, text.length())));
    }
    List<String> first = new ArrayList<>();
    if (!settings.uid().isEmpty()) {
      first.add(operation("test", "/metadata/uid", settings.uid(), codec));
    }
    if (!settings.resourceVersion().isEmpty()) {
      first.add(
          operation("replace", "/metadata/resourceVersion", settings.resourceVersion(), codec));
    }
    if (first.isEmpty()) {
      return plain;
    }
    String rest = text.substring(1);
    String separator = rest.strip().startsWith("]") ? "" : ",";
    return ("[" + String.join(",", first) + separator + rest).getBytes(StandardCharsets.UTF_8);
  }

  private static String operation(String op, String path, String value, Codec codec) {
    Map<String, @Nullable Object> operation = new LinkedHashMap<>();
    operation.put("op", op);
    operation.put("path", path);
    operation.put("value", value);
    return new String(codec.bytes(operation), StandardCharsets.UTF_8);
  }

  /** The object with uid and version in its metadata; empty ones are left as they are. */
  static byte[] inObject(byte[] object, String uid, String version, Codec codec) {
    if (uid.isEmpty() && version.isEmpty()) {
      return object;
    }
    Map<String, @Nullable Object> tree;
    try {
      tree = new LinkedHashMap<>(codec.tree(object));
    } catch (CodecException e) {
      throw new IllegalArgumentException("the body is no JSON object: " + e.getMessage(), e);
    }
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    if (tree.get("metadata") instanceof Map<?, ?> given) {
      given.forEach((name, value) -> metadata.put(String.valueOf(name), value));
    }
    if (!uid.isEmpty()) {
      metadata.put("uid", uid);
    }
    if (!version.isEmpty()) {
      metadata.put("resourceVersion", version);
    }
    tree.put("metadata", metadata);
    return codec.bytes(tree);
  }
}
