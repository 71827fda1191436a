package dev.controllerruntime.apiserver.apply;

/**
 * What differs between two objects; a field is in at most one of the three sets.
 *
 * @param removed fields that only the old object has
 * @param modified fields that both have with different values
 * @param added fields that only the new object has
 * @since 0.1.0
 */
public record Comparison(FieldSet removed, FieldSet modified, FieldSet added) {
  private static final Comparison SAME =
      new Comparison(FieldSet.empty(), FieldSet.empty(), FieldSet.empty());

  static Comparison same() {
    return SAME;
  }

  /** Whether nothing differs. */
  public boolean isEmpty() {
    return removed.isEmpty() && modified.isEmpty() && added.isEmpty();
  }

  /** Without the fields of this set and everything below them. */
  Comparison without(FieldSet fields) {
    if (fields.isEmpty() || isEmpty()) {
      return this;
    }
    return new Comparison(
        removed.recursiveDifference(fields),
        modified.recursiveDifference(fields),
        added.recursiveDifference(fields));
  }
}
