package dev.controllerruntime.apiserver.schema;

import dev.controllerruntime.apiserver.schema.Schema.WhenEmpty;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the Go sources tell of empty fields and the published schemas do not; recorded as data. */
final class TypedFields {
  private static final Map<String, WhenEmpty> EXCEPTIONS = load();

  private TypedFields() {}

  /** What stands for this field when it is empty; null where the rule holds. */
  static @Nullable WhenEmpty exception(String definition, String field) {
    return EXCEPTIONS.get(definition + "\t" + field);
  }

  private static Map<String, WhenEmpty> load() {
    Map<String, WhenEmpty> exceptions = new HashMap<>();
    try (InputStream in = TypedFields.class.getResourceAsStream("typed-form.tsv")) {
      if (in == null) {
        throw new IllegalStateException("typed-form.tsv is missing from the jar");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(
              line -> {
                int last = line.lastIndexOf('\t');
                exceptions.put(line.substring(0, last), whenEmpty(line.substring(last + 1)));
              });
    } catch (IOException e) {
      throw new UncheckedIOException("typed-form.tsv cannot be read", e);
    }
    return exceptions;
  }

  private static WhenEmpty whenEmpty(String text) {
    return switch (text) {
      case "null" -> WhenEmpty.NULL;
      case "omitted" -> WhenEmpty.OMITTED;
      case "quantity" -> WhenEmpty.ZERO_QUANTITY;
      default -> throw new IllegalStateException("typed-form.tsv has an unknown entry: " + text);
    };
  }
}
