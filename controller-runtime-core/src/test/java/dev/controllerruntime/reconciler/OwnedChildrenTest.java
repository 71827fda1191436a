package dev.controllerruntime.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ConflictException;
import dev.controllerruntime.client.ForeignObjectException;
import dev.controllerruntime.client.NotFoundException;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.client.WriteOption;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.codec.Codec;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnedChildrenTest {
  private static final Kind<DynamicObject> WIDGETS = Kind.dynamic("example.com/v1", "Widget");
  private static final Kind<V1ConfigMap> MAPS = Kind.of(V1ConfigMap.class);
  private static final Kind<DynamicObject> GADGETS = Kind.dynamic("example.com/v1", "Gadget");
  private static final ObjectKey OWNER = ObjectKey.of("shop/web");

  private final Client client = mock(Client.class);
  private final Reader cache = mock(Reader.class);

  /** The server, by kind and key; the cache shows the same. */
  private final Map<String, DynamicObject> stored = new TreeMap<>();

  private final List<String> calls = new ArrayList<>();
  private final AppliedChildren applied = new AppliedChildren();
  private boolean gadgetsPresent = true;
  private int version = 10;

  @BeforeEach
  void connect() {
    put(widget("web", "u-web"));
    when(cache.metadata(any(), any()))
        .thenAnswer(call -> metadata(call.getArgument(0), call.getArgument(1)));
    when(client.metadata(any(), any()))
        .thenAnswer(call -> metadata(call.getArgument(0), call.getArgument(1)));
    when(client.apply(any(), any())).thenAnswer(call -> apply(call.getArgument(1)));
    doAnswer(
            call -> {
              Kind<?> kind = call.getArgument(0);
              ObjectKey key = call.getArgument(1);
              calls.add("delete " + key + " " + Arrays.asList(call.getArguments()).subList(2, 5));
              stored.remove(kind.kind() + " " + key);
              return null;
            })
        .when(client)
        .delete(any(), any(), any(WriteOption[].class));
    when(client.edit(any(), any(), any()))
        .thenAnswer(
            call -> {
              DynamicObject object =
                  held(call.<Kind<?>>getArgument(0).kind() + " " + call.getArgument(1));
              call.<Consumer<DynamicObject>>getArgument(2).accept(object);
              calls.add("edit " + call.getArgument(1) + " " + uids(object));
              return object;
            });
  }

  private Optional<ObjectMetadata> metadata(Kind<?> kind, ObjectKey key) {
    return Optional.ofNullable(stored.get(kind.kind() + " " + key)).map(DynamicObject::metadata);
  }

  private DynamicObject held(String kindAndKey) {
    return Objects.requireNonNull(stored.get(kindAndKey), kindAndKey);
  }

  private DynamicObject apply(DynamicObject body) {
    DynamicObject answer =
        DynamicObjects.fromMap(body.asMap())
            .set("/metadata/uid", "u-" + body.metadata().key().name())
            .set("/metadata/resourceVersion", String.valueOf(++version));
    put(answer);
    calls.add("apply " + body.metadata().key() + " " + uids(body));
    return answer;
  }

  private static List<String> uids(DynamicObject object) {
    return object.metadata().owners().stream().map(each -> each.uid()).toList();
  }

  private void put(DynamicObject object) {
    stored.put(object.get("/kind").orElse("") + " " + object.metadata().key(), object);
  }

  private static DynamicObject widget(String name, String uid) {
    return DynamicObjects.of("example.com/v1", "Widget", "shop", name).set("/metadata/uid", uid);
  }

  private static Map<String, Object> reference(String name, String uid) {
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("apiVersion", "example.com/v1");
    reference.put("kind", "Widget");
    reference.put("name", name);
    reference.put("uid", uid);
    return reference;
  }

  private DynamicObject map(String name, List<?> owners) {
    return DynamicObjects.of("v1", "ConfigMap", "shop", name)
        .set("/metadata/uid", "u-" + name)
        .set("/metadata/resourceVersion", "5")
        .set("/metadata/ownerReferences", owners);
  }

  private static V1ConfigMap desired(String name) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().name(name)).data(Map.of("k", "v"));
  }

  private List<ObjectMetadata> owned(Kind<?> kind, String uid) {
    return stored.values().stream()
        .filter(each -> each.get("/kind").orElse("").equals(kind.kind()))
        .filter(each -> uids(each).contains(uid))
        .map(DynamicObject::metadata)
        .toList();
  }

  private OwnedChildren children() {
    Pruning pruning =
        new Pruning(client, (kind, uid, until) -> owned(kind, uid), Instant.EPOCH, applied);
    return new OwnedChildren(
        WIDGETS,
        OWNER,
        client,
        cache,
        Codec.json(),
        List.of(new ChildKind(MAPS, false), new ChildKind(GADGETS, true)),
        kind -> gadgetsPresent,
        pruning,
        applied);
  }

  @Test
  void child_isAppliedInTheOwnersNamespace_withAReferenceThatIsNoControllers() {
    children().apply(Desired.none().with(MAPS, desired("a")));
    assertThat(calls).containsExactly("apply shop/a [u-web]");
    DynamicObject child = held("ConfigMap shop/a");
    assertThat(child.get("/metadata/ownerReferences")).contains(List.of(reference("web", "u-web")));
    assertThat(child.get("/data/k")).contains("v");
  }

  @Test
  void unchangedChild_isNotAppliedAgain() {
    children().apply(Desired.none().with(MAPS, desired("a")));
    children().apply(Desired.none().with(MAPS, desired("a")));
    assertThat(calls).hasSize(1);
  }

  @Test
  void childThatSomebodyEdited_isAppliedAgain() {
    children().apply(Desired.none().with(MAPS, desired("a")));
    held("ConfigMap shop/a").set("/metadata/resourceVersion", "99");
    children().apply(Desired.none().with(MAPS, desired("a")));
    assertThat(calls).hasSize(2);
  }

  @Test
  void childThatWasDeleted_isAppliedAgain() {
    children().apply(Desired.none().with(MAPS, desired("a")));
    stored.remove("ConfigMap shop/a");
    children().apply(Desired.none().with(MAPS, desired("a")));
    assertThat(calls).hasSize(2);
  }

  @Test
  void otherOwnersOfTheSameKind_areAppliedAlong() {
    put(map("a", List.of(reference("api", "u-api"))));
    children().apply(Desired.none().with(MAPS, desired("a")));
    assertThat(calls).containsExactly("apply shop/a [u-web, u-api]");
  }

  @Test
  void ownedObjectOutsideTheSet_isDeletedUnderItsUidAndVersion() {
    put(map("old", List.of(reference("web", "u-web"))));
    children().apply(Desired.none().with(MAPS, desired("a")));
    assertThat(calls)
        .containsExactly(
            "apply shop/a [u-web]",
            "delete shop/old "
                + List.of(
                    WriteOption.uid("u-old"),
                    WriteOption.resourceVersion("5"),
                    WriteOption.propagation(WriteOption.Propagation.BACKGROUND)));
  }

  @Test
  void ownedObjectWithOtherOwners_onlyLosesOurReference() {
    put(map("old", List.of(reference("web", "u-web"), reference("api", "u-api"))));
    children().apply(Desired.none());
    assertThat(calls).containsExactly("edit shop/old [u-api]");
  }

  @Test
  void kindTheSetDoesNotMention_isPrunedToo_whileTheServerHasIt() {
    DynamicObject gadget =
        DynamicObjects.of("example.com/v1", "Gadget", "shop", "g")
            .set("/metadata/uid", "u-g")
            .set("/metadata/resourceVersion", "5")
            .set("/metadata/ownerReferences", List.of(reference("web", "u-web")));
    put(gadget);
    gadgetsPresent = false;
    children().apply(Desired.none());
    assertThat(calls).isEmpty();
    gadgetsPresent = true;
    children().apply(Desired.none());
    assertThat(calls).singleElement().asString().startsWith("delete shop/g");
  }

  @Test
  void childThatIsBeingDeletedAlready_isNotDeletedAgain() {
    put(
        map("old", List.of(reference("web", "u-web")))
            .set("/metadata/deletionTimestamp", "2026-01-01T00:00:00Z"));
    children().apply(Desired.none());
    assertThat(calls).isEmpty();
  }

  @Test
  void ownerThatJoinsBeforeTheDelete_keepsTheChild() {
    put(map("old", List.of(reference("web", "u-web"))));
    doAnswer(
            call -> {
              put(map("old", List.of(reference("web", "u-web"), reference("api", "u-api"))));
              throw new ConflictException(409, "Conflict", "it has changed", null);
            })
        .when(client)
        .delete(any(), any(), any(WriteOption[].class));
    children().apply(Desired.none());
    assertThat(calls).containsExactly("edit shop/old [u-api]");
  }

  @Test
  void oneRefusedChild_doesNotStopTheOthers_andIsThrownAtTheEnd() {
    put(map("old", List.of(reference("web", "u-web"))));
    doThrow(new ForeignObjectException(409, "Conflict", "a is somebody else's", null))
        .doAnswer(call -> apply(call.getArgument(1)))
        .when(client)
        .apply(any(), any());
    assertThatThrownBy(
            () ->
                children().apply(Desired.none().with(MAPS, desired("a")).with(MAPS, desired("b"))))
        .isInstanceOf(ForeignObjectException.class);
    assertThat(calls).hasSize(2);
    assertThat(calls.get(0)).isEqualTo("apply shop/b [u-web]");
    assertThat(calls.get(1)).startsWith("delete shop/old");
  }

  @Test
  void refusedWrites_endTheCallAtOnce() {
    doThrow(new WriteRefusedException("the lease is lost", null)).when(client).apply(any(), any());
    put(map("old", List.of(reference("web", "u-web"))));
    assertThatThrownBy(() -> children().apply(Desired.none().with(MAPS, desired("a"))))
        .isInstanceOf(WriteRefusedException.class);
    assertThat(calls).isEmpty();
  }

  @Test
  void missingOwner_hasNoChildrenToApply() {
    stored.clear();
    children().apply(Desired.none());
    assertThatThrownBy(() -> children().apply(Desired.none().with(MAPS, desired("a"))))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("Widget shop/web does not exist");
  }

  @Test
  void childThatCannotBeOwned_isRefusedBeforeAnythingIsSent() {
    V1ConfigMap elsewhere = desired("a");
    elsewhere.setMetadata(new V1ObjectMeta().name("a").namespace("other"));
    assertThatThrownBy(() -> children().apply(Desired.none().with(MAPS, elsewhere)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other/a cannot be owned by Widget shop/web");
    assertThatThrownBy(
            () ->
                children().apply(Desired.none().with(MAPS, desired("a")).with(MAPS, desired("a"))))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> children().apply(Desired.none().with(WIDGETS, widget("x", "u-x"))))
        .hasMessageContaining("give it to owns or ownsIfPresent");
    assertThat(calls).isEmpty();
  }
}
