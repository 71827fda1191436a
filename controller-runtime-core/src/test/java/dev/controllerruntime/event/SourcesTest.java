package dev.controllerruntime.event;

import static dev.controllerruntime.cache.CacheFixture.MAPS;
import static dev.controllerruntime.cache.CacheFixture.SECRETS;
import static dev.controllerruntime.cache.CacheFixture.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.ChangeFilters;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.api.Predicates;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.cache.CacheFixture;
import dev.controllerruntime.cache.CacheStatus;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.transport.TestServer;
import dev.controllerruntime.codec.TestObject;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Namespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** From changes to requests. */
class SourcesTest {
  private static final TestObject A = TestObject.of("shop/a");
  private static final TestObject B = TestObject.of("shop/b");

  private final CacheFixture fixture = new CacheFixture();
  private final List<String> queued = new ArrayList<>();

  private Sources connect(List<? extends WatchSpec<?, Request>> specs) {
    return Sources.connect("test", specs, fixture.caches, fixture.time, this::queue);
  }

  private Sources started(WatchSpec<?, Request> spec) {
    Sources sources = connect(List.of(spec));
    sources.start();
    fixture.synced();
    return sources;
  }

  private void queue(Request request, int priority, @Nullable Cause known) {
    Cause cause = Objects.requireNonNull(known);
    queued.add(
        "%s %d %s %s %s"
            .formatted(request.key(), priority, cause.kind().kind(), cause.key(), cause.type()));
  }

  private List<String> queued() {
    fixture.time.settle();
    List<String> since = List.copyOf(queued);
    queued.clear();
    return since;
  }

  private static WatchSpec<V1ConfigMap, Request> where(Predicate<? super V1ConfigMap> predicate) {
    return WatchSpec.primary(MAPS, List.of(), List.of(predicate), List.of(), Optional.empty());
  }

  private static WatchSpec<V1ConfigMap, Request> mapped(
      Function<Observed<V1ConfigMap>, Collection<Request>> mapping) {
    return WatchSpec.mapped(MAPS, List.of(), List.of(), List.of(), mapping, 7, false);
  }

  private static Request label(Observed<?> state) {
    return Request.of(new ObjectKey("to", state.metadata().labels().getOrDefault("to", "nobody")));
  }

  @Test
  void initialList_comesWithLowPriority_beforeSynced_thenChangesWithTheirOwn() {
    fixture.server.put(A);
    List<Boolean> syncedAtAdd = new ArrayList<>();
    List<Sources> holder = new ArrayList<>();
    Sources sources =
        Sources.connect(
            "test",
            List.of(where(state -> true)),
            fixture.caches,
            fixture.time,
            (request, priority, cause) -> {
              syncedAtAdd.add(holder.get(0).synced());
              queue(request, priority, cause);
            });
    holder.add(sources);
    sources.start();
    sources.start();
    assertThat(sources.synced()).isFalse();
    fixture.synced();
    assertThat(sources.synced()).isTrue();
    assertThat(syncedAtAdd).containsExactly(false);
    fixture.server.put(A);
    fixture.server.remove(A);
    assertThat(queued())
        .containsExactly(
            "shop/a -100 ConfigMap shop/a added",
            "shop/a 0 ConfigMap shop/a modified",
            "shop/a 0 ConfigMap shop/a deleted");
  }

  @Test
  void change_passes_whenTheOldOrTheNewStateMatches() {
    started(where(Predicates.hasLabel("app", "web")));
    fixture.server.put(A);
    assertThat(queued()).isEmpty();
    fixture.server.put(A.label("app", "web"));
    assertThat(queued()).containsExactly("shop/a 0 ConfigMap shop/a modified");
    fixture.server.put(A);
    assertThat(queued()).containsExactly("shop/a 0 ConfigMap shop/a modified");
    fixture.server.put(A.data("k", "v"));
    assertThat(queued()).isEmpty();
    fixture.server.put(B.label("app", "web"));
    fixture.server.remove(B);
    assertThat(queued()).hasSize(2);
  }

  @Test
  void predicates_mustAllMatchTheSameState() {
    started(
        WatchSpec.primary(
            MAPS,
            List.of(),
            List.of(Predicates.hasLabel("a"), Predicates.hasLabel("b")),
            List.of(),
            Optional.empty()));
    fixture.server.put(A.label("a", "1"));
    fixture.server.put(A.label("b", "1"));
    assertThat(queued()).isEmpty();
    fixture.server.put(A.label("a", "1").label("b", "1"));
    assertThat(queued()).hasSize(1);
  }

  @Test
  void objectThatCarriesTheFinalizer_alwaysPasses_alsoInTheInitialList() {
    fixture.server.put(A.metadata("\"finalizers\":[\"example.com/mine\"]"));
    fixture.server.put(B.metadata("\"finalizers\":[\"example.com/other\"]"));
    started(
        WatchSpec.primary(
            MAPS,
            List.of(),
            List.of(state -> false),
            List.of(change -> false),
            Optional.of("example.com/mine")));
    assertThat(queued()).containsExactly("shop/a -100 ConfigMap shop/a added");
    fixture.server.put(A);
    assertThat(queued()).containsExactly("shop/a 0 ConfigMap shop/a modified");
    fixture.server.put(A.data("k", "v"));
    assertThat(queued()).isEmpty();
  }

  @Test
  void changeFilter_looksAtThePair() {
    started(
        WatchSpec.primary(
            MAPS, List.of(), List.of(), List.of(ChangeFilters.labelsChanged()), Optional.empty()));
    fixture.server.put(A);
    assertThat(queued()).hasSize(1);
    fixture.server.put(A.data("k", "v"));
    assertThat(queued()).isEmpty();
    fixture.server.put(A.label("app", "web"));
    assertThat(queued()).hasSize(1);
  }

  @Test
  void mapping_runsOnBothStates_andItsRequestsCollapse() {
    started(mapped(state -> List.of(label(state), label(state))));
    fixture.server.put(A.label("to", "x"));
    assertThat(queued()).containsExactly("to/x 7 ConfigMap shop/a added");
    fixture.server.put(A.label("to", "y"));
    assertThat(queued())
        .containsExactly("to/x 7 ConfigMap shop/a modified", "to/y 7 ConfigMap shop/a modified");
    fixture.server.put(A.label("to", "y").data("k", "v"));
    assertThat(queued()).containsExactly("to/y 7 ConfigMap shop/a modified");
    fixture.server.remove(A);
    assertThat(queued()).containsExactly("to/y 7 ConfigMap shop/a deleted");
  }

  @Test
  void everyOwnerOfThePrimaryKind_isQueued_oldAndNew_controllerOrNot() {
    started(WatchSpec.owned(MAPS, MAPS, List.of(), false));
    fixture.server.put(A.ownedBy("x", "y"));
    assertThat(queued())
        .containsExactly("shop/x 0 ConfigMap shop/a added", "shop/y 0 ConfigMap shop/a added");
    fixture.server.put(A.ownedBy("z"));
    assertThat(queued())
        .containsExactly(
            "shop/x 0 ConfigMap shop/a modified",
            "shop/y 0 ConfigMap shop/a modified",
            "shop/z 0 ConfigMap shop/a modified");
    fixture.server.put(
        B.metadata(
            "\"ownerReferences\":[{\"apiVersion\":\"other.io/v1\",\"kind\":\"ConfigMap\","
                + "\"name\":\"no\",\"uid\":\"1\"}]"));
    assertThat(queued()).isEmpty();
  }

  @Test
  void ownerOfAnyVersionOfTheGroup_isQueued() {
    Kind<?> deployments = Kind.dynamic("apps/v1", "Deployment");
    Sources sources =
        connect(
            List.of(
                WatchSpec.owned(MAPS, deployments, List.of(), false),
                WatchSpec.primary(SECRETS, List.of(), List.of(), List.of(), Optional.empty())));
    sources.start();
    fixture.synced();
    // Until somebody has asked where Deployments live, their names cannot be told.
    assertThat(sources.synced()).isFalse();
    assertThat(sources.waitingFor().stream().map(status -> status.kind().kind()))
        .containsExactly("ConfigMap");
  }

  @Test
  void namespacedOwnerOfAClusterScopedChild_isVoid_andClusterScopedOwnersHaveNoNamespace() {
    Kind<V1Namespace> namespaces = Kind.of(V1Namespace.class);
    fixture.server.put(
        A.metadata(
            "\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Namespace\","
                + "\"name\":\"shop\",\"uid\":\"1\"}]"));
    Sources sources =
        connect(
            List.of(
                WatchSpec.primary(
                    namespaces, List.of(), List.of(state -> false), List.of(), Optional.empty()),
                WatchSpec.owned(MAPS, namespaces, List.of(), false)));
    sources.start();
    fixture.synced();
    assertThat(sources.synced()).isTrue();
    assertThat(queued()).containsExactly("shop -100 ConfigMap shop/a added");
  }

  @Test
  void predicateOrMappingThatThrows_isCounted_andStopsNothingElse() {
    Sources sources =
        started(
            mapped(
                state -> {
                  if (state.metadata().labels().containsKey("bad")) {
                    throw new StackOverflowError("bad label");
                  }
                  return List.of(Request.of(state.metadata().key()));
                }));
    fixture.server.put(A.label("bad", "1"));
    fixture.server.put(B);
    assertThat(queued()).containsExactly("shop/b 7 ConfigMap shop/b added");
    // The other state of the change is mapped all the same.
    fixture.server.put(A);
    assertThat(queued()).containsExactly("shop/a 7 ConfigMap shop/a modified");
    assertThat(sources.counts().failures()).isEqualTo(2);
    assertThat(fixture.failed).isEmpty();

    Sources broken =
        connect(
            List.of(
                where(
                    state -> {
                      throw new IllegalStateException("no answer");
                    })));
    broken.start();
    assertThat(broken.synced()).isTrue();
    assertThat(broken.counts().failures()).isEqualTo(2);
  }

  @Test
  void slowUserCode_isCounted() {
    Sources sources =
        started(
            where(
                state -> {
                  fixture.time.spend(Duration.ofMillis(150));
                  return true;
                }));
    fixture.server.put(A);
    assertThat(queued()).hasSize(1);
    assertThat(sources.counts().slow()).isEqualTo(1);
    assertThat(sources.counts().failures()).isZero();
  }

  @Test
  void missingRequiredKind_holdsTheStart_andIsNamed_untilItAppears() throws Exception {
    fixture.server.refuse(TestServer.SECRETS, 404);
    Sources sources =
        connect(
            List.of(
                where(state -> true),
                WatchSpec.mapped(
                    SECRETS, List.of(), List.of(), List.of(), s -> List.of(), 0, false)));
    List<Boolean> heard = new ArrayList<>();
    sources.onStatusChange(() -> heard.add(sources.synced()));
    sources.start();
    fixture.synced();
    assertThat(sources.awaitSynced(seconds(30))).isFalse();
    assertThat(sources.waitingFor().stream().map(CacheStatus::describe))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("Secret", "does not have the kind"));
    fixture.server.allow(TestServer.SECRETS);
    assertThat(sources.awaitSynced(seconds(30))).isTrue();
    assertThat(heard).contains(true);
    // And when the kind goes again, so does the controller.
    fixture.server.refuse(TestServer.SECRETS, 404);
    fixture.server.breakWatches();
    fixture.time.pass(seconds(30));
    assertThat(sources.synced()).isFalse();
    assertThat(heard.get(heard.size() - 1)).isFalse();
  }

  @Test
  void missingKindThatIsOptional_doesNotHoldTheStart_andJoinsWhenItAppears() {
    fixture.server.refuse(TestServer.SECRETS, 404);
    Sources sources =
        connect(
            List.of(
                where(state -> true),
                WatchSpec.mapped(
                    SECRETS,
                    List.of(),
                    List.of(),
                    List.of(),
                    s -> List.of(Request.of(s.metadata().key())),
                    3,
                    true)));
    sources.start();
    // Nobody has asked the server yet: it does not count as absent.
    assertThat(sources.synced()).isFalse();
    fixture.synced();
    assertThat(sources.synced()).isTrue();
    fixture.server.put(TestServer.SECRETS, A);
    fixture.server.allow(TestServer.SECRETS);
    fixture.time.pass(seconds(30));
    assertThat(queued()).containsExactly("shop/a -100 Secret shop/a added");
    assertThat(sources.synced()).isTrue();
  }

  @Test
  void scope_isThatOfTheSpec() {
    fixture.server.put(A);
    fixture.server.put(TestObject.of("tools/c"));
    started(
        WatchSpec.primary(
            MAPS, List.of(ListOption.namespace("tools")), List.of(), List.of(), Optional.empty()));
    assertThat(queued()).containsExactly("tools/c -100 ConfigMap tools/c added");
  }

  @Test
  void close_endsRequests_andWaiting() throws Exception {
    fixture.server.put(A);
    Sources sources = started(where(state -> true));
    queued();
    sources.close();
    sources.close();
    sources.start();
    fixture.server.put(A);
    assertThat(queued()).isEmpty();
    assertThat(fixture.server.watching()).isZero();
  }

  @Test
  void recreatedObject_isTwoRequestsOfOneKey_andNoStateIsLost() {
    fixture.server.put(A.label("to", "old"));
    started(mapped(state -> List.of(label(state))));
    queued();
    fixture.server.hold();
    fixture.server.remove(A);
    fixture.server.put(A.uid("another").label("to", "new"));
    fixture.server.breakWatches();
    fixture.server.compact();
    fixture.server.release();
    fixture.time.pass(seconds(30));
    assertThat(queued())
        .containsExactly("to/old 7 ConfigMap shop/a deleted", "to/new 7 ConfigMap shop/a added");
  }

  @Test
  void controllersThatOwnEachOthersKinds_attachWithoutCrossingLocks() {
    // TurnTaking fails when two locks are ever taken in both orders.
    fixture.server.put(A);
    fixture.server.put(TestServer.SECRETS, A);
    Sources one =
        connect(List.of(where(state -> true), WatchSpec.owned(SECRETS, MAPS, List.of(), false)));
    Sources two =
        connect(
            List.of(
                WatchSpec.primary(SECRETS, List.of(), List.of(), List.of(), Optional.empty()),
                WatchSpec.owned(MAPS, SECRETS, List.of(), false)));
    one.start();
    two.start();
    fixture.synced();
    assertThat(one.synced()).isTrue();
    assertThat(two.synced()).isTrue();
  }

  @Test
  void waitingForSync_onAnotherThread_ends() {
    Sources sources = connect(List.of(where(state -> true)));
    List<Boolean> ended = new ArrayList<>();
    fixture.time.start(
        "waiting",
        ThreadKind.WORKER,
        () -> {
          try {
            ended.add(sources.awaitSynced(seconds(60)));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    fixture.time.settle();
    sources.start();
    fixture.synced();
    assertThat(ended).containsExactly(true);
  }
}
