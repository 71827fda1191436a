package dev.controllerruntime.client;

import static dev.controllerruntime.client.ClientFixture.KEY;
import static dev.controllerruntime.client.ClientFixture.MAPS;
import static dev.controllerruntime.client.ClientFixture.PATH;
import static dev.controllerruntime.client.ClientFixture.map;
import static dev.controllerruntime.client.ClientFixture.meta;
import static dev.controllerruntime.client.ClientFixture.newMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.client.transport.WriteGate;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Create, delete and patch, and what holds for every write. */
class WriteVerbsTest {
  private static final String SUCCESS =
      """
      {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success",
       "details":{"name":"web","kind":"configmaps","uid":"u1"}}""";
  private static final String DELETING = "\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"";

  private final ClientFixture given = new ClientFixture();

  @Test
  void create_postsToTheCollection() {
    given.transport.answer(201, map("5", "\"a\":\"1\""));

    V1ConfigMap stored = given.client.create(MAPS, newMap());

    assertThat(given.method(0)).isEqualTo("POST");
    assertThat(given.transport.call(0).path()).isEqualTo("/api/v1/namespaces/shop/configmaps");
    assertThat(given.query(0)).containsEntry("fieldManager", "expose");
    assertThat(meta(stored).getUid()).isEqualTo("u1");
    assertThat(given.told).containsExactly("stored ConfigMap v5");
  }

  @Test
  void create_withAGeneratedName_leavesTheNameToTheServer() {
    given.transport.answer(201, map("5", ""));
    V1ConfigMap unnamed = newMap();
    meta(unnamed).name(null).generateName("web-");

    given.client.create(MAPS, unnamed);

    assertThat(given.sentMetadata(0, "generateName")).isEqualTo("web-");
  }

  @Test
  void create_ofATakenName_saysSo() {
    given.transport.refuse(409, "AlreadyExists", "web");

    assertThatThrownBy(() -> given.client.create(MAPS, newMap()))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void create_ofAnObjectThatWasStored_orWithoutNamespace_isRefused() {
    V1ConfigMap stored = newMap();
    meta(stored).resourceVersion("5");
    V1ConfigMap nowhere = newMap();
    meta(nowhere).namespace(null);

    assertThatThrownBy(() -> given.client.create(MAPS, stored))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("resourceVersion");
    assertThatThrownBy(() -> given.client.create(MAPS, nowhere))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metadata.namespace is missing");
    assertThat(given.transport.calls()).isEmpty();
  }

  @Test
  void create_inAMissingNamespace_saysWhichIsMissing() {
    given.transport.refuse(404, "NotFound", "shop");

    assertThatThrownBy(() -> given.client.create(MAPS, newMap()))
        .isInstanceOf(NotFoundException.class)
        .isNotInstanceOf(MissingKindException.class)
        .hasMessageContaining("shop");
  }

  @Test
  void create_whoseAnswerIsLost_isTold_notSentAgain() {
    given.transport.lost(true);

    assertThatThrownBy(() -> given.client.create(MAPS, newMap()))
        .isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void answerThatIsNoObject_leavesTheOutcomeUnknown() {
    given.transport.answer(200, "<html>").answer(200, "<html>");

    assertThatThrownBy(() -> given.client.create(MAPS, newMap()))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("the answer is no object");
    assertThatThrownBy(() -> given.client.get(MAPS, KEY))
        .isInstanceOf(ApiException.class)
        .isNotInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void write_thatTheServerGaveUpOn_hasAnUnknownOutcome() {
    given.transport.refuse(504, "Timeout", "x");

    assertThatThrownBy(() -> given.client.create(MAPS, newMap()))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("504");
  }

  @Test
  void write_thatNeverWentOut_isNoUnknownOutcome() {
    for (int i = 0; i < 5; i++) {
      given.transport.lost(false);
    }
    assertThatThrownBy(() -> given.client.create(MAPS, newMap()))
        .isInstanceOf(ApiException.class)
        .isNotInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("no connection");
  }

  @Test
  void invalidObject_saysWhatTheServerSays() {
    given.transport.refuse(422, "Invalid", "web");

    assertThatThrownBy(() -> given.client.create(MAPS, newMap()))
        .isInstanceOf(InvalidException.class);
  }

  @Test
  void delete_answeredWithSuccess_isToldAsDeletion() {
    given.transport.answer(200, SUCCESS);

    given.client.delete(MAPS, KEY);

    assertThat(given.method(0)).isEqualTo("DELETE");
    assertThat(given.transport.call(0).path()).isEqualTo(PATH);
    assertThat(given.sent(0)).isEqualTo(Map.of("apiVersion", "v1", "kind", "DeleteOptions"));
    assertThat(given.told).containsExactly("deleted ConfigMap shop/web u1");
  }

  @Test
  void delete_answeredWithAnObjectThatIsHeld_isToldAsStored() {
    given
        .transport
        .answer(200, map("6", "", DELETING, "\"finalizers\":[\"example.com/x\"]"))
        .answer(200, map("7", "", DELETING, "\"deletionGracePeriodSeconds\":30"));

    given.client.delete(MAPS, KEY);
    given.client.delete(MAPS, KEY);

    assertThat(given.told).containsExactly("stored ConfigMap v6", "stored ConfigMap v7");
  }

  @Test
  void delete_answeredWithTheLastStateOfTheObject_isToldAsDeletion() {
    given.transport.answer(200, map("6", ""));

    given.client.delete(MAPS, KEY);

    assertThat(given.told).containsExactly("deleted ConfigMap shop/web u1");
  }

  @Test
  void delete_ofAMissingObject_isFine() {
    given.transport.refuse(404, "NotFound", "web");

    given.client.delete(MAPS, KEY);

    assertThat(given.told).isEmpty();
  }

  @Test
  void delete_carriesItsPreconditionsAndPolicy() {
    given.transport.answer(200, SUCCESS);

    given.client.delete(
        MAPS,
        KEY,
        WriteOption.uid("u\"1"),
        WriteOption.resourceVersion("5"),
        WriteOption.propagation(WriteOption.Propagation.FOREGROUND),
        WriteOption.dryRun());

    assertThat(given.sent(0))
        .containsEntry("preconditions", Map.of("uid", "u\"1", "resourceVersion", "5"))
        .containsEntry("propagationPolicy", "Foreground")
        .containsEntry("dryRun", List.of("All"));
    assertThat(given.told).isEmpty();
  }

  @Test
  void delete_ofAnotherUid_isAConflict() {
    given.transport.refuse(409, "Conflict", "web");

    assertThatThrownBy(() -> given.client.delete(MAPS, KEY, WriteOption.uid("u2")))
        .isInstanceOf(ConflictException.class);
  }

  @Test
  void mergePatch_isSentAsGiven_andToldAsStored() {
    given.transport.answer(200, map("6", ""));

    given.client.patch(MAPS, KEY, Patch.merge("{\"data\":{\"a\":null}}"));

    assertThat(given.method(0)).isEqualTo("PATCH");
    assertThat(given.transport.body(0)).isEqualTo("{\"data\":{\"a\":null}}");
    assertThat(given.transport.call(0).headers())
        .containsEntry("Content-Type", "application/merge-patch+json");
    assertThat(given.told).containsExactly("stored ConfigMap v6");
  }

  @Test
  void mergePatch_carriesItsPreconditions() {
    given.transport.answer(200, map("6", ""));

    given.client.patch(
        MAPS,
        KEY,
        Patch.merge("{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"data\":null}"),
        WriteOption.uid("u1"),
        WriteOption.resourceVersion("5"));

    assertThat(given.sent(0).get("metadata"))
        .isEqualTo(Map.of("labels", Map.of("a", "b"), "uid", "u1", "resourceVersion", "5"));
    assertThat(given.sent(0)).containsEntry("data", null);
  }

  @Test
  void jsonPatch_carriesItsPreconditions() {
    given.transport.answer(200, map("6", "")).answer(200, map("7", ""));
    String operation = "{\"op\":\"remove\",\"path\":\"/data/a\"}";

    given.client.patch(
        MAPS,
        KEY,
        Patch.json("[" + operation + "]"),
        WriteOption.uid("u1"),
        WriteOption.resourceVersion("5"));
    given.client.patch(MAPS, KEY, Patch.json("[ ]"), WriteOption.uid("u1"));

    String test = "{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"u1\"}";
    String version = "{\"op\":\"replace\",\"path\":\"/metadata/resourceVersion\",\"value\":\"5\"}";
    assertThat(given.transport.body(0))
        .isEqualTo("[" + test + "," + version + "," + operation + "]");
    assertThat(given.transport.body(1)).isEqualTo("[" + test + " ]");
    assertThat(given.transport.call(0).headers())
        .containsEntry("Content-Type", "application/json-patch+json");
  }

  @Test
  void patchThatIsNoPatch_isRefused() {
    assertThatThrownBy(() -> given.client.patch(MAPS, KEY, Patch.json("{}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("list of operations");
  }

  @Test
  void statusPatch_goesToTheSubresource() {
    given.transport.answer(200, map("6", ""));

    given.client.status().patch(MAPS, KEY, Patch.merge("{}"));

    assertThat(given.transport.call(0).path()).isEqualTo(PATH + "/status");
  }

  @Test
  void optionsThatDoNotFitTheVerb_areRefused_allAtOnce() {
    assertThatThrownBy(
            () ->
                given.client.delete(
                    MAPS,
                    KEY,
                    WriteOption.force(),
                    WriteOption.fieldManager("x"),
                    WriteOption.uid("a"),
                    WriteOption.uid("b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("wrong options for delete: ")
        .hasMessageContaining("force is no option of delete")
        .hasMessageContaining("fieldManager is no option of delete")
        .hasMessageContaining("uid is given twice");
    assertThatThrownBy(
            () -> given.client.create(MAPS, newMap(), WriteOption.fieldManager("x".repeat(129))))
        .hasMessageContaining("129 characters");
    assertThatThrownBy(() -> given.client.withFieldManager(""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> given.client.withTimeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(given.transport.calls()).isEmpty();
  }

  @Test
  void fieldManagerOfOneWrite_goesBeforeThatOfTheClient() {
    given.transport.answer(201, map("5", ""));

    given.client.create(MAPS, newMap(), WriteOption.fieldManager("other"));

    assertThat(given.query(0)).containsEntry("fieldManager", "other");
  }

  @Test
  void closedGate_refusesEveryWrite_butNoRead_andGatesAddUp() {
    WriteGate closed =
        new WriteGate() {
          @Override
          public void check() {
            throw new WriteRefusedException("the lease is lost", null);
          }

          @Override
          public Duration remaining() {
            return Duration.ZERO;
          }
        };
    RuntimeClient gated = given.client.withGate(closed).withGate(WriteGate.OPEN);
    given.cache(map("5", ""));
    given.transport.answer(200, map("5", ""));

    assertThat(gated.get(MAPS, KEY)).isPresent();
    assertThatThrownBy(() -> gated.create(MAPS, newMap()))
        .isInstanceOf(WriteRefusedException.class);
    assertThatThrownBy(() -> gated.delete(MAPS, KEY)).isInstanceOf(WriteRefusedException.class);
    assertThatThrownBy(() -> gated.edit(MAPS, KEY, m -> m.putDataItem("a", "2")))
        .isInstanceOf(WriteRefusedException.class);
    assertThatThrownBy(() -> gated.apply(MAPS, newMap())).isInstanceOf(WriteRefusedException.class);
    assertThatThrownBy(() -> gated.status().patch(MAPS, KEY, Patch.merge("{}")))
        .isInstanceOf(WriteRefusedException.class);
    assertThat(given.transport.calls()).hasSize(1);
  }

  @Test
  void timeoutOfTheClient_boundsTheRequest() {
    given.transport.answer(201, map("5", ""));

    given.client.withTimeout(Duration.ofSeconds(4)).create(MAPS, newMap());

    assertThat(given.query(0)).containsEntry("timeout", "4000ms");
  }
}
