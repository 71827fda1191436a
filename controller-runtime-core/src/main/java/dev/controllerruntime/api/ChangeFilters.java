package dev.controllerruntime.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The usual filters on the pair of states, and their combinators. All of them let additions and
 * deletions pass, and updates only when what they look at differs.
 *
 * @since 0.1.0
 */
@Stable
public final class ChangeFilters {
  private ChangeFilters() {}

  /**
   * The spec was changed or the deletion asked for; changes of status, labels, annotations and
   * finalizers alone are swallowed. Kinds without a generation (ConfigMap, Secret, Event, …) always
   * have 0: of theirs only additions, deletions and the asking for deletion pass.
   */
  public static ChangeFilter<Object> generationChanged() {
    return any(
        metadataChanged(ObjectMetadata::generation), metadataChanged(ObjectMetadata::deleting));
  }

  /** The labels differ; their order does not matter. */
  public static ChangeFilter<Object> labelsChanged() {
    return metadataChanged(ObjectMetadata::labels);
  }

  /** The annotations differ; their order does not matter. */
  public static ChangeFilter<Object> annotationsChanged() {
    return metadataChanged(ObjectMetadata::annotations);
  }

  /** The resource version differs: drops the echoes that a resync makes. */
  public static ChangeFilter<Object> resourceVersionChanged() {
    return metadataChanged(ObjectMetadata::resourceVersion);
  }

  /** What the function takes from the metadata differs. */
  public static ChangeFilter<Object> metadataChanged(Function<ObjectMetadata, ?> part) {
    return change -> {
      Optional<?> before = change.before().map(state -> part.apply(state.metadata()));
      Optional<?> after = change.after().map(state -> part.apply(state.metadata()));
      return change.before().isEmpty() || change.after().isEmpty() || !before.equals(after);
    };
  }

  /** At least one lets the change pass; false for none. */
  @SafeVarargs
  public static <T> ChangeFilter<T> any(ChangeFilter<? super T>... of) {
    List<ChangeFilter<? super T>> parts = List.of(of);
    return change -> parts.stream().anyMatch(filter -> filter.test(change));
  }

  /** Every one lets the change pass; true for none. */
  @SafeVarargs
  public static <T> ChangeFilter<T> all(ChangeFilter<? super T>... of) {
    List<ChangeFilter<? super T>> parts = List.of(of);
    return change -> parts.stream().allMatch(filter -> filter.test(change));
  }
}
