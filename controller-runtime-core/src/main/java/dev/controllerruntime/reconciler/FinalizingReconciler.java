package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.NotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Puts a finalizer around a reconciler: adds it before the first run of an object that matters,
 * calls the clean-up while the object is being deleted, and takes the finalizer away when the
 * clean-up is done.
 *
 * <p>An object that the controller's predicates do not match gets no finalizer: requests for it may
 * come from other kinds. One that carries it keeps it until its deletion, whatever the predicates
 * say then. The reconciler itself is not called for an object that is being deleted.
 *
 * @param <T> the Java shape of the primary kind
 * @since 0.1.0
 */
@Internal
public final class FinalizingReconciler<T> implements Reconciler<Request> {
  private final Kind<T> kind;
  private final List<Predicate<? super T>> where;
  private final String finalizer;
  private final Cleanup<? super T> cleanup;
  private final Reconciler<? super Request> reconciler;

  /** Wraps the user's reconciler. */
  public FinalizingReconciler(
      Kind<T> kind,
      List<Predicate<? super T>> where,
      String finalizer,
      Cleanup<? super T> cleanup,
      Reconciler<? super Request> reconciler) {
    this.kind = kind;
    this.where = List.copyOf(where);
    this.finalizer = finalizer;
    this.cleanup = cleanup;
    this.reconciler = reconciler;
  }

  @Override
  public Result reconcile(Request request, Context context) throws Exception {
    ObjectKey key = request.key();
    Optional<ObjectMetadata> found = context.cache().metadata(kind, key);
    if (found.isEmpty()) {
      return reconciler.reconcile(request, context);
    }
    ObjectMetadata metadata = found.get();
    boolean carries = metadata.finalizers().contains(finalizer);
    if (metadata.deleting()) {
      // Held by the finalizers of others once ours is gone: nothing left to do here.
      return carries ? cleanUp(metadata, context) : Result.done();
    }
    if (!carries && matters(metadata, context)) {
      try {
        edit(context, metadata, FinalizingReconciler::addTo);
      } catch (NotFoundException e) {
        context.log().debug("{} {} went before its finalizer was added", kind.kind(), key);
        return reconciler.reconcile(request, context);
      }
    }
    return reconciler.reconcile(request, context);
  }

  private boolean matters(ObjectMetadata metadata, Context context) {
    if (where.isEmpty()) {
      return true;
    }
    Optional<T> object = context.cache().get(kind, metadata.key());
    if (object.isEmpty()) {
      return false;
    }
    Observed<T> state = new State<>(kind.metadata(object.get()), object.get());
    return where.stream().allMatch(each -> each.test(state));
  }

  private Result cleanUp(ObjectMetadata metadata, Context context) throws Exception {
    Optional<T> object = context.cache().get(kind, metadata.key());
    if (object.isEmpty()) {
      return Result.done();
    }
    Result result = cleanup.cleanUp(object.get(), context);
    if (result == null) {
      throw new IllegalStateException(
          "the clean-up for finalizer " + finalizer + " answered null instead of a Result");
    }
    if (result.requeueAfter().isEmpty()) {
      try {
        edit(context, metadata, FinalizingReconciler::removeFrom);
      } catch (NotFoundException e) {
        context.log().debug("{} {} is gone already", kind.kind(), metadata.key());
      }
    }
    return result;
  }

  @FunctionalInterface
  private interface Change {
    void make(DynamicObject object, String finalizer);
  }

  /** Changes the very object that was seen: one made anew under its name stays as it is. */
  private void edit(Context context, ObjectMetadata seen, Change change) {
    Consumer<DynamicObject> guarded =
        object -> {
          if (object.metadata().uid().equals(seen.uid())) {
            change.make(object, finalizer);
          }
        };
    context.client().edit(Kind.dynamic(kind.apiVersion(), kind.kind()), seen.key(), guarded);
  }

  private static void addTo(DynamicObject object, String finalizer) {
    ObjectMetadata now = object.metadata();
    // The server forbids new finalizers on an object that is being deleted.
    if (now.deleting() || now.finalizers().contains(finalizer)) {
      return;
    }
    List<String> all = new ArrayList<>(now.finalizers());
    all.add(finalizer);
    object.set("/metadata/finalizers", all);
  }

  private static void removeFrom(DynamicObject object, String finalizer) {
    List<String> rest =
        object.metadata().finalizers().stream().filter(each -> !each.equals(finalizer)).toList();
    if (rest.isEmpty()) {
      object.remove("/metadata/finalizers");
    } else {
      object.set("/metadata/finalizers", rest);
    }
  }

  private record State<T>(ObjectMetadata metadata, T object) implements Observed<T> {
    @Override
    public T get() {
      return object;
    }
  }
}
