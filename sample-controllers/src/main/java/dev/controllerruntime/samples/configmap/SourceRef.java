package dev.controllerruntime.samples.configmap;

import java.util.Comparator;

/** A ConfigMap or Secret of the workload's namespace. */
record SourceRef(Type type, String name) implements Comparable<SourceRef> {
  enum Type {
    CONFIG_MAP("ConfigMap"),
    SECRET("Secret");

    private final String kind;

    Type(String kind) {
      this.kind = kind;
    }

    String kind() {
      return kind;
    }
  }

  private static final Comparator<SourceRef> ORDER =
      Comparator.comparing(SourceRef::name).thenComparing(SourceRef::type);

  @Override
  public int compareTo(SourceRef other) {
    return ORDER.compare(this, other);
  }

  /** {@code ConfigMap/web}. */
  @Override
  public String toString() {
    return type.kind() + "/" + name;
  }
}
