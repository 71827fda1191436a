package dev.controllerruntime.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Resource;
import dev.controllerruntime.api.Scope;
import dev.controllerruntime.codec.Codec;
import io.kubernetes.client.openapi.models.V1ClusterRole;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
  private static final Kind<DynamicObject> ROUTES =
      Kind.dynamic("gateway.networking.k8s.io/v1", "HTTPRoute");
  private static final String DOCUMENT =
      """
      {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"gateway.networking.k8s.io/v1",
       "resources":[
        {"name":"gatewayclasses","singularName":"gatewayclass","namespaced":false,"kind":"GatewayClass",
         "verbs":["get","list"]},
        {"name":"httproutes/status","singularName":"","namespaced":true,"kind":"HTTPRoute",
         "verbs":["get","patch"]},
        {"name":"httproutes","singularName":"httproute","namespaced":true,"kind":"HTTPRoute",
         "verbs":["get","list","watch"]},
        {"name":"httproutes/scale","namespaced":true,"group":"autoscaling","version":"v1","kind":"Scale",
         "verbs":["get"]}]}""";

  private final ScriptedTransport transport = new ScriptedTransport();
  private final ResourceResolver resolver =
      ResourceResolver.discovering(transport, Codec.json(), new JumpingTime());

  /** A record of a user. */
  @Resource(
      group = "example.com",
      version = "v1",
      kind = "Widget",
      plural = "widgets",
      scope = Scope.CLUSTER)
  record Widget(V1ObjectMeta metadata) {}

  @Test
  void builtInKinds_andOwnClasses_areKnownWithoutAsking() throws Exception {
    ApiResource deployment = resolver.resolve(Kind.of(V1Deployment.class)).orElseThrow();
    ApiResource role = resolver.resolve(Kind.of(V1ClusterRole.class)).orElseThrow();
    ApiResource widget = resolver.resolve(Kind.of(Widget.class)).orElseThrow();

    assertThat(deployment.plural()).isEqualTo("deployments");
    assertThat(deployment.namespaced()).isTrue();
    assertThat(role.scope()).isEqualTo(Scope.CLUSTER);
    assertThat(ResourcePaths.object(widget, ObjectKey.of("w")))
        .isEqualTo("/apis/example.com/v1/widgets/w");
    assertThat(transport.calls()).isEmpty();
  }

  @Test
  void otherKinds_areDiscovered_once() throws Exception {
    transport.answer(200, DOCUMENT);

    ApiResource route = resolver.resolve(ROUTES).orElseThrow();
    ApiResource same = resolver.resolve(ROUTES).orElseThrow();
    ApiResource sibling =
        resolver
            .resolve(Kind.metadataOnly("gateway.networking.k8s.io/v1", "GatewayClass"))
            .orElseThrow();

    assertThat(transport.call(0).path()).isEqualTo("/apis/gateway.networking.k8s.io/v1");
    assertThat(route.plural()).isEqualTo("httproutes");
    assertThat(route.verbs()).containsExactly("get", "list", "watch");
    assertThat(route.statusSubresource()).isTrue();
    assertThat(same).isEqualTo(route);
    assertThat(sibling.scope()).isEqualTo(Scope.CLUSTER);
    assertThat(sibling.statusSubresource()).isFalse();
    assertThat(transport.calls()).hasSize(1);
  }

  @Test
  void missingGroup_isAbsent_untilItAppears() throws Exception {
    transport.answer(404, "404 page not found").answer(200, DOCUMENT);

    assertThat(resolver.resolve(ROUTES)).isEmpty();
    assertThat(resolver.resolve(ROUTES)).isPresent();
  }

  @Test
  void kindMissingInAKnownGroup_isAskedForAgain() throws Exception {
    transport.answer(200, DOCUMENT.replace("HTTPRoute", "OtherRoute")).answer(200, DOCUMENT);

    assertThat(resolver.resolve(ROUTES)).isEmpty();
    assertThat(resolver.resolve(ROUTES)).isPresent();
  }

  @Test
  void presence_isAskedOfTheServer_alsoForBuiltInKinds() throws Exception {
    transport
        .answer(200, DOCUMENT)
        .answer(404, "404 page not found")
        .answer(
            200,
            """
            {"kind":"APIResourceList","groupVersion":"apps/v1","resources":[]}""");

    assertThat(resolver.present(ROUTES)).isTrue();
    assertThat(resolver.present(ROUTES)).isFalse();
    assertThat(resolver.present(Kind.of(V1Deployment.class))).isFalse();
  }

  @Test
  void refusedDiscovery_isAnError_notAbsence() {
    transport.refuse(403, "Forbidden", "");

    assertThatThrownBy(() -> resolver.resolve(ROUTES)).isInstanceOf(StatusException.class);
  }

  @Test
  void askingOnce_tellsAFailureAtOnce_andSharesTheAnswers() throws Exception {
    transport.lost(false).answer(200, DOCUMENT);
    ResourceResolver once = resolver.askingOnce();

    assertThatThrownBy(() -> once.discover(ROUTES)).isInstanceOf(TransportException.class);
    assertThat(transport.calls()).hasSize(1);
    assertThat(once.discover(ROUTES)).isPresent();
    assertThat(resolver.resolve(ROUTES)).isPresent();
    assertThat(transport.calls()).hasSize(2);
  }
}
