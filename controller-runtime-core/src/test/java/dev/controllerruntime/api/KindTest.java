package dev.controllerruntime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.EventsV1Event;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentSpec;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import org.junit.jupiter.api.Test;

class KindTest {
  @Resource(group = "example.com", version = "v1", kind = "Widget", plural = "widgets")
  private record Widget(V1ObjectMeta metadata, String color) {}

  @Resource(
      group = "example.com",
      version = "v1",
      kind = "Gadget",
      plural = "gadgets",
      scope = Scope.CLUSTER)
  private static final class Gadget {
    private V1ObjectMeta meta = new V1ObjectMeta().name("g");

    public V1ObjectMeta getMetadata() {
      return meta;
    }
  }

  @Resource(group = "example.com", version = "v1", kind = "Thing", plural = "things")
  private static final class Thing {
    V1ObjectMeta metadata = new V1ObjectMeta().name("t");
  }

  @Resource(group = "example.com", version = "v1", kind = "Bare", plural = "bares")
  private record Bare(String metadata) {}

  @Test
  void model_hasTheGroupThatItsClassDoesNotTell() {
    assertThat(Kind.of(V1Deployment.class).apiVersion()).isEqualTo("apps/v1");
    assertThat(Kind.of(V1Ingress.class).group()).isEqualTo("networking.k8s.io");
    assertThat(Kind.of(V1Lease.class).apiVersion()).isEqualTo("coordination.k8s.io/v1");
    assertThat(Kind.of(V1Pod.class).apiVersion()).isEqualTo("v1");
    assertThat(Kind.of(V1Pod.class).kind()).isEqualTo("Pod");
  }

  @Test
  void modelsOfOneNameInTwoGroups_areTwoKinds() {
    assertThat(Kind.of(CoreV1Event.class).group()).isEmpty();
    assertThat(Kind.of(EventsV1Event.class).group()).isEqualTo("events.k8s.io");
    assertThat(Kind.of(CoreV1Event.class).kind()).isEqualTo("Event");
    assertThat(Kind.of(EventsV1Event.class).kind()).isEqualTo("Event");
  }

  @Test
  void table_tellsPluralAndScope() {
    KindTable.Entry ingress = KindTable.find("networking.k8s.io", "v1", "Ingress").orElseThrow();
    assertThat(ingress.plural()).isEqualTo("ingresses");
    assertThat(ingress.scope()).isEqualTo(Scope.NAMESPACED);
    assertThat(ingress.hasStatus()).isTrue();
    assertThat(ingress.verbs()).contains("watch");
    assertThat(ingress.shortNames()).containsExactly("ing");
    assertThat(KindTable.find(Kind.of(V1Namespace.class)).orElseThrow().scope())
        .isEqualTo(Scope.CLUSTER);
    assertThat(KindTable.find("example.com", "v1", "Widget")).isEmpty();
  }

  @Test
  void kinds_areEqualByGroupVersionKindViewAndTransform() {
    Kind<V1Pod> pods = Kind.of(V1Pod.class);
    assertThat(pods).isEqualTo(Kind.of(V1Pod.class)).hasSameHashCodeAs(Kind.of(V1Pod.class));
    assertThat(Kind.dynamic("v1", "Pod")).isEqualTo(Kind.dynamic("v1", "Pod"));
    assertThat(Kind.dynamic("v1", "Pod")).isNotEqualTo(Kind.dynamic("v2", "Pod"));
    assertThat((Object) pods).isNotEqualTo(Kind.dynamic("v1", "Pod"));
    assertThat((Object) Kind.dynamic("v1", "Pod")).isNotEqualTo(Kind.metadataOnly("v1", "Pod"));
    assertThat(pods.transformed("slim", o -> o)).isEqualTo(pods.transformed("slim", o -> o));
    assertThat(pods.transformed("slim", o -> o)).isNotEqualTo(pods);
  }

  @Test
  void transforms_runInTheOrderOfTheirNames() {
    Kind<DynamicObject> kind =
        Kind.dynamic("v1", "ConfigMap")
            .transformed("one", o -> o.set("/data/a", "1"))
            .transformed("two", o -> o.set("/data/a", o.get("/data/a").orElseThrow() + "2"));
    DynamicObject object = DynamicObjects.of("v1", "ConfigMap", "shop", "web");
    assertThat(kind.transform().apply(object).get("/data/a")).contains("12");
    assertThat(kind.transformName()).isEqualTo("one,two");
  }

  @Test
  void metadata_isFoundInRecordsGettersFieldsAndTrees() {
    V1ObjectMeta meta = new V1ObjectMeta().namespace("shop").name("web");
    assertThat(Kind.of(Widget.class).metadata(new Widget(meta, "red")).key())
        .isEqualTo(new ObjectKey("shop", "web"));
    assertThat(Kind.of(Gadget.class).metadata(new Gadget()).name()).isEqualTo("g");
    assertThat(Kind.of(Thing.class).metadata(new Thing()).name()).isEqualTo("t");
    assertThat(Kind.of(V1Pod.class).metadata(new V1Pod().metadata(meta)).name()).isEqualTo("web");
    assertThat(
            Kind.dynamic("v1", "Pod").metadata(DynamicObjects.of("v1", "Pod", "shop", "web")).key())
        .isEqualTo(new ObjectKey("shop", "web"));
    assertThat(KindTable.find(Kind.of(Gadget.class)).orElseThrow().scope())
        .isEqualTo(Scope.CLUSTER);
    assertThat(KindTable.find(Kind.of(Widget.class)).orElseThrow().plural()).isEqualTo("widgets");
  }

  @Test
  void objectWithoutMetadata_hasNoNameAndSaysSo() {
    ObjectMetadata metadata = Kind.of(V1Pod.class).metadata(new V1Pod());
    assertThat(metadata.name()).isEmpty();
    assertThatThrownBy(metadata::key).hasMessageContaining("metadata.name");
    ObjectMetadata generated =
        ObjectMetadata.of(new V1ObjectMeta().namespace("shop").generateName("web-"));
    assertThat(generated.namespace()).isEqualTo("shop");
    assertThatThrownBy(generated::key).hasMessageContaining("web-");
  }

  @Test
  void classThatIsNoKind_isRefusedWithWhatToDo() {
    assertThatThrownBy(() -> Kind.of(V1DeploymentSpec.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("V1DeploymentSpec")
        .hasMessageContaining("@Resource")
        .hasMessageContaining("Kind.dynamic");
    assertThatThrownBy(() -> Kind.of(Bare.class)).hasMessageContaining("V1ObjectMeta");
    assertThatThrownBy(() -> Kind.of(DynamicObject.class)).hasMessageContaining("Kind.dynamic");
  }

  @Test
  void malformedNames_areRefused() {
    assertThatThrownBy(() -> Kind.dynamic("a/b/c", "X")).hasMessageContaining("a/b/c");
    assertThatThrownBy(() -> Kind.dynamic("", "X")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Kind.dynamic("v1", "")).isInstanceOf(IllegalArgumentException.class);
  }
}
