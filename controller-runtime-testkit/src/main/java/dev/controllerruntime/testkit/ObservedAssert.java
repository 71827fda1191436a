package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Preview;
import java.util.Map;
import org.assertj.core.api.AbstractObjectAssert;

/**
 * An object that was found in a cluster, as it was then.
 *
 * @param <T> the Java shape of its kind
 * @since 0.1.0
 */
@Preview
public final class ObservedAssert<T> extends AbstractObjectAssert<ObservedAssert<T>, T> {
  private final ObjectMetadata metadata;
  private final String what;

  ObservedAssert(Kind<T> kind, T object) {
    super(object, ObservedAssert.class);
    this.metadata = kind.metadata(object);
    this.what = kind.kind() + " " + metadata.key();
  }

  /** It has the label with that value. */
  public ObservedAssert<T> hasLabel(String key, String value) {
    return has("label", metadata.labels(), key, value);
  }

  /** It does not have the label, whatever its value. */
  public ObservedAssert<T> hasNoLabel(String key) {
    return hasNo("label", metadata.labels(), key);
  }

  /** It has the annotation with that value. */
  public ObservedAssert<T> hasAnnotation(String key, String value) {
    return has("annotation", metadata.annotations(), key, value);
  }

  /** It does not have the annotation, whatever its value. */
  public ObservedAssert<T> hasNoAnnotation(String key) {
    return hasNo("annotation", metadata.annotations(), key);
  }

  /** It has that finalizer. */
  public ObservedAssert<T> hasFinalizer(String finalizer) {
    if (!metadata.finalizers().contains(finalizer)) {
      throw failure(
          "Expected %s to have the finalizer %s, but it has %s",
          what, finalizer, metadata.finalizers());
    }
    return this;
  }

  /** One of its owner references names that object. */
  public ObservedAssert<T> isOwnedBy(Kind<?> owner, String name) {
    boolean owned =
        metadata.owners().stream()
            .anyMatch(each -> each.kind().equals(owner.kind()) && each.name().equals(name));
    if (!owned) {
      throw failure(
          "Expected %s to be owned by %s %s, but its owners are %s",
          what, owner.kind(), name, metadata.owners());
    }
    return this;
  }

  private ObservedAssert<T> has(String word, Map<String, String> all, String key, String value) {
    if (!value.equals(all.get(key))) {
      throw failure(
          "Expected %s to have the %s %s=%s, but its %ss are %s",
          what, word, key, value, word, all);
    }
    return this;
  }

  private ObservedAssert<T> hasNo(String word, Map<String, String> all, String key) {
    if (all.containsKey(key)) {
      throw failure(
          "Expected %s not to have the %s %s, but its value is %s", what, word, key, all.get(key));
    }
    return this;
  }
}
