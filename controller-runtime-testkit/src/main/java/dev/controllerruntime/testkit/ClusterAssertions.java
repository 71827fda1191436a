package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Preview;
import org.assertj.core.api.Assertions;

/**
 * The entry points of AssertJ, and one for clusters: one static import serves both.
 *
 * @since 0.1.0
 */
@Preview
public final class ClusterAssertions extends Assertions {
  private ClusterAssertions() {}

  /** Assertions about what is in a cluster, read live. */
  public static ClusterAssert assertThat(TestCluster cluster) {
    return new ClusterAssert(cluster);
  }
}
