package dev.controllerruntime.client;

import static dev.controllerruntime.client.ClientFixture.KEY;
import static dev.controllerruntime.client.ClientFixture.MAPS;
import static dev.controllerruntime.client.ClientFixture.PATH;
import static dev.controllerruntime.client.ClientFixture.map;
import static dev.controllerruntime.client.ClientFixture.meta;
import static dev.controllerruntime.client.ClientFixture.newMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ManagedFieldsEntry;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApplyTest {
  private static final String OWNED =
      "\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"name\":\"s\",\"uid\":\"o1\"}]";
  private static final String CONFLICT =
      """
      {"kind":"Status","apiVersion":"v1","status":"Failure","message":"Apply failed with 1 conflict",
       "reason":"Conflict","details":{"causes":[{"reason":"FieldManagerConflict",
       "message":"conflict with \\"kubectl-edit\\" using v1","field":".data.a"}]},"code":409}""";

  private final ClientFixture given = new ClientFixture();

  private static V1ConfigMap ownedMap() {
    V1ConfigMap map = newMap();
    meta(map)
        .addOwnerReferencesItem(
            new V1OwnerReference().apiVersion("v1").kind("Service").name("s").uid("o1"));
    return map;
  }

  private static String managedBy(String manager) {
    return "\"managedFields\":[{\"manager\":\"" + manager + "\",\"operation\":\"Apply\"}]";
  }

  @Test
  void apply_ofANewObject_isWithoutForceAndUid() {
    given.transport.refuse(404, "NotFound", "web").answer(201, map("5", ""));

    given.client.apply(MAPS, newMap());

    assertThat(given.method(1)).isEqualTo("PATCH");
    assertThat(given.transport.call(1).path()).isEqualTo(PATH);
    assertThat(given.transport.call(1).headers())
        .containsEntry("Content-Type", "application/apply-patch+yaml");
    assertThat(given.query(1))
        .containsEntry("fieldManager", "expose")
        .doesNotContainKey("force")
        .containsKey("timeout");
    assertThat(given.sentMetadata(1, "uid")).isNull();
    assertThat(given.sent(1).get("kind")).isEqualTo("ConfigMap");
    assertThat(given.told).containsExactly("stored ConfigMap v5");
  }

  @Test
  void apply_ofAnObjectWithOurOwner_isWithForceAndUid_decidedFromTheCache() {
    given.cache(map("5", "", OWNED));
    given.transport.answer(200, map("6", ""));

    given.client.apply(MAPS, ownedMap());

    assertThat(given.transport.calls()).hasSize(1);
    assertThat(given.query(0)).containsEntry("force", "true");
    assertThat(given.sentMetadata(0, "uid")).isEqualTo("u1");
  }

  @Test
  void apply_ofAnObjectWithOurManager_isWithForceAndUid() {
    given.transport.answer(200, map("5", "", managedBy("expose"))).answer(200, map("6", ""));

    given.client.apply(MAPS, newMap());

    assertThat(given.transport.call(0).headers().get("Accept")).contains("PartialObjectMetadata");
    assertThat(given.query(1)).containsEntry("force", "true");
    assertThat(given.sentMetadata(1, "uid")).isEqualTo("u1");
  }

  @Test
  void apply_ofAnObjectOfOthers_isWithoutForce_underItsUid() {
    given.transport.answer(200, map("5", "", managedBy("other"))).answer(200, map("6", ""));

    given.client.apply(MAPS, newMap());

    assertThat(given.query(1)).doesNotContainKey("force");
    assertThat(given.sentMetadata(1, "uid")).isEqualTo("u1");
  }

  @Test
  void conflictOnAnObjectOfOthers_isForeign_andNamesThem() {
    given
        .transport
        .answer(200, map("5", "", managedBy("other")))
        .answer(409, CONFLICT)
        .answer(200, map("5", "", managedBy("other")));

    assertThatThrownBy(() -> given.client.apply(MAPS, newMap()))
        .isInstanceOf(ForeignObjectException.class)
        .hasMessageContaining("the object is not ours, kubectl-edit set .data.a")
        .hasMessageContaining("apply of ConfigMap shop/web");
    assertThat(given.told).isEmpty();
  }

  @Test
  void conflictOnAnObjectThatIsOursByManager_isForced() {
    // A cache does not know managers: the conflict makes us look.
    given.cache(map("5", ""));
    given
        .transport
        .answer(409, CONFLICT)
        .answer(200, map("6", "", managedBy("expose")))
        .answer(200, map("7", ""));

    given.client.apply(MAPS, newMap());

    assertThat(given.query(0)).doesNotContainKey("force");
    assertThat(given.query(2)).containsEntry("force", "true");
    assertThat(given.sentMetadata(2, "uid")).isEqualTo("u1");
    assertThat(given.told).containsExactly("stored ConfigMap v7");
  }

  @Test
  void objectThatIsGone_isAConflict_notAGhost() {
    given.cache(map("5", "", OWNED));
    given.transport.refuse(409, "Conflict", "web");

    assertThatThrownBy(() -> given.client.apply(MAPS, ownedMap()))
        .isInstanceOf(ConflictException.class)
        .isNotInstanceOf(ForeignObjectException.class);
    assertThat(given.transport.calls()).hasSize(1);
  }

  @Test
  void apply_withForce_takesOver() {
    given.transport.answer(200, map("5", "", managedBy("other"))).answer(200, map("6", ""));

    given.client.apply(MAPS, newMap(), WriteOption.force());

    assertThat(given.query(1)).containsEntry("force", "true");
  }

  @Test
  void objectReadFromTheCluster_isRefused() {
    V1ConfigMap created = newMap();
    meta(created).creationTimestamp(OffsetDateTime.parse("2026-01-01T00:00:00Z"));
    V1ConfigMap generation = newMap();
    meta(generation).generation(1L);
    V1ConfigMap managed = newMap();
    meta(managed).addManagedFieldsItem(new V1ManagedFieldsEntry().manager("x"));

    assertThatThrownBy(() -> given.client.apply(MAPS, created))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it has metadata.creationTimestamp");
    assertThatThrownBy(() -> given.client.apply(MAPS, generation))
        .hasMessageContaining("metadata.generation");
    assertThatThrownBy(() -> given.client.apply(MAPS, managed))
        .hasMessageContaining("metadata.managedFields");
    assertThat(given.transport.calls()).isEmpty();
  }

  @Test
  void typedApply_claimsNoFieldThatNobodySet() {
    given.transport.refuse(404, "NotFound", "web").answer(201, map("5", ""));

    given.client.apply(MAPS, newMap());

    assertThat(given.sent(1).keySet())
        .containsExactlyInAnyOrder("apiVersion", "kind", "metadata", "data");
    assertThat(given.sent(1).get("metadata")).isEqualTo(Map.of("name", "web", "namespace", "shop"));
  }

  @Test
  void apply_underAnotherManager_looksForThatOne() {
    given.transport.answer(200, map("5", "", managedBy("other"))).answer(200, map("6", ""));

    given.client.withFieldManager("other").apply(MAPS, newMap());

    assertThat(given.query(1))
        .containsEntry("fieldManager", "other")
        .containsEntry("force", "true");
  }

  @Test
  void dryRun_isNotTold() {
    given.transport.refuse(404, "NotFound", "web").answer(201, map("5", ""));

    given.client.apply(MAPS, newMap(), WriteOption.dryRun());

    assertThat(given.query(1)).containsEntry("dryRun", "All");
    assertThat(given.told).isEmpty();
    assertThat(new String(given.transport.call(1).body(), StandardCharsets.UTF_8)).isNotEmpty();
    assertThat(given.cached).doesNotContainKey(KEY);
  }
}
