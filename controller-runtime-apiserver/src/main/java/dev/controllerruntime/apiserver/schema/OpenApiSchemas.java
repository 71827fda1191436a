package dev.controllerruntime.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of all recorded kinds, by group-version document. A document is read when the first
 * of its kinds is asked for, and a kind is compiled once.
 *
 * <p>Threading: safe from any thread; loading happens under a lock that never spans a wait.
 *
 * @since 0.1.0
 */
public final class OpenApiSchemas {
  private record GroupVersionKind(String apiVersion, String kind) {}

  private final Function<String, Optional<JsonNode>> documents;
  private final Map<String, Optional<SchemaCompiler>> compilers = new HashMap<>();
  private final Map<GroupVersionKind, Optional<Schema>> found = new HashMap<>();
  private final Object lock = new Object();

  /**
   * Schemas of these documents.
   *
   * @param documents from an apiVersion ({@code v1}, {@code apps/v1}) to the OpenAPI v3 document of
   *     that group-version; called at most once per apiVersion
   */
  public OpenApiSchemas(Function<String, Optional<JsonNode>> documents) {
    this.documents = Objects.requireNonNull(documents, "documents");
  }

  /**
   * The schema of a kind; empty when no document has it.
   *
   * @param apiVersion {@code v1}, {@code apps/v1}
   * @param kind {@code Pod}, {@code Deployment}
   */
  public Optional<Schema> find(String apiVersion, String kind) {
    GroupVersionKind key = new GroupVersionKind(apiVersion, kind);
    synchronized (lock) {
      Optional<Schema> known = found.get(key);
      if (known != null) {
        return known;
      }
      Optional<Schema> schema =
          compiler(apiVersion).flatMap(compiler -> compile(compiler, apiVersion, kind));
      found.put(key, schema);
      return schema;
    }
  }

  /** The schema of a kind, or the {@link Schema#deduced() deduced} one when none is recorded. */
  public Schema of(String apiVersion, String kind) {
    return find(apiVersion, kind).orElseGet(Schema::deduced);
  }

  private Optional<SchemaCompiler> compiler(String apiVersion) {
    Optional<SchemaCompiler> compiler = compilers.get(apiVersion);
    if (compiler == null) {
      compiler =
          documents
              .apply(apiVersion)
              .map(document -> new SchemaCompiler(document.path("components").path("schemas")));
      compilers.put(apiVersion, compiler);
    }
    return compiler;
  }

  private static Optional<Schema> compile(SchemaCompiler compiler, String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    String version = apiVersion.substring(slash + 1);
    @Nullable String name = compiler.nameOf(group, version, kind);
    return name == null ? Optional.empty() : Optional.of(compiler.compile(name));
  }
}
