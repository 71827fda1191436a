package dev.controllerruntime.apiserver.apply;

import static dev.controllerruntime.apiserver.RecordedSchemas.SCHEMAS;
import static dev.controllerruntime.apiserver.RecordedSchemas.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.apply.FieldManager.Outcome;
import dev.controllerruntime.apiserver.schema.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FieldManagerTest {
  private static final Instant T1 = Instant.parse("2026-11-30T12:00:00.700Z");
  private static final Instant T2 = Instant.parse("2026-11-30T12:00:09Z");
  private static final FieldManager CONFIG_MAPS =
      new FieldManager(SCHEMAS.of("v1", "ConfigMap"), "v1", "ConfigMap", "", FieldSet.empty());
  private static final FieldManager WIDGETS =
      new FieldManager(
          Schema.deduced(), "example.com/v1", "Widget", "", ResetFields.ofCustomResource("", true));

  private static ObjectNode configMap(String data) {
    return (ObjectNode)
        json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'},'data':" + data + "}");
  }

  private static ObjectNode widget(String spec) {
    return (ObjectNode)
        json(
            "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'a'},'spec':"
                + spec
                + "}");
  }

  @Test
  void applyingTwice_changesNothing() {
    ObjectNode config = configMap("{'k':'v'}");
    Outcome first = CONFIG_MAPS.apply(null, ManagedFields.empty(), config, "me", false, T1);
    Outcome second = CONFIG_MAPS.apply(first.object(), first.managed(), config, "me", false, T2);

    assertThat(second.object()).isEqualTo(first.object());
    assertThat(first.managed().entries().get(0).time()).isEqualTo("2026-11-30T12:00:00Z");
  }

  @Test
  void apply_sharesNothingWithItsArguments() {
    ObjectNode config = widget("{'list':[{'a':1}],'map':{'x':1}}");
    ObjectNode before = config.deepCopy();
    Outcome outcome = WIDGETS.apply(null, ManagedFields.empty(), config, "me", false, T1);

    ((ObjectNode) outcome.object().at("/spec/map")).put("x", 2);
    ((ObjectNode) outcome.object().at("/spec/list/0")).put("a", 2);

    assertThat(config).isEqualTo(before);
  }

  @Test
  void updateThatChangesNothing_keepsTheManagers() {
    Outcome created =
        CONFIG_MAPS.update(null, ManagedFields.empty(), configMap("{'k':'v'}"), "me", T1);
    Outcome same =
        CONFIG_MAPS.update(
            created.object(), created.managed(), created.object().deepCopy(), "other", T2);

    assertThat(same.managed()).isSameAs(created.managed());
    assertThat(same.object()).isEqualTo(created.object());
  }

  @Test
  void updateOfOwnField_reusesTheEncodedFields() {
    Outcome created =
        CONFIG_MAPS.update(null, ManagedFields.empty(), configMap("{'k':'v'}"), "me", T1);
    JsonNode before = created.managed().encode().get(0).get("fieldsV1");

    Outcome updated =
        CONFIG_MAPS.update(created.object(), created.managed(), configMap("{'k':'w'}"), "me", T2);

    assertThat(updated.managed().encode().get(0).get("fieldsV1")).isSameAs(before);
    assertThat(updated.managed().entries().get(0).time()).isEqualTo("2026-11-30T12:00:09Z");
  }

  @Test
  void updateOfForeignField_takesItOver() {
    Outcome created =
        CONFIG_MAPS.update(null, ManagedFields.empty(), configMap("{'k':'v','l':'v'}"), "one", T1);
    Outcome updated =
        CONFIG_MAPS.update(
            created.object(), created.managed(), configMap("{'k':'w','l':'v'}"), "two", T2);

    assertThat(updated.managed().entries())
        .extracting(ManagerEntry::manager, entry -> entry.fields().toString())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("one", "[.data, .data.l]"),
            org.assertj.core.groups.Tuple.tuple("two", "[.data.k]"));
  }

  @Test
  void managerThatLosesItsLastField_goes() {
    Outcome created =
        CONFIG_MAPS.update(null, ManagedFields.empty(), configMap("{'k':'v'}"), "one", T1);
    ObjectNode without = configMap("{}");
    without.remove("data");
    Outcome updated = CONFIG_MAPS.update(created.object(), created.managed(), without, "two", T2);

    assertThat(updated.managed().isEmpty()).isTrue();
    assertThat(updated.object().at("/metadata").has("managedFields")).isFalse();
  }

  @Test
  void statusThroughTheMainEndpoint_isNotOwned() {
    ObjectNode object = widget("{'size':1}");
    object.putObject("status").put("ready", true);
    Outcome created = WIDGETS.update(null, ManagedFields.empty(), object, "me", T1);

    assertThat(created.managed().entries().get(0).fields()).hasToString("[.spec, .spec.size]");
  }

  @Test
  void updateBodyWithWrongManagedFields_keepsTheLiveOnes() {
    Outcome created =
        CONFIG_MAPS.update(null, ManagedFields.empty(), configMap("{'k':'v'}"), "me", T1);
    ObjectNode body = configMap("{'k':'v'}");
    ((ObjectNode) body.get("metadata"))
        .set("managedFields", json("[{'manager':'x','operation':'Nonsense'}]"));

    assertThat(CONFIG_MAPS.update(created.object(), created.managed(), body, "me", T2).managed())
        .isSameAs(created.managed());
  }

  @Test
  void managedFieldsOfTheBody_replaceTheLiveOnes() {
    Outcome created =
        CONFIG_MAPS.update(null, ManagedFields.empty(), configMap("{'k':'v'}"), "me", T1);
    ObjectNode body = configMap("{'k':'v'}");
    ((ObjectNode) body.get("metadata"))
        .set(
            "managedFields",
            json(
                "[{'manager':'x','operation':'Update','apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{'f:data':{}}}]"));

    assertThat(
            CONFIG_MAPS
                .update(created.object(), created.managed(), body, "me", T2)
                .managed()
                .entries())
        .extracting(ManagerEntry::manager)
        .containsExactly("x");
  }

  @Test
  void settle_takesBackTimes_onlyWhenNothingElseChanged() {
    ObjectNode config = configMap("{'k':'v'}");
    Outcome first = CONFIG_MAPS.apply(null, ManagedFields.empty(), config, "me", false, T1);
    ManagedFields later = ManagedFields.of(List.of(first.managed().entries().get(0).at(T2)));
    ObjectNode same = first.object().deepCopy();
    ObjectNode changed = first.object().deepCopy();
    ((ObjectNode) changed.get("data")).put("k", "w");

    assertThat(FieldManager.settle(first.object(), first.managed(), same, later))
        .isSameAs(first.managed());
    assertThat(same).isEqualTo(first.object());
    assertThat(FieldManager.settle(first.object(), first.managed(), changed, later))
        .isSameAs(later);
  }

  @Test
  void randomConfigurations_endAsTheirLastApply() {
    Random random = new Random(11);
    for (int round = 0; round < 300; round++) {
      ObjectNode live = null;
      ManagedFields managed = ManagedFields.empty();
      ObjectNode mine = widget("{}");
      for (int step = 0; step < 5; step++) {
        mine = widget(randomMap(random, 2, "abc"));
        Outcome outcome = WIDGETS.apply(live, managed, mine, "me", true, T1);
        ObjectNode other = widget(randomMap(random, 2, "xyz"));
        outcome = WIDGETS.apply(outcome.object(), outcome.managed(), other, "other", true, T1);
        live = outcome.object();
        managed = outcome.managed();
        assertThat(ManagedFields.decodeFrom(live).encode()).isEqualTo(managed.encode());
        // Disjoint keys: what is there is exactly what both apply now.
        if (mine.get("spec").isEmpty() && other.get("spec").isEmpty()) {
          // Emptied, though still applied; the server stores null once there was something.
          assertThat(live.get("spec").isEmpty()).isTrue();
          continue;
        }
        ObjectNode expected = ((ObjectNode) mine.get("spec")).deepCopy();
        expected.setAll((ObjectNode) other.get("spec"));
        assertThat(live.path("spec")).isEqualTo(expected);
      }
    }
  }

  private static String randomMap(Random random, int depth, String keys) {
    StringBuilder text = new StringBuilder("{");
    for (char key : keys.toCharArray()) {
      if (random.nextBoolean()) {
        text.append(text.length() == 1 ? "'" : ",'").append(key).append("':");
        switch (random.nextInt(depth > 0 ? 3 : 2)) {
          case 0 -> text.append(random.nextInt(3));
          case 1 -> text.append("['").append(random.nextInt(3)).append("']");
          default -> text.append("{'n':1}");
        }
      }
    }
    return text.append('}').toString();
  }

  @Test
  void defaultManager_isTheUserAgentBeforeTheSlash() {
    assertThat(ManagerNames.orUserAgent(null, "kubectl/v1.36 (linux)")).isEqualTo("kubectl");
    assertThat(ManagerNames.orUserAgent("", "plain")).isEqualTo("plain");
    assertThat(ManagerNames.orUserAgent("me", "kubectl/v1")).isEqualTo("me");
    assertThat(ManagerNames.orUserAgent(null, "a\u0007b/1")).isEqualTo("ab");
    assertThat(ManagerNames.orUserAgent(null, "x".repeat(200))).hasSize(128);
    assertThat(ManagerNames.orUserAgent(null, null)).isEmpty();
  }

  @Test
  void emptyManagerName_isUnknown() {
    assertThat(
            CONFIG_MAPS
                .update(null, ManagedFields.empty(), configMap("{'k':'v'}"), "", T1)
                .managed()
                .entries())
        .extracting(ManagerEntry::manager)
        .containsExactly("unknown");
  }

  @Test
  void parameters_areRefusedInTheServersWords() {
    assertThatThrownBy(() -> ManagerNames.check("PatchOptions", true, null, null))
        .hasMessage(
            "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch");
    assertThatThrownBy(() -> ManagerNames.check("PatchOptions", false, null, false))
        .hasMessage(
            "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for non-apply patch");
    assertThatThrownBy(() -> ManagerNames.check("PatchOptions", false, "x".repeat(129), null))
        .hasMessage(
            "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Too long: may not be more than 128 bytes");
    assertThatThrownBy(() -> ManagerNames.check("PatchOptions", false, "a\u0007b", null))
        .hasMessage(
            "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Invalid value: \"a\\ab\": invalid character U+0007 (at position 1)");
  }

  @Test
  void resetFields_followTheRegistryOfTheResource() {
    assertThat(ResetFields.ofBuiltIn("apps", "deployments", "", true))
        .isEqualTo(FieldSet.of("status"));
    assertThat(ResetFields.ofBuiltIn("apps", "deployments", "status", true))
        .isEqualTo(FieldSet.of("spec").union(FieldSet.of("metadata", "labels")));
    assertThat(ResetFields.ofBuiltIn("apps", "replicasets", "status", true))
        .isEqualTo(FieldSet.of("spec"));
    assertThat(ResetFields.ofBuiltIn("", "configmaps", "", false).isEmpty()).isTrue();
    assertThat(ResetFields.ofBuiltIn("", "namespaces", "finalize", true))
        .isEqualTo(FieldSet.of("status"));
    assertThat(ResetFields.ofCustomResource("status", true))
        .isEqualTo(FieldSet.of("spec").union(FieldSet.of("metadata")));
  }
}
