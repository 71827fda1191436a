package dev.controllerruntime.integration;

import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;
import static dev.controllerruntime.testkit.ClusterAssertions.assertThatThrownBy;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.AlreadyExistsException;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ConflictException;
import dev.controllerruntime.client.ForeignObjectException;
import dev.controllerruntime.client.InvalidException;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.MissingKindException;
import dev.controllerruntime.client.NotFoundException;
import dev.controllerruntime.client.Patch;
import dev.controllerruntime.client.WriteOption;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.TestCluster;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentStatus;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The verbs of the client mean the same everywhere. */
@ControllerTest
class ClientIT {
  private static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<V1Deployment> DEPLOYMENTS = Kind.of(V1Deployment.class);
  private static final ObjectKey SETTINGS = ObjectKey.of("shop/settings");
  private static final ObjectKey WEB = ObjectKey.of("shop/web");

  private Client client;

  @BeforeEach
  void fill(TestCluster cluster) {
    cluster.apply("shop.yaml");
    client = cluster.client();
  }

  private static V1ConfigMap configMap(String name) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().namespace("shop").name(name));
  }

  @Test
  void create_returnsWhatIsStored_andANameIsTakenOnce() {
    V1ConfigMap created = client.create(CONFIG_MAPS, configMap("new").putDataItem("a", "1"));

    assertThat(created.getMetadata().getUid()).isNotEmpty();
    assertThat(created.getMetadata().getResourceVersion()).isNotEmpty();
    assertThat(client.get(CONFIG_MAPS, ObjectKey.of("shop/new")).orElseThrow().getData())
        .isEqualTo(Map.of("a", "1"));
    assertThatThrownBy(() -> client.create(CONFIG_MAPS, configMap("new")))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void create_ofAnInvalidObject_isRefused() {
    assertThatThrownBy(() -> client.create(CONFIG_MAPS, configMap("Not_A_Name")))
        .isInstanceOf(InvalidException.class)
        .hasMessageContaining("metadata.name");
  }

  @Test
  void dryRun_storesNothing() {
    client.create(CONFIG_MAPS, configMap("new"), WriteOption.dryRun());

    assertThat(client.get(CONFIG_MAPS, ObjectKey.of("shop/new"))).isEmpty();
  }

  @Test
  void list_selectsByNamespaceAndLabels(TestCluster cluster) {
    cluster.apply("elsewhere.yaml");

    assertThat(client.list(CONFIG_MAPS, ListOption.labels("app=web")).keys())
        .containsExactly(ObjectKey.of("other/elsewhere"), SETTINGS);
    assertThat(
            client
                .list(
                    CONFIG_MAPS, ListOption.namespace("shop"), ListOption.labels("app in (web,x)"))
                .stream()
                .map(each -> each.getMetadata().getName()))
        .containsExactly("settings");
    assertThat(client.list(CONFIG_MAPS, ListOption.labels("app!=web")).keys())
        .doesNotContain(SETTINGS);
  }

  @Test
  void edit_changesWhatWasChanged_andWritesNothingOtherwise() {
    String before = version(CONFIG_MAPS, SETTINGS);
    client.edit(CONFIG_MAPS, SETTINGS, it -> it.putDataItem("colour", "blue"));
    assertThat(version(CONFIG_MAPS, SETTINGS)).as("nothing changed").isEqualTo(before);

    client.edit(CONFIG_MAPS, SETTINGS, it -> it.putDataItem("colour", "red"));
    assertThat(client.get(CONFIG_MAPS, SETTINGS).orElseThrow().getData())
        .containsEntry("colour", "red")
        .containsEntry("size", "4");
    assertThatThrownBy(
            () -> client.edit(CONFIG_MAPS, ObjectKey.of("shop/none"), it -> it.data(Map.of())))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void edit_keepsFieldsThatItDidNotTouch() {
    client.edit(DEPLOYMENTS, WEB, it -> it.getSpec().setReplicas(3));

    DynamicObject stored = client.get(Kind.dynamic("apps/v1", "Deployment"), WEB).orElseThrow();
    assertThat(stored.get("/spec/replicas")).contains(3);
    assertThat(stored.get("/spec/template/spec/containers/0/resources/limits/cpu"))
        .contains("500m");
    assertThat(stored.get("/spec/template/spec/securityContext")).contains(Map.of());
  }

  @Test
  void replace_ofAnOldVersion_isAConflict() {
    V1ConfigMap read = client.get(CONFIG_MAPS, SETTINGS).orElseThrow();
    client.edit(CONFIG_MAPS, SETTINGS, it -> it.putDataItem("colour", "red"));

    assertThatThrownBy(() -> client.replace(CONFIG_MAPS, read.putDataItem("colour", "green")))
        .isInstanceOf(ConflictException.class);
    V1ConfigMap fresh = client.get(CONFIG_MAPS, SETTINGS).orElseThrow();
    client.replace(CONFIG_MAPS, fresh.putDataItem("colour", "green"));
    assertThat(client.get(CONFIG_MAPS, SETTINGS).orElseThrow().getData())
        .containsEntry("colour", "green");
  }

  @Test
  void apply_ownsItsFields_andTakesAwayWhatItLeavesOut() {
    client.apply(CONFIG_MAPS, configMap("applied").putDataItem("a", "1").putDataItem("b", "2"));
    client.edit(CONFIG_MAPS, ObjectKey.of("shop/applied"), it -> it.putDataItem("theirs", "stays"));
    client.apply(CONFIG_MAPS, configMap("applied").putDataItem("a", "1"));

    assertThat(client.get(CONFIG_MAPS, ObjectKey.of("shop/applied")).orElseThrow().getData())
        .isEqualTo(Map.of("a", "1", "theirs", "stays"));
  }

  @Test
  void apply_onSomebodyElsesField_isAForeignObject() {
    client.create(
        CONFIG_MAPS, configMap("theirs").putDataItem("a", "1"), WriteOption.fieldManager("they"));

    assertThatThrownBy(() -> client.apply(CONFIG_MAPS, configMap("theirs").putDataItem("a", "2")))
        .isInstanceOf(ForeignObjectException.class)
        .hasMessageContaining("they");
    client.apply(CONFIG_MAPS, configMap("theirs").putDataItem("a", "2"), WriteOption.force());
    assertThat(client.get(CONFIG_MAPS, ObjectKey.of("shop/theirs")).orElseThrow().getData())
        .isEqualTo(Map.of("a", "2"));
  }

  @Test
  void patches_areMergedOrStepByStep() {
    client.patch(CONFIG_MAPS, SETTINGS, Patch.merge("{\"data\":{\"size\":null,\"new\":\"1\"}}"));
    assertThat(client.get(CONFIG_MAPS, SETTINGS).orElseThrow().getData())
        .isEqualTo(Map.of("colour", "blue", "new", "1"));

    client.patch(
        CONFIG_MAPS,
        SETTINGS,
        Patch.json("[{\"op\":\"replace\",\"path\":\"/data/new\",\"value\":\"2\"}]"));
    assertThat(client.get(CONFIG_MAPS, SETTINGS).orElseThrow().getData()).containsEntry("new", "2");
    assertThatThrownBy(
            () ->
                client.patch(
                    CONFIG_MAPS,
                    SETTINGS,
                    Patch.json("[{\"op\":\"remove\",\"path\":\"/data/absent\"}]")))
        .isInstanceOf(InvalidException.class);
  }

  @Test
  void status_andTheRest_areWrittenApart() {
    V1Deployment written =
        client
            .status()
            .edit(
                DEPLOYMENTS,
                WEB,
                it -> it.status(new V1DeploymentStatus().replicas(2)).getSpec().setReplicas(9));
    assertThat(written.getStatus().getReplicas()).isEqualTo(2);
    assertThat(written.getSpec().getReplicas()).isEqualTo(2);
    assertThat(written.getMetadata().getGeneration()).isEqualTo(1);

    V1Deployment edited =
        client.edit(
            DEPLOYMENTS, WEB, it -> it.status(new V1DeploymentStatus()).getSpec().setReplicas(3));
    assertThat(edited.getStatus().getReplicas()).isEqualTo(2);
    assertThat(edited.getMetadata().getGeneration()).isEqualTo(2);
  }

  @Test
  void delete_removes_twiceIsNothing_andPreconditionsHold() {
    ObjectMetadata metadata = client.metadata(CONFIG_MAPS, SETTINGS).orElseThrow();
    assertThatThrownBy(() -> client.delete(CONFIG_MAPS, SETTINGS, WriteOption.uid("other")))
        .isInstanceOf(ConflictException.class);

    client.delete(CONFIG_MAPS, SETTINGS, WriteOption.uid(metadata.uid()));
    assertThat(client.get(CONFIG_MAPS, SETTINGS)).isEmpty();
    client.delete(CONFIG_MAPS, SETTINGS);
  }

  @Test
  void finalizer_holdsADeletedObject_untilItIsGone() {
    client.edit(
        CONFIG_MAPS, SETTINGS, it -> it.getMetadata().addFinalizersItem("example.com/mine"));
    client.delete(CONFIG_MAPS, SETTINGS);
    assertThat(client.metadata(CONFIG_MAPS, SETTINGS).orElseThrow().deleting()).isTrue();

    client.edit(CONFIG_MAPS, SETTINGS, it -> it.getMetadata().setFinalizers(null));
    assertThat(client.get(CONFIG_MAPS, SETTINGS)).isEmpty();
  }

  @Test
  void kindThatTheServerLacks_isToldAsSuch() {
    Kind<DynamicObject> gizmos = Kind.dynamic("test.example.com/v1", "Gizmo");

    assertThatThrownBy(() -> client.get(gizmos, ObjectKey.of("shop/none")))
        .isInstanceOf(MissingKindException.class)
        .hasMessageContaining("Gizmo");
  }

  private String version(Kind<?> kind, ObjectKey key) {
    return client.metadata(kind, key).orElseThrow().resourceVersion();
  }
}
