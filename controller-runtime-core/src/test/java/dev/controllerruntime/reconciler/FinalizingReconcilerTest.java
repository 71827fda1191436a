package dev.controllerruntime.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.api.Predicates;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.NotFoundException;
import dev.controllerruntime.client.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FinalizingReconcilerTest {
  private static final Kind<DynamicObject> WIDGETS = Kind.dynamic("example.com/v1", "Widget");
  private static final ObjectKey KEY = ObjectKey.of("shop/web");
  private static final String FINALIZER = "example.com/cleanup";

  private final Context context = mock(Context.class);
  private final Client client = mock(Client.class);
  private final Reader cache = mock(Reader.class);
  private final List<String> calls = new ArrayList<>();
  private Result cleanupResult = Result.done();

  /** What the cache and the server hold. */
  private @Nullable DynamicObject stored;

  @BeforeEach
  void connect() {
    when(context.client()).thenReturn(client);
    when(context.cache()).thenReturn(cache);
    when(context.log()).thenReturn(LoggerFactory.getLogger(getClass()));
    when(cache.metadata(any(), eq(KEY)))
        .thenAnswer(call -> Optional.ofNullable(stored).map(DynamicObject::metadata));
    when(cache.get(eq(WIDGETS), eq(KEY))).thenAnswer(call -> Optional.ofNullable(stored));
    when(client.edit(eq(WIDGETS), eq(KEY), any()))
        .thenAnswer(
            call -> {
              Consumer<DynamicObject> change = call.getArgument(2);
              DynamicObject now = stored;
              if (now == null) {
                throw new NotFoundException(404, "NotFound", "widget is gone", null);
              }
              change.accept(now);
              calls.add("edited to " + now.metadata().finalizers());
              return now;
            });
  }

  private static DynamicObject widget() {
    DynamicObject widget = DynamicObjects.of("example.com/v1", "Widget", "shop", "web");
    return widget.set("/metadata/uid", "u1").set("/metadata/resourceVersion", "5");
  }

  private FinalizingReconciler<DynamicObject> reconciler(
      List<Predicate<? super DynamicObject>> where) {
    return new FinalizingReconciler<>(
        WIDGETS,
        where,
        FINALIZER,
        (object, ctx) -> {
          calls.add("cleaned up");
          return cleanupResult;
        },
        (request, ctx) -> {
          calls.add("reconciled");
          return Result.done();
        });
  }

  private Result run() throws Exception {
    return reconciler(List.of()).reconcile(Request.of(KEY), context);
  }

  @Test
  void finalizer_isAddedBeforeTheFirstRun() throws Exception {
    stored = widget();
    run();
    assertThat(calls).containsExactly("edited to [example.com/cleanup]", "reconciled");
  }

  @Test
  void finalizersOfOthers_stay() throws Exception {
    stored = widget().set("/metadata/finalizers", List.of("other.io/x"));
    run();
    assertThat(calls.get(0)).isEqualTo("edited to [other.io/x, example.com/cleanup]");
  }

  @Test
  void objectThatCarriesIt_isOnlyReconciled() throws Exception {
    stored = widget().set("/metadata/finalizers", List.of(FINALIZER));
    run();
    assertThat(calls).containsExactly("reconciled");
  }

  @Test
  void objectThatDoesNotMatter_getsNoFinalizer() throws Exception {
    stored = widget();
    reconciler(List.of(Predicates.hasAnnotation("example.com/on")))
        .reconcile(Request.of(KEY), context);
    assertThat(calls).containsExactly("reconciled");
  }

  @Test
  void deletedObject_isCleanedUp_andTheFinalizerGoes() throws Exception {
    stored =
        widget()
            .set("/metadata/finalizers", List.of("other.io/x", FINALIZER))
            .set("/metadata/deletionTimestamp", "2026-01-01T00:00:00Z");
    run();
    assertThat(calls).containsExactly("cleaned up", "edited to [other.io/x]");
  }

  @Test
  void lastFinalizer_isTakenAwayWithItsList() throws Exception {
    DynamicObject widget =
        widget()
            .set("/metadata/finalizers", List.of(FINALIZER))
            .set("/metadata/deletionTimestamp", "2026-01-01T00:00:00Z");
    stored = widget;
    run();
    assertThat(widget.asMap().get("metadata"))
        .isInstanceOfSatisfying(
            Map.class, metadata -> assertThat(metadata).doesNotContainKey("finalizers"));
  }

  @Test
  void cleanUpThatIsNotDone_keepsTheFinalizer() throws Exception {
    stored =
        widget()
            .set("/metadata/finalizers", List.of(FINALIZER))
            .set("/metadata/deletionTimestamp", "2026-01-01T00:00:00Z");
    cleanupResult = Result.requeueAfter(Duration.ofSeconds(5));
    assertThat(run()).isEqualTo(cleanupResult);
    assertThat(calls).containsExactly("cleaned up");
  }

  @Test
  void deletedObjectHeldByOthers_isLeftAlone() throws Exception {
    stored =
        widget()
            .set("/metadata/finalizers", List.of("other.io/x"))
            .set("/metadata/deletionTimestamp", "2026-01-01T00:00:00Z");
    assertThat(run()).isEqualTo(Result.done());
    assertThat(calls).isEmpty();
  }

  @Test
  void objectGoneBeforeTheEdit_isNoFailure() throws Exception {
    DynamicObject seen = widget();
    when(cache.metadata(any(), eq(KEY))).thenReturn(Optional.of(seen.metadata()));
    run();
    assertThat(calls).containsExactly("reconciled");
  }

  @Test
  void objectMadeAnewUnderTheName_isNotTouched() throws Exception {
    DynamicObject seen = widget();
    when(cache.metadata(any(), eq(KEY))).thenReturn(Optional.of(seen.metadata()));
    stored = widget().set("/metadata/uid", "u2");
    run();
    assertThat(calls).containsExactly("edited to []", "reconciled");
  }

  @Test
  void nullFromTheCleanUp_isAFailure() {
    stored =
        widget()
            .set("/metadata/finalizers", List.of(FINALIZER))
            .set("/metadata/deletionTimestamp", "2026-01-01T00:00:00Z");
    cleanupResult = nothing();
    assertThatThrownBy(this::run).hasMessageContaining("answered null");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what careless user code does
  private static <T> T nothing() {
    return null;
  }
}
