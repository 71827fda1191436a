package dev.controllerruntime.apiserver.protobuf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The recorded messages of the built-in kinds. */
final class ProtobufSchemas {
  private static final String FILE = "/dev/controllerruntime/apiserver/recorded/1.36/protobuf.tsv";

  /**
   * One field of a message.
   *
   * @param name in JSON; empty where the value's own fields stand in the object itself
   * @param how {@code one}, {@code unlessempty}, {@code many} or {@code inline}
   * @param form a scalar, a special form, {@code map:} and the form of its values, or a message
   */
  record Field(String name, String how, String form) {}

  private final Map<String, String> kinds = new HashMap<>();
  private final Map<String, Map<Integer, Field>> messages = new HashMap<>();

  private ProtobufSchemas() {}

  static ProtobufSchemas load() {
    ProtobufSchemas schemas = new ProtobufSchemas();
    InputStream in = ProtobufSchemas.class.getResourceAsStream(FILE);
    if (in == null) {
      throw new IllegalStateException("no recorded " + FILE);
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      Map<Integer, Field> fields = new HashMap<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.split("\t", -1);
        if (columns[0].equals("kind")) {
          schemas.kinds.put(key(columns[1], columns[2]), columns[3]);
        } else if (columns[0].equals("message")) {
          fields = new HashMap<>();
          schemas.messages.put(columns[1], fields);
        } else if (!line.startsWith("#")) {
          fields.put(Integer.valueOf(columns[0]), new Field(columns[1], columns[2], columns[3]));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + FILE, e);
    }
    return schemas;
  }

  /** The message of a kind; every group version knows DeleteOptions. */
  Optional<String> message(String apiVersion, String kind) {
    String version = kind.equals("DeleteOptions") ? "v1" : apiVersion;
    return Optional.ofNullable(kinds.get(key(version, kind)));
  }

  /** The fields of a message by number. */
  Map<Integer, Field> fields(String message) {
    Map<Integer, Field> fields = messages.get(message);
    if (fields == null) {
      throw new IllegalStateException("no recorded message " + message);
    }
    return fields;
  }

  private static String key(String apiVersion, String kind) {
    return apiVersion + " " + kind;
  }
}
