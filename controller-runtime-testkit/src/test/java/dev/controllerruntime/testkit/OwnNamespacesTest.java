package dev.controllerruntime.testkit;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;
import static dev.controllerruntime.testkit.ClusterAssertions.assertThatThrownBy;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.Patch;
import dev.controllerruntime.client.WriteRefusedException;
import io.kubernetes.client.openapi.models.V1ClusterRole;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ground of a user's own cluster; here that cluster is an API server behind a port. */
class OwnNamespacesTest {
  private static final Kind<V1Namespace> NAMESPACES = Kind.of(V1Namespace.class);
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);

  private final Backend theirs = HttpBackend.start();
  private final LiveTestCluster owner = new LiveTestCluster(theirs, OwnNamespacesTest.class);
  private final LiveTestCluster cluster =
      new LiveTestCluster(
          OwnNamespaces.backend(theirs.kubeconfig().orElseThrow()), OwnNamespacesTest.class);

  @AfterEach
  void close() {
    owner.close();
  }

  private static V1ConfigMap configMap(String namespace) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().namespace(namespace).name("c"));
  }

  private static V1Namespace namespace(String name) {
    return new V1Namespace().metadata(new V1ObjectMeta().name(name));
  }

  @Test
  void namespacesThatTheTestMade_areWrittenTo_andGoAfterIt() {
    cluster.client().create(NAMESPACES, namespace("created"));
    cluster.client().apply(NAMESPACES, namespace("applied"));
    cluster.client().create(CONFIG_MAPS, configMap("created"));
    cluster
        .client()
        .patch(
            NAMESPACES,
            ObjectKey.of("applied"),
            Patch.merge("{\"metadata\":{\"labels\":{\"mine\":\"yes\"}}}"));
    assertThat(cluster.ground()).isEqualTo(Ground.CLUSTER);
    cluster.close();

    assertThat(owner).hasNo(NAMESPACES, "created").hasNo(NAMESPACES, "applied");
  }

  @Test
  void everyOtherWrite_isRefused_beforeItIsSent() {
    owner.client().create(NAMESPACES, namespace("theirs"));

    assertRefused(() -> cluster.client().create(CONFIG_MAPS, configMap("theirs")));
    assertRefused(() -> cluster.client().apply(NAMESPACES, namespace("theirs")));
    assertRefused(() -> cluster.client().delete(NAMESPACES, ObjectKey.of("theirs")));
    assertRefused(
        () ->
            cluster
                .client()
                .create(
                    Kind.of(V1ClusterRole.class),
                    new V1ClusterRole().metadata(new V1ObjectMeta().name("r"))));
    cluster.close();

    assertThat(owner).has(NAMESPACES, "theirs").hasNoLabel("mine");
    assertThat(owner).hasNo(CONFIG_MAPS, "theirs/c");
  }

  private static void assertRefused(Runnable write) {
    assertThatThrownBy(write::run)
        .isInstanceOf(WriteRefusedException.class)
        .hasMessageContaining("was not sent");
  }
}
