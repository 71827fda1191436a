package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Preview;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/**
 * What is in a cluster, read live.
 *
 * @since 0.1.0
 */
@Preview
public final class ClusterAssert extends AbstractAssert<ClusterAssert, TestCluster> {
  private static final int NAMED = 10;

  ClusterAssert(TestCluster cluster) {
    super(cluster, ClusterAssert.class);
  }

  /**
   * The object exists; goes on with it.
   *
   * @param namespaceSlashName {@code namespace/name}, or the name of a cluster-scoped object
   */
  public <T> ObservedAssert<T> has(Kind<T> kind, String namespaceSlashName) {
    isNotNull();
    Optional<T> found = actual.client().get(kind, ObjectKey.of(namespaceSlashName));
    if (found.isEmpty()) {
      List<ObjectKey> others = actual.client().list(kind).keys();
      throw failure(
          "Expected the cluster to have %s %s, but it has %s",
          kind.kind(), namespaceSlashName, others.isEmpty() ? "none of that kind" : shown(others));
    }
    return new ObservedAssert<>(kind, found.get());
  }

  /** The object does not exist; one that is being deleted still does. */
  public ClusterAssert hasNo(Kind<?> kind, String namespaceSlashName) {
    isNotNull();
    actual
        .client()
        .metadata(kind, ObjectKey.of(namespaceSlashName))
        .ifPresent(
            found -> {
              throw failure(
                  "Expected the cluster to have no %s %s, but it has it%s",
                  kind.kind(),
                  namespaceSlashName,
                  found.deleting()
                      ? "; it is being deleted, its finalizers are " + found.finalizers()
                      : "");
            });
    return this;
  }

  private static String shown(List<ObjectKey> keys) {
    return keys.stream().limit(NAMED).toList() + (keys.size() > NAMED ? " and more" : "");
  }
}
