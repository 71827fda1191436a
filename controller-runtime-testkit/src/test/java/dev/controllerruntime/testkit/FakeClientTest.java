package dev.controllerruntime.testkit;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;
import static dev.controllerruntime.testkit.ClusterAssertions.assertThatThrownBy;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ConflictException;
import dev.controllerruntime.client.WriteOption;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentSpec;
import io.kubernetes.client.openapi.models.V1DeploymentStatus;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FakeClientTest {
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Deployment> DEPLOYMENTS = Kind.of(V1Deployment.class);
  private static final Kind<Widget> WIDGETS = Kind.of(Widget.class);

  private static final OffsetDateTime LONG_AGO = OffsetDateTime.parse("2020-01-01T00:00:00Z");

  private static V1ConfigMap configMap(String name) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().namespace("shop").name(name));
  }

  @Test
  void models_areStoredAsTheServerStoresThem_withTheirNamespace() {
    Client client = FakeClient.with(configMap("a").putDataItem("k", "v"), configMap("b"));

    ObjectMetadata stored = client.metadata(CONFIG_MAPS, ObjectKey.of("shop/a")).orElseThrow();
    assertThat(stored.uid()).hasSize(36);
    assertThat(stored.resourceVersion()).isNotEmpty();
    assertThat(client.list(CONFIG_MAPS).keys())
        .containsExactly(ObjectKey.of("shop/a"), ObjectKey.of("shop/b"));
    assertThat(client.metadata(Kind.of(V1Namespace.class), ObjectKey.of("shop"))).isPresent();
  }

  @Test
  void objectsReadFromACluster_areTaken() {
    V1ObjectMeta read =
        new V1ObjectMeta()
            .namespace("shop")
            .name("a")
            .uid("x")
            .resourceVersion("7")
            .creationTimestamp(LONG_AGO);
    Client client = FakeClient.with(new V1ConfigMap().metadata(read));

    assertThat(client.metadata(CONFIG_MAPS, ObjectKey.of("shop/a")).orElseThrow().uid())
        .isNotEqualTo("x");
    assertThat(read.getUid()).as("what is given stays as it is").isEqualTo("x");
  }

  @Test
  void givenStatus_isStored() {
    V1LabelSelector selector = new V1LabelSelector().putMatchLabelsItem("app", "web");
    V1PodTemplateSpec template =
        new V1PodTemplateSpec().metadata(new V1ObjectMeta().putLabelsItem("app", "web"));
    Client client =
        FakeClient.with(
            new V1Deployment()
                .metadata(new V1ObjectMeta().namespace("shop").name("web"))
                .spec(new V1DeploymentSpec().selector(selector).template(template))
                .status(new V1DeploymentStatus().readyReplicas(3)));

    V1Deployment stored = client.get(DEPLOYMENTS, ObjectKey.of("shop/web")).orElseThrow();
    assertThat(stored.getStatus()).extracting(V1DeploymentStatus::getReadyReplicas).isEqualTo(3);
  }

  @Test
  void recordsAndDynamicObjects_areDefinedWhenTheServerLacksTheirKind() {
    Widget widget =
        new Widget(new V1ObjectMeta().namespace("shop").name("w"), new Widget.Spec(4), null);
    DynamicObject route =
        FakeClient.with(configMap("template"))
            .get(Kind.dynamic("v1", "ConfigMap"), ObjectKey.of("shop/template"))
            .orElseThrow()
            .set("/apiVersion", "gateway.networking.k8s.io/v1")
            .set("/kind", "HTTPRoute")
            .set("/spec/hostnames", java.util.List.of("a.example.com"));
    Client client = FakeClient.with(widget, route);

    assertThat(client.get(WIDGETS, ObjectKey.of("shop/w")).orElseThrow().spec().size())
        .isEqualTo(4);
    assertThat(
            client
                .get(
                    Kind.dynamic("gateway.networking.k8s.io/v1", "HTTPRoute"),
                    ObjectKey.of("shop/template"))
                .orElseThrow()
                .get("/spec/hostnames"))
        .contains(java.util.List.of("a.example.com"));
  }

  @Test
  void objectBeingDeleted_isBeingDeleted() {
    V1ObjectMeta deleting =
        new V1ObjectMeta()
            .namespace("shop")
            .name("a")
            .addFinalizersItem("example.com/mine")
            .deletionTimestamp(LONG_AGO);
    Client client = FakeClient.with(new V1ConfigMap().metadata(deleting));

    assertThat(client.metadata(CONFIG_MAPS, ObjectKey.of("shop/a")).orElseThrow().deleting())
        .isTrue();
  }

  @Test
  void writes_meetTheRulesOfTheServer() {
    Client client = FakeClient.with(configMap("a").putDataItem("k", "v"));
    client.edit(CONFIG_MAPS, ObjectKey.of("shop/a"), it -> it.putDataItem("l", "w"));

    assertThat(client.get(CONFIG_MAPS, ObjectKey.of("shop/a")).orElseThrow().getData())
        .isEqualTo(Map.of("k", "v", "l", "w"));
    assertThatThrownBy(
            () ->
                client.delete(
                    CONFIG_MAPS, ObjectKey.of("shop/a"), WriteOption.uid("somebody else's")))
        .isInstanceOf(ConflictException.class);
  }

  @Test
  void objectThatTheServerRefuses_isNamed() {
    assertThatThrownBy(() -> FakeClient.with(configMap("Not A Name")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ConfigMap shop/Not A Name cannot be stored");
    assertThatThrownBy(() -> FakeClient.with("text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.String is no kind");
  }
}
