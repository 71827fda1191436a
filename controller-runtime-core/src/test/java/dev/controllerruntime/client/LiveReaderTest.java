package dev.controllerruntime.client;

import static dev.controllerruntime.client.ClientFixture.KEY;
import static dev.controllerruntime.client.ClientFixture.MAPS;
import static dev.controllerruntime.client.ClientFixture.PATH;
import static dev.controllerruntime.client.ClientFixture.data;
import static dev.controllerruntime.client.ClientFixture.map;
import static dev.controllerruntime.client.ClientFixture.meta;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Namespace;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveReaderTest {
  private final ClientFixture given = new ClientFixture();

  private static String page(String version, String token, String... items) {
    return """
        {"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"%s","continue":"%s"},
         "items":[%s]}"""
        .formatted(version, token, String.join(",", items));
  }

  private static String item(String namespace, String name) {
    return """
        {"metadata":{"name":"%s","namespace":"%s","uid":"u","resourceVersion":"1"},"data":{"n":"%s"}}"""
        .formatted(name, namespace, name);
  }

  @Test
  void get_decodesTheObject() {
    given.transport.answer(200, map("5", "\"a\":\"1\""));

    V1ConfigMap found = given.client.get(MAPS, KEY).orElseThrow();

    assertThat(found.getData()).containsEntry("a", "1");
    assertThat(meta(found).getResourceVersion()).isEqualTo("5");
    assertThat(given.transport.call(0).path()).isEqualTo(PATH);
    assertThat(given.transport.call(0).headers()).containsEntry("Accept", "application/json");
    assertThat(given.time.points()).endsWith("return from get of ConfigMap shop/web");
  }

  @Test
  void get_ofAMissingObject_isEmpty() {
    given.transport.refuse(404, "NotFound", "web");

    assertThat(given.client.get(MAPS, KEY)).isEmpty();
  }

  @Test
  void get_ofAMissingKind_isAnError_notEmpty() {
    given.transport.answer(404, "404 page not found").answer(404, "404 page not found");

    assertThatThrownBy(() -> given.client.get(MAPS, KEY))
        .isInstanceOf(MissingKindException.class)
        .hasMessageContaining("has no kind ConfigMap in v1");
  }

  @Test
  void get_ofAnUnknownKind_isAnError_thatSaysWhatToDo() {
    given.transport.answer(404, "404 page not found");

    assertThatThrownBy(() -> given.client.get(Kind.dynamic("example.com/v1", "Widget"), KEY))
        .isInstanceOf(MissingKindException.class)
        .hasMessageContaining("no kind Widget in example.com/v1")
        .hasMessageContaining("CustomResourceDefinition");
  }

  @Test
  void get_withoutPermission_saysWhatTheServerSays() {
    given.transport.refuse(403, "Forbidden", "web");

    assertThatThrownBy(() -> given.client.get(MAPS, KEY))
        .isInstanceOf(ForbiddenException.class)
        .hasMessage("get of ConfigMap shop/web at https://scripted: 403 Forbidden: web says no");
  }

  @Test
  void otherErrors_haveTheirTypes() {
    given.transport.refuse(401, "Unauthorized", "x").answer(418, "teapot");

    assertThatThrownBy(() -> given.client.get(MAPS, KEY)).isInstanceOf(UnauthorizedException.class);
    assertThatThrownBy(() -> given.client.get(MAPS, KEY))
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status()).isEqualTo(418))
        .hasMessageContaining("teapot");
  }

  @Test
  void overload_isTold_whenTheRetriesAreUsedUp() {
    for (int i = 0; i < 5; i++) {
      given.transport.answer(429, "slow down");
    }
    assertThatThrownBy(() -> given.client.get(MAPS, KEY))
        .isInstanceOf(TooManyRequestsException.class);
  }

  @Test
  void interruptedRead_leavesTheFlagSet() {
    given.transport.then(
        call -> {
          throw new InterruptedException();
        });

    assertThatThrownBy(() -> given.client.get(MAPS, KEY))
        .isInstanceOf(CallInterruptedException.class);
    assertThat(given.time.interrupted()).isTrue();
  }

  @Test
  void metadata_asksForMetadataAlone() {
    given.transport.answer(
        200,
        """
        {"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",
         "metadata":{"name":"web","namespace":"shop","uid":"u1","resourceVersion":"5"}}""");

    ObjectMetadata metadata = given.client.metadata(MAPS, KEY).orElseThrow();

    assertThat(metadata.uid()).isEqualTo("u1");
    assertThat(given.transport.call(0).headers().get("Accept"))
        .startsWith("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
  }

  @Test
  void metadataOnlyKind_isReadAndListedAsMetadata() {
    Kind<ObjectMetadata> kind = Kind.metadataOnly("v1", "ConfigMap");
    given
        .transport
        .answer(200, map("5", "").replace("\"ConfigMap\"", "\"PartialObjectMetadata\""))
        .answer(200, page("9", "", item("shop", "web")));

    assertThat(given.client.get(kind, KEY).orElseThrow().key()).isEqualTo(KEY);
    assertThat(given.client.list(kind).stream().map(ObjectMetadata::key)).containsExactly(KEY);
    assertThat(given.transport.call(1).headers().get("Accept"))
        .contains("as=PartialObjectMetadataList");
  }

  @Test
  void list_readsAllPages_inTheOrderOfKeys() {
    given
        .transport
        .answer(200, page("9", "t1", item("b", "x"), item("a", "z")))
        .answer(200, page("9", "", item("a", "y")));

    Listing<V1ConfigMap> found = given.client.list(MAPS);

    assertThat(found.keys())
        .containsExactly(ObjectKey.of("a/y"), ObjectKey.of("a/z"), ObjectKey.of("b/x"));
    assertThat(found.size()).isEqualTo(3);
    assertThat(found.resourceVersion()).isEqualTo("9");
    assertThat(found.stream().map(m -> data(m).get("n"))).containsExactly("y", "z", "x");
    assertThat(found.where(s -> s.metadata().key().namespace().equals("a")).size()).isEqualTo(2);
    assertThat(given.query(0)).containsEntry("limit", "500").doesNotContainKey("continue");
    assertThat(given.query(1)).containsEntry("limit", "500").containsEntry("continue", "t1");
  }

  @Test
  void list_whoseTokenExpired_startsAgain_andAtLastWithoutPages() {
    given
        .transport
        .answer(200, page("9", "t1", item("a", "old")))
        .refuse(410, "Expired", "")
        .answer(200, page("10", "t2", item("a", "old")))
        .refuse(410, "Expired", "")
        .answer(200, page("11", "", item("a", "new")));

    assertThat(given.client.list(MAPS).keys()).containsExactly(ObjectKey.of("a/new"));
    assertThat(given.query(2)).doesNotContainKey("continue");
    assertThat(given.query(4)).doesNotContainKeys("continue", "limit");
  }

  @Test
  void pageThatBreaksOff_isReadAgain_withoutDoubles() {
    String whole = page("9", "", item("a", "x"), item("a", "y"));
    given.transport.broken(200, whole.substring(0, whole.length() - 60)).answer(200, whole);

    assertThat(given.client.list(MAPS).keys())
        .containsExactly(ObjectKey.of("a/x"), ObjectKey.of("a/y"));
  }

  @Test
  void list_isNarrowedByItsOptions() {
    given.transport.answer(200, page("9", ""));

    given.client.list(
        MAPS,
        ListOption.namespace("shop"),
        ListOption.labels("app=web"),
        ListOption.labels("tier in (a,b)"),
        ListOption.fields("metadata.name=web"));

    assertThat(given.transport.call(0).path()).isEqualTo("/api/v1/namespaces/shop/configmaps");
    assertThat(given.query(0))
        .containsEntry("labelSelector", "app=web,tier in (a,b)")
        .containsEntry("fieldSelector", "metadata.name=web");
  }

  @Test
  void clusterScopedKind_cannotBeListedInANamespace() {
    assertThatThrownBy(
            () -> given.client.list(Kind.of(V1Namespace.class), ListOption.namespace("shop")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cluster-scoped");
  }

  @Test
  void listedElements_arePrivateCopies() {
    given.transport.answer(200, page("9", "", item("a", "x")));
    Listing<V1ConfigMap> found = given.client.list(MAPS);

    List<V1ConfigMap> first = found.stream().toList();
    first.get(0).putDataItem("n", "changed");

    assertThat(found.stream().toList().get(0).getData()).containsEntry("n", "x");
  }
}
