package dev.controllerruntime.apiserver.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads {@code Accept} and {@code Content-Type}.
 *
 * @since 0.1.0
 */
public final class MediaTypes {
  /** JSON. */
  public static final String JSON = "application/json";

  /** YAML. */
  public static final String YAML = "application/yaml";

  private static final String META = "meta.k8s.io";

  /** The form of the object in the answer. */
  public enum As {
    /** The object itself. */
    OBJECT,
    /** A {@code Table}. */
    TABLE,
    /** Only metadata, one object. */
    PARTIAL,
    /** Only metadata, a list. */
    PARTIAL_LIST
  }

  /**
   * What to answer with.
   *
   * @param yaml YAML instead of JSON
   * @param as the form of the object
   * @param version {@code v1} or {@code v1beta1} of the form
   * @since 0.1.0
   */
  public record Choice(boolean yaml, As as, String version) {
    /** Plain JSON. */
    public static final Choice PLAIN = new Choice(false, As.OBJECT, "v1");

    /** The Content-Type header. */
    public String contentType() {
      return yaml ? YAML : JSON;
    }
  }

  /**
   * One clause of an Accept header.
   *
   * @param type lower case, without parameters
   * @param parameters by lower-case name
   * @since 0.1.0
   */
  public record Clause(String type, Map<String, String> parameters) {}

  private MediaTypes() {}

  /** The media type of a header without its parameters, lower case. */
  public static String type(String header) {
    int end = header.indexOf(';');
    return (end < 0 ? header : header.substring(0, end)).trim().toLowerCase(Locale.ROOT);
  }

  /** The clauses of an Accept header, best first: by quality, then in the given order. */
  public static List<Clause> clauses(String accept) {
    List<Clause> clauses = new ArrayList<>();
    for (String text : accept.split(",")) {
      if (!text.isBlank()) {
        String[] parts = text.split(";");
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
          int equals = parts[i].indexOf('=');
          if (equals > 0) {
            parameters.put(
                parts[i].substring(0, equals).trim().toLowerCase(Locale.ROOT),
                parts[i].substring(equals + 1).trim());
          }
        }
        clauses.add(new Clause(parts[0].trim().toLowerCase(Locale.ROOT), parameters));
      }
    }
    clauses.sort((a, b) -> Double.compare(quality(b), quality(a)));
    return clauses;
  }

  private static double quality(Clause clause) {
    try {
      return Double.parseDouble(clause.parameters().getOrDefault("q", "1"));
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  /**
   * Chooses the answer's form.
   *
   * @param transforms whether the endpoint knows Table and PartialObjectMetadata
   * @throws Failure 406 when nothing fits
   */
  public static Choice choose(String accept, boolean transforms) {
    if (accept.isBlank()) {
      return Choice.PLAIN;
    }
    boolean known = false;
    for (Clause clause : clauses(accept)) {
      boolean json =
          clause.type().equals(JSON)
              || clause.type().equals("*/*")
              || clause.type().equals("application/*");
      boolean yaml = clause.type().equals(YAML);
      if (!json && !yaml) {
        continue;
      }
      known = true;
      String as = clause.parameters().getOrDefault("as", "");
      if (as.isEmpty()) {
        return new Choice(yaml, As.OBJECT, "v1");
      }
      String version = clause.parameters().getOrDefault("v", "");
      boolean meta =
          clause.parameters().getOrDefault("g", "").equals(META)
              && (version.equals("v1") || version.equals("v1beta1"));
      if (transforms && meta) {
        As form =
            switch (as) {
              case "Table" -> As.TABLE;
              case "PartialObjectMetadata" -> As.PARTIAL;
              case "PartialObjectMetadataList" -> As.PARTIAL_LIST;
              default -> As.OBJECT;
            };
        if (form != As.OBJECT) {
          return new Choice(yaml, form, version);
        }
      }
    }
    if (known) {
      throw Failure.of(
              406,
              "NotAcceptable",
              "only the following media types are accepted: application/json, application/yaml")
          .build();
    }
    throw Failure.of(
            406,
            "NotAcceptable",
            "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml")
        .details()
        .build();
  }
}
