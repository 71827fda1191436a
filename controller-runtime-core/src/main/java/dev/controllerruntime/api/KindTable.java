package dev.controllerruntime.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The built-in kinds, as a Kubernetes server told them in its discovery when the table was
 * recorded: what client-java's models do not know of themselves (group, plural, scope). Read once
 * from the resource {@code kinds.tsv} beside this class.
 *
 * @since 0.1.0
 */
@Internal
public final class KindTable {
  private static final String RESOURCE = "kinds.tsv";
  private static final String MODELS = "io.kubernetes.client.openapi.models.";
  private static final int COLUMNS = 10;

  private final Map<String, Entry> byClass = new LinkedHashMap<>();
  private final Map<String, Entry> byKind = new LinkedHashMap<>();

  private KindTable(BufferedReader lines) throws IOException {
    lines.readLine(); // the header
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Entry entry = Entry.parse(line);
      byClass.put(MODELS + entry.className(), entry);
      byKind.put(key(entry.group(), entry.version(), entry.kind()), entry);
    }
  }

  /** The kind of a class: from the table for a model, from {@link Resource} for a user's own. */
  public static Optional<Entry> find(Class<?> type) {
    Resource resource = type.getAnnotation(Resource.class);
    if (resource != null) {
      return Optional.of(Entry.of(type, resource));
    }
    return Optional.ofNullable(Loaded.TABLE.byClass.get(type.getName()));
  }

  /** The built-in kind of that group, version and name. */
  public static Optional<Entry> find(String group, String version, String kind) {
    return Optional.ofNullable(Loaded.TABLE.byKind.get(key(group, version, kind)));
  }

  /**
   * What is known of a kind without asking a server: a user's own class tells its plural and scope,
   * the table those of the built-in kinds in any view.
   */
  public static Optional<Entry> find(Kind<?> kind) {
    return kind.view() == Kind.View.TYPED
        ? find(kind.type())
        : find(kind.group(), kind.version(), kind.kind());
  }

  /** All built-in kinds, ordered by class name. */
  public static List<Entry> all() {
    return List.copyOf(Loaded.TABLE.byClass.values());
  }

  private static String key(String group, String version, String kind) {
    return group + "/" + version + "/" + kind;
  }

  /** Read on first use, so that programs with only dynamic kinds never pay for it. */
  private static final class Loaded {
    static final KindTable TABLE = load();

    private static KindTable load() {
      InputStream stream = KindTable.class.getResourceAsStream(RESOURCE);
      if (stream == null) {
        throw new IllegalStateException(
            "the resource " + RESOURCE + " is missing beside " + KindTable.class.getName());
      }
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        return new KindTable(lines);
      } catch (IOException e) {
        throw new UncheckedIOException("the resource " + RESOURCE + " cannot be read", e);
      }
    }
  }

  /**
   * One kind.
   *
   * @param className simple name of the model; the full name of a user's own class
   * @param group API group; empty for the core group
   * @param version API version
   * @param kind kind
   * @param plural plural name in URLs
   * @param singular singular name; empty where it is not known
   * @param scope where its objects live
   * @param verbs what the server does with it ({@code get}, {@code watch}, …); empty where it is
   *     not known
   * @param hasStatus whether it has the subresource {@code status}; false where it is not known
   * @param shortNames short names for command lines
   */
  public record Entry(
      String className,
      String group,
      String version,
      String kind,
      String plural,
      String singular,
      Scope scope,
      List<String> verbs,
      boolean hasStatus,
      List<String> shortNames) {

    /** Copies the lists. */
    public Entry {
      verbs = List.copyOf(verbs);
      shortNames = List.copyOf(shortNames);
    }

    private static Entry parse(String line) {
      List<String> cells = split(line, '\t');
      if (cells.size() != COLUMNS) {
        throw new IllegalStateException(
            RESOURCE + " needs " + COLUMNS + " columns, found " + cells.size() + " in: " + line);
      }
      return new Entry(
          cells.get(0),
          cells.get(1),
          cells.get(2),
          cells.get(3),
          cells.get(4),
          cells.get(5),
          cells.get(6).equals("Cluster") ? Scope.CLUSTER : Scope.NAMESPACED,
          list(cells.get(7)),
          Boolean.parseBoolean(cells.get(8)),
          list(cells.get(9)));
    }

    private static Entry of(Class<?> type, Resource resource) {
      if (resource.version().isEmpty()
          || resource.kind().isEmpty()
          || resource.plural().isEmpty()) {
        throw new IllegalArgumentException(
            "@Resource on " + type.getName() + " needs a version, a kind and a plural");
      }
      return new Entry(
          type.getName(),
          resource.group(),
          resource.version(),
          resource.kind(),
          resource.plural(),
          "",
          resource.scope(),
          List.of(),
          false,
          List.of());
    }

    private static List<String> list(String cell) {
      return cell.isEmpty() ? List.of() : split(cell, ',');
    }

    private static List<String> split(String text, char separator) {
      List<String> parts = new ArrayList<>();
      int from = 0;
      for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
        parts.add(text.substring(from, at));
        from = at + 1;
      }
      parts.add(text.substring(from));
      return parts;
    }
  }
}
