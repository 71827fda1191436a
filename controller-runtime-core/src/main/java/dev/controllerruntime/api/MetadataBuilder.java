package dev.controllerruntime.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects metadata as it is read, field by field; what is not set stays empty. One use, one
 * thread.
 *
 * @since 0.1.0
 */
@Internal
public final class MetadataBuilder {
  /** The shape that the server prints; a zero stands for a digit. */
  private static final String SECONDS_IN_UTC = "0000-00-00T00:00:00Z";

  private String namespace = "";
  private String name = "";
  private String generateName = "";
  private String uid = "";
  private String resourceVersion = "";
  private long generation;
  private Map<String, String> labels = CompactMap.EMPTY;
  private Map<String, String> annotations = CompactMap.EMPTY;
  private List<String> finalizers = List.of();
  private List<OwnerReference> owners = List.of();
  private @Nullable Instant created;
  private @Nullable Instant deletion;
  private @Nullable Duration grace;

  /** Sets the namespace; empty for cluster-scoped objects. */
  public MetadataBuilder namespace(String value) {
    namespace = value;
    return this;
  }

  /** Sets the name. */
  public MetadataBuilder name(String value) {
    name = value;
    return this;
  }

  /** Sets the prefix from which the server makes a name. */
  public MetadataBuilder generateName(String value) {
    generateName = value;
    return this;
  }

  /** Sets the uid. */
  public MetadataBuilder uid(String value) {
    uid = value;
    return this;
  }

  /** Sets the resource version. */
  public MetadataBuilder resourceVersion(String value) {
    resourceVersion = value;
    return this;
  }

  /** Sets the generation. */
  public MetadataBuilder generation(long value) {
    generation = value;
    return this;
  }

  /** Sets the labels: keys and values in turns. */
  public MetadataBuilder labelPairs(List<String> keysAndValues) {
    labels = CompactMap.ofPairs(keysAndValues);
    return this;
  }

  /** Sets the labels. */
  public MetadataBuilder labels(Map<String, String> value) {
    labels = CompactMap.copyOf(value);
    return this;
  }

  /** Sets the annotations: keys and values in turns. */
  public MetadataBuilder annotationPairs(List<String> keysAndValues) {
    annotations = CompactMap.ofPairs(keysAndValues);
    return this;
  }

  /** Sets the annotations. */
  public MetadataBuilder annotations(Map<String, String> value) {
    annotations = CompactMap.copyOf(value);
    return this;
  }

  /** Sets the finalizers. */
  public MetadataBuilder finalizers(List<String> value) {
    finalizers = List.copyOf(value);
    return this;
  }

  /** Sets the owner references. */
  public MetadataBuilder owners(List<OwnerReference> value) {
    owners = List.copyOf(value);
    return this;
  }

  /** Sets the time of creation. */
  public MetadataBuilder created(@Nullable Instant value) {
    created = value;
    return this;
  }

  /** Sets the time of deletion. */
  public MetadataBuilder deletionTimestamp(@Nullable Instant value) {
    deletion = value;
    return this;
  }

  /** Sets the grace period of the deletion. */
  public MetadataBuilder deletionGraceSeconds(long value) {
    grace = Duration.ofSeconds(value);
    return this;
  }

  /** The metadata. */
  public ObjectMetadata build() {
    return new MetadataValue(
        namespace,
        name,
        generateName,
        uid,
        resourceVersion,
        generation,
        labels,
        annotations,
        finalizers,
        owners,
        created,
        deletion,
        grace,
        name.isEmpty() ? null : new ObjectKey(namespace, name));
  }

  /**
   * A time as it stands in JSON (RFC 3339).
   *
   * @throws IllegalArgumentException when the text is no time
   */
  public static Instant time(String text) {
    try {
      return isSecondsInUtc(text) ? secondsInUtc(text) : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not a time (RFC 3339): \"" + text + "\"", e);
    }
  }

  // Every object carries at least one time and nearly all look like this; the general parser costs
  // more than the rest of the metadata together.
  private static boolean isSecondsInUtc(String text) {
    if (text.length() != SECONDS_IN_UTC.length()) {
      return false;
    }
    for (int i = 0; i < SECONDS_IN_UTC.length(); i++) {
      char c = text.charAt(i);
      char shape = SECONDS_IN_UTC.charAt(i);
      if (shape == '0' ? c < '0' || c > '9' : c != shape) {
        return false;
      }
    }
    return true;
  }

  private static Instant secondsInUtc(String text) {
    return LocalDateTime.of(
            number(text, 0, 4),
            number(text, 5, 7),
            number(text, 8, 10),
            number(text, 11, 13),
            number(text, 14, 16),
            number(text, 17, 19))
        .toInstant(ZoneOffset.UTC);
  }

  private static int number(String text, int from, int to) {
    int value = 0;
    for (int i = from; i < to; i++) {
      value = value * 10 + (text.charAt(i) - '0');
    }
    return value;
  }
}
