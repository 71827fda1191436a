package dev.controllerruntime.controller;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Immutable lists that grow by copying. */
final class Lists {
  private Lists() {}

  static <E> List<E> and(List<E> list, E one) {
    Objects.requireNonNull(one);
    return andAll(list, List.of(one));
  }

  static <E> List<E> andAll(List<E> list, List<? extends E> more) {
    List<E> all = new ArrayList<>(list);
    all.addAll(more);
    return List.copyOf(all);
  }
}
