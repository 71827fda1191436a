package dev.controllerruntime.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourcePathsTest {
  private static final ApiResource PODS =
      new ApiResource("", "v1", "Pod", "pods", Scope.NAMESPACED, List.of(), true);
  private static final ApiResource ROLES =
      new ApiResource(
          "rbac.authorization.k8s.io",
          "v1",
          "ClusterRole",
          "clusterroles",
          Scope.CLUSTER,
          List.of(),
          false);

  @Test
  void collections_areInANamespaceOrOverAll() {
    assertThat(ResourcePaths.collection(PODS, "shop")).isEqualTo("/api/v1/namespaces/shop/pods");
    assertThat(ResourcePaths.collection(PODS, "")).isEqualTo("/api/v1/pods");
    assertThat(ResourcePaths.collection(ROLES, ""))
        .isEqualTo("/apis/rbac.authorization.k8s.io/v1/clusterroles");
  }

  @Test
  void objects_andSubresources_followTheirCollection() {
    assertThat(ResourcePaths.object(PODS, ObjectKey.of("shop/web"), "status"))
        .isEqualTo("/api/v1/namespaces/shop/pods/web/status");
    assertThat(ResourcePaths.object(PODS, ObjectKey.of("shop/web"), ""))
        .isEqualTo("/api/v1/namespaces/shop/pods/web");
  }

  @Test
  void segments_areEscaped() {
    assertThat(ResourcePaths.object(ROLES, new ObjectKey("", "system:node ä/%")))
        .isEqualTo("/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode%20%C3%A4%2F%25");
  }

  @Test
  void dotSegments_areRefused() {
    assertThatThrownBy(() -> ResourcePaths.object(PODS, new ObjectKey("shop", "..")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keyOfTheWrongScope_isRefused_andSaysSo() {
    assertThatThrownBy(() -> ResourcePaths.object(PODS, ObjectKey.of("web")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Pod (v1) lives in namespaces")
        .hasMessageContaining("write namespace/name");
    assertThatThrownBy(() -> ResourcePaths.object(ROLES, ObjectKey.of("shop/web")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cluster-scoped");
  }
}
