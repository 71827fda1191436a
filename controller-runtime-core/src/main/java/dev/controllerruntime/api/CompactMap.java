package dev.controllerruntime.api;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map of texts in the order of the wire, kept as one array. Labels and annotations of
 * every cached object live in these: few entries each, a great many maps, so a look-up goes through
 * the array and an entry costs two references.
 */
final class CompactMap extends AbstractMap<String, String> {
  static final CompactMap EMPTY = new CompactMap(new String[0]);

  /** Key, value, key, value, … */
  private final String[] pairs;

  private CompactMap(String[] pairs) {
    this.pairs = pairs;
  }

  /** Takes keys and values in turns; of equal keys the last value counts, as in JSON parsers. */
  static CompactMap ofPairs(List<String> keysAndValues) {
    if (keysAndValues.isEmpty()) {
      return EMPTY;
    }
    String[] pairs = new String[keysAndValues.size()];
    int length = 0;
    for (int i = 0; i < keysAndValues.size(); i += 2) {
      int at = indexOf(pairs, length, keysAndValues.get(i));
      int target = at < 0 ? length : at;
      pairs[target] = keysAndValues.get(i);
      pairs[target + 1] = keysAndValues.get(i + 1);
      length = at < 0 ? length + 2 : length;
    }
    return new CompactMap(length == pairs.length ? pairs : Arrays.copyOf(pairs, length));
  }

  /** A null value reads as empty, as the server reads it. */
  static CompactMap copyOf(Map<String, String> map) {
    String[] pairs = new String[map.size() * 2];
    int i = 0;
    for (Map.Entry<String, String> entry : map.entrySet()) {
      pairs[i++] = entry.getKey();
      pairs[i++] = Objects.requireNonNullElse(entry.getValue(), "");
    }
    return pairs.length == 0 ? EMPTY : new CompactMap(pairs);
  }

  private static int indexOf(String[] pairs, int length, @Nullable Object key) {
    if (key instanceof String) {
      for (int i = 0; i < length; i += 2) {
        if (pairs[i].equals(key)) {
          return i;
        }
      }
    }
    return -1;
  }

  @Override
  public int size() {
    return pairs.length / 2;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return indexOf(pairs, pairs.length, key) >= 0;
  }

  @Override
  public @Nullable String get(@Nullable Object key) {
    int at = indexOf(pairs, pairs.length, key);
    return at < 0 ? null : pairs[at + 1];
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, String>> iterator() {
        return new Entries();
      }

      @Override
      public int size() {
        return pairs.length / 2;
      }
    };
  }

  private final class Entries implements Iterator<Map.Entry<String, String>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < pairs.length;
    }

    @Override
    public Map.Entry<String, String> next() {
      if (next >= pairs.length) {
        throw new NoSuchElementException();
      }
      Map.Entry<String, String> entry = Map.entry(pairs[next], pairs[next + 1]);
      next += 2;
      return entry;
    }
  }
}
