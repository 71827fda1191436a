package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Stable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * An immutable set of desired objects of several kinds, in order.
 *
 * @since 0.1.0
 */
@Stable
public final class Desired {
  private static final Desired NONE = new Desired(List.of());
  private final List<Entry<?>> entries;

  private Desired(List<Entry<?>> entries) {
    this.entries = List.copyOf(entries);
  }

  /** One desired object. */
  public record Entry<T>(Kind<T> kind, T object) {}

  /** The empty set. */
  public static Desired none() {
    return NONE;
  }

  /** This set and one more object. */
  public <T> Desired with(Kind<T> kind, T object) {
    return withAll(kind, List.of(object));
  }

  /** This set and more objects of one kind. */
  public <T> Desired withAll(Kind<T> kind, Collection<? extends T> objects) {
    List<Entry<?>> all = new ArrayList<>(entries);
    for (T object : objects) {
      all.add(new Entry<>(kind, object));
    }
    return new Desired(all);
  }

  /** The objects in the order they were added. */
  public List<Entry<?>> entries() {
    return entries;
  }
}
