package dev.controllerruntime.apiserver.apply;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The fields that an endpoint never changes and through which nobody comes to own them: status on
 * the main endpoint of a resource with a status subresource, spec (and for some resources part of
 * the metadata) on {@code /status}.
 *
 * <p>Source: {@code GetResetFields} of the registries of Kubernetes 1.36.3; the exceptions to the
 * rule are data beside this class.
 *
 * @since 0.1.0
 */
public final class ResetFields {
  private static final FieldSet SPEC = FieldSet.of("spec");
  private static final FieldSet STATUS = FieldSet.of("status");
  private static final Map<String, FieldSet> EXCEPTIONS = load();

  private ResetFields() {}

  /**
   * Reset fields of a built-in resource.
   *
   * @param group API group, empty for core
   * @param resource plural name
   * @param subresource {@code status} and the like; empty for the main endpoint
   * @param hasStatus whether the resource has a status subresource
   */
  public static FieldSet ofBuiltIn(
      String group, String resource, String subresource, boolean hasStatus) {
    FieldSet exception = EXCEPTIONS.get(key(group, resource, subresource));
    if (exception != null) {
      return exception;
    }
    if (subresource.isEmpty()) {
      return hasStatus ? STATUS : FieldSet.empty();
    }
    return subresource.equals("status") ? SPEC : FieldSet.empty();
  }

  /** Reset fields of a custom resource: {@code /status} leaves all but the status alone. */
  public static FieldSet ofCustomResource(String subresource, boolean hasStatus) {
    if (subresource.isEmpty()) {
      return hasStatus ? STATUS : FieldSet.empty();
    }
    return subresource.equals("status") ? SPEC.union(FieldSet.of("metadata")) : FieldSet.empty();
  }

  private static String key(String group, String resource, String subresource) {
    return group + "\t" + resource + "\t" + subresource;
  }

  private static Map<String, FieldSet> load() {
    Map<String, FieldSet> fields = new HashMap<>();
    try (InputStream in = ResetFields.class.getResourceAsStream("reset-fields.tsv")) {
      if (in == null) {
        throw new IllegalStateException("reset-fields.tsv is missing from the jar");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text.lines().filter(line -> !line.startsWith("#")).forEach(line -> add(fields, line));
    } catch (IOException e) {
      throw new UncheckedIOException("reset-fields.tsv cannot be read", e);
    }
    return fields;
  }

  private static void add(Map<String, FieldSet> fields, String line) {
    int last = line.lastIndexOf('\t');
    FieldSet set = FieldSet.empty();
    for (String path : line.substring(last + 1).split(",", -1)) {
      set = set.union(FieldSet.of(path.split("\\.", -1)));
    }
    fields.put(line.substring(0, last), set);
  }
}
