package dev.controllerruntime.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decoded {@code metadata.managedFields} of an object, in the server's order. Immutable: keep
 * it beside the stored object and hand it to {@link FieldManager}, so that nothing is decoded
 * twice.
 *
 * @since 0.1.0
 */
public final class ManagedFields {
  private static final ManagedFields EMPTY = new ManagedFields(List.of());
  private static final Comparator<ManagerEntry> ORDER =
      Comparator.comparing(ManagerEntry::operation)
          .thenComparingLong(ManagedFields::seconds)
          .thenComparing(ManagerEntry::manager, PathElement::compareText)
          .thenComparing(ManagerEntry::apiVersion, PathElement::compareText)
          .thenComparing(ManagerEntry::subresource, PathElement::compareText);

  private final List<ManagerEntry> entries;
  private @Nullable ArrayNode encoded;

  private ManagedFields(List<ManagerEntry> entries) {
    this.entries = entries;
  }

  /** No managers: the object is not tracked. */
  public static ManagedFields empty() {
    return EMPTY;
  }

  /** These managers in the server's order; those without fields are left out. */
  static ManagedFields of(List<ManagerEntry> entries) {
    List<ManagerEntry> kept = new ArrayList<>(entries.size());
    for (ManagerEntry entry : entries) {
      if (!entry.fields().isEmpty()) {
        kept.add(entry);
      }
    }
    if (kept.isEmpty()) {
      return EMPTY;
    }
    kept.sort(ORDER);
    return new ManagedFields(kept);
  }

  /**
   * Decodes a {@code managedFields} array; missing or null gives {@link #empty()}.
   *
   * @throws IllegalArgumentException for an array that the real server does not decode either
   */
  public static ManagedFields decode(@Nullable JsonNode array) {
    if (array == null || !array.isArray() || array.isEmpty()) {
      return EMPTY;
    }
    List<ManagerEntry> entries = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      ManagerEntry entry = ManagerEntry.decode(array.get(i), i);
      // The last of several entries of one manager counts.
      entries.removeIf(earlier -> earlier.sameManager(entry));
      entries.add(entry);
    }
    entries.sort(ORDER);
    return new ManagedFields(entries);
  }

  /** Decodes the {@code metadata.managedFields} of a whole object; see {@link #decode}. */
  public static ManagedFields decodeFrom(JsonNode object) {
    return decode(object.path("metadata").get("managedFields"));
  }

  /** The managers in the server's order. */
  public List<ManagerEntry> entries() {
    return List.copyOf(entries);
  }

  /** Whether there are no managers. */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The array as JSON; shared between calls, so never change it. */
  public ArrayNode encode() {
    ArrayNode known = encoded;
    if (known == null) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode(entries.size());
      entries.forEach(entry -> array.add(entry.encode()));
      known = array;
      encoded = array;
    }
    return known;
  }

  /** Whether both have the same managers with the same fields, whatever their times. */
  public boolean equalsExceptTimes(ManagedFields other) {
    if (this == other) {
      return true;
    }
    if (entries.size() != other.entries.size()) {
      return false;
    }
    for (int i = 0; i < entries.size(); i++) {
      if (!entries.get(i).equalsExceptTime(other.entries.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static long seconds(ManagerEntry entry) {
    String time = entry.time();
    if (time == null) {
      return 0;
    }
    try {
      return Instant.parse(time).getEpochSecond();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("managedFields entry has no RFC 3339 time: " + time, e);
    }
  }

  @Override
  public String toString() {
    return entries.toString();
  }
}
