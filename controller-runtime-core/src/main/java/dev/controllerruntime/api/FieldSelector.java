package dev.controllerruntime.api;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field selector in the text form of the API: {@code field=value}, {@code field==value} or {@code
 * field!=value}, joined by commas, all of which must hold; a backslash escapes comma, equals sign
 * and backslash in a value. Only {@code metadata.name} and {@code metadata.namespace} can be
 * decided here: which other fields a kind offers, and their values, only the server knows.
 * Immutable; equal when parsed to the same terms.
 *
 * @since 0.1.0
 */
@Stable
public final class FieldSelector {
  private static final FieldSelector EVERYTHING = new FieldSelector(List.of());

  private final List<Term> terms;

  private FieldSelector(List<Term> terms) {
    this.terms = List.copyOf(terms);
  }

  /** The selector that holds for every object; its text is empty. */
  public static FieldSelector everything() {
    return EVERYTHING;
  }

  /**
   * Reads the text form; the empty text selects everything.
   *
   * @throws IllegalArgumentException when the text is malformed
   */
  public static FieldSelector parse(String text) {
    List<Term> terms = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || text.charAt(i) == ',') {
        if (i > from) {
          terms.add(Term.parse(text.substring(from, i), text));
        }
        from = i + 1;
      } else if (text.charAt(i) == '\\' && i + 1 < text.length()) {
        i++; // what is escaped separates nothing
      }
    }
    return new FieldSelector(terms);
  }

  /**
   * Whether {@link #matches} can decide it: only metadata.name and metadata.namespace are named.
   */
  public boolean metadataOnly() {
    return terms.stream().allMatch(Term::metadataOnly);
  }

  /**
   * Whether the object fulfils every term.
   *
   * @throws IllegalStateException when only the server can tell (see {@link #metadataOnly()})
   */
  public boolean matches(ObjectMetadata metadata) {
    for (Term term : terms) {
      if (!term.matches(metadata)) {
        return false;
      }
    }
    return true;
  }

  /** Whether it holds for every object. */
  public boolean isEverything() {
    return terms.isEmpty();
  }

  /** Both must hold. */
  public FieldSelector and(FieldSelector other) {
    List<Term> both = new ArrayList<>(terms);
    both.addAll(other.terms);
    return new FieldSelector(both);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSelector that && terms.equals(that.terms);
  }

  @Override
  public int hashCode() {
    return terms.hashCode();
  }

  /** The text form, as it can be sent and parsed again. */
  @Override
  public String toString() {
    return String.join(",", terms.stream().map(Term::toString).toList());
  }

  private record Term(String field, boolean equal, String value) {
    static Term parse(String term, String whole) {
      int equals = term.indexOf('=');
      boolean negated = equals > 0 && term.charAt(equals - 1) == '!';
      String field = equals < 0 ? "" : term.substring(0, negated ? equals - 1 : equals);
      if (field.isEmpty()) {
        throw malformed(whole, "expected field=value or field!=value, found \"" + term + "\"");
      }
      boolean twice = !negated && term.startsWith("==", equals);
      return new Term(field, !negated, unescape(term.substring(equals + (twice ? 2 : 1)), whole));
    }

    private static String unescape(String value, String whole) {
      StringBuilder plain = new StringBuilder(value.length());
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c == '\\') {
          i++;
          if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
            throw malformed(whole, "a backslash must stand before a comma, = or backslash");
          }
          plain.append(value.charAt(i));
        } else if (c == '=') {
          throw malformed(whole, "an equals sign in a value needs a backslash");
        } else {
          plain.append(c);
        }
      }
      return plain.toString();
    }

    private static IllegalArgumentException malformed(String whole, String why) {
      return new IllegalArgumentException("bad field selector \"" + whole + "\": " + why);
    }

    boolean metadataOnly() {
      return field.equals("metadata.name") || field.equals("metadata.namespace");
    }

    boolean matches(ObjectMetadata metadata) {
      if (!metadataOnly()) {
        throw new IllegalStateException("only the server can decide the field " + field);
      }
      String found = field.equals("metadata.name") ? metadata.name() : metadata.namespace();
      return value.equals(found) == equal;
    }

    @Override
    public String toString() {
      String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
      return field + (equal ? "=" : "!=") + escaped;
    }
  }
}
