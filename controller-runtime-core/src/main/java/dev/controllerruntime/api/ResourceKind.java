package dev.controllerruntime.api;

import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The one implementation of {@link Kind}. */
final class ResourceKind<T> implements Kind<T> {
  private final String group;
  private final String version;
  private final String kind;
  private final View view;
  private final Class<T> type;
  private final MetadataAccessor<T> accessor;
  private final String transformName;
  private final UnaryOperator<DynamicObject> transform;

  ResourceKind(
      String group,
      String version,
      String kind,
      View view,
      Class<T> type,
      MetadataAccessor<T> accessor,
      String transformName,
      UnaryOperator<DynamicObject> transform) {
    this.group = group;
    this.version = version;
    this.kind = kind;
    this.view = view;
    this.type = type;
    this.accessor = accessor;
    this.transformName = transformName;
    this.transform = transform;
  }

  @Override
  public String group() {
    return group;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public View view() {
    return view;
  }

  @Override
  public Class<T> type() {
    return type;
  }

  @Override
  public String transformName() {
    return transformName;
  }

  @Override
  public ObjectMetadata metadata(T object) {
    return accessor.metadata(object);
  }

  @Override
  public UnaryOperator<DynamicObject> transform() {
    return transform;
  }

  @Override
  public Kind<T> transformed(String name, UnaryOperator<DynamicObject> change) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a transform needs a name: two lambdas are never equal");
    }
    UnaryOperator<DynamicObject> before = transform;
    boolean first = transformName.isEmpty();
    return new ResourceKind<>(
        group,
        version,
        kind,
        view,
        type,
        accessor,
        first ? name : transformName + "," + name,
        first ? change : object -> change.apply(before.apply(object)));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResourceKind<?> that
        && kind.equals(that.kind)
        && group.equals(that.group)
        && version.equals(that.version)
        && type == that.type
        && transformName.equals(that.transformName);
  }

  // Texts only: a hash of the class itself would differ from run to run.
  @Override
  public int hashCode() {
    return Objects.hash(group, version, kind, type.getName(), transformName);
  }

  /** {@code Deployment.apps/v1}, with the view unless typed and the transform if there is one. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind);
    text.append(group.isEmpty() ? "" : "." + group).append('/').append(version);
    if (view != View.TYPED) {
      text.append(view == View.DYNAMIC ? " (dynamic)" : " (metadata)");
    }
    return transformName.isEmpty() ? text.toString() : text + " [" + transformName + "]";
  }
}
