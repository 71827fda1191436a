package dev.controllerruntime.api;

import java.util.function.UnaryOperator;

/** Makes kinds: looks classes up and checks names. */
final class Kinds {
  private Kinds() {}

  static <T> Kind<T> typed(Class<T> type) {
    if (type == DynamicObject.class || type == ObjectMetadata.class) {
      throw new IllegalArgumentException(
          type.getSimpleName()
              + " tells no kind: use Kind.dynamic(apiVersion, kind) or Kind.metadataOnly(apiVersion,"
              + " kind)");
    }
    KindTable.Entry entry =
        KindTable.find(type)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        type.getName()
                            + " is no kind: it is neither a client-java model of a built-in kind"
                            + " that Kubernetes serves by default nor annotated"
                            + " @Resource(group, version, kind, plural); use one of these, or"
                            + " Kind.dynamic(apiVersion, kind)"));
    return new ResourceKind<>(
        entry.group(),
        entry.version(),
        entry.kind(),
        Kind.View.TYPED,
        type,
        MetadataAccessor.of(type),
        "",
        UnaryOperator.identity());
  }

  static <T> Kind<T> untyped(String apiVersion, String kind, Kind.View view, Class<T> type) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    String version = apiVersion.substring(slash + 1);
    boolean malformed = version.isEmpty() || version.indexOf('/') >= 0 || slash == 0;
    if (malformed || kind.isEmpty()) {
      throw new IllegalArgumentException(
          "a kind needs an apiVersion like apps/v1 or v1 and a name, found \""
              + apiVersion
              + "\" and \""
              + kind
              + "\"");
    }
    return new ResourceKind<>(
        group, version, kind, view, type, untypedAccessor(), "", UnaryOperator.identity());
  }

  private static <T> MetadataAccessor<T> untypedAccessor() {
    return object ->
        object instanceof DynamicObject dynamic ? dynamic.metadata() : (ObjectMetadata) object;
  }
}
