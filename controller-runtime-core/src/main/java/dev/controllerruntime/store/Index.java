package dev.controllerruntime.store;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.OwnerReference;
import dev.controllerruntime.codec.Encoded;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A named index: the values under which an object is found. Paid when an object changes, never when
 * it is read.
 *
 * @param name unique within a store
 * @param values of one object; duplicates count once. What it throws is reported, and the object is
 *     kept without a value in this index
 * @since 0.1.0
 */
@Internal
public record Index(String name, Function<Encoded, ? extends Collection<String>> values) {
  /** Name of {@link #ownerUid()}. */
  public static final String OWNER_UID = "owner-uid";

  /** By the uid of each owner, controller reference or not. */
  public static Index ownerUid() {
    return new Index(
        OWNER_UID,
        object -> object.metadata().owners().stream().map(OwnerReference::uid).distinct().toList());
  }

  /** By the value of one label; objects without the label have no value. */
  public static Index label(String key) {
    return new Index(
        labelName(key),
        object -> {
          String value = object.metadata().labels().get(key);
          return value == null ? List.of() : List.of(value);
        });
  }

  /** Name of {@link #label(String)}. */
  public static String labelName(String key) {
    return "label:" + key;
  }
}
