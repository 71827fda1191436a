package dev.controllerruntime.manager;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.controller.ContextFactory;
import dev.controllerruntime.controller.ControllerSpec;
import dev.controllerruntime.controller.OwnedSpec;
import dev.controllerruntime.controller.PrimarySpec;
import dev.controllerruntime.controller.WatchSpec;
import dev.controllerruntime.reconciler.ChildKind;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.FinalizingReconciler;
import dev.controllerruntime.reconciler.ReconcileContext;
import dev.controllerruntime.reconciler.Reconciler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From what a controller says to what its sources, workers and contexts are made of. */
final class Assembly {
  private Assembly() {}

  /** The watched kinds, primary first. */
  static <R> List<dev.controllerruntime.event.WatchSpec<?, R>> watches(ControllerSpec<R> spec) {
    List<dev.controllerruntime.event.WatchSpec<?, R>> all = new ArrayList<>();
    PrimarySpec<?> primary = spec.primary();
    if (primary != null) {
      all.add(asRequests(primary(primary)));
      for (OwnedSpec owned : spec.owned()) {
        all.add(
            asRequests(
                dev.controllerruntime.event.WatchSpec.owned(
                    owned.kind(), primary.kind(), childScope(primary), owned.ifPresent())));
      }
    }
    for (WatchSpec<?, R> watch : spec.watches()) {
      all.add(mapped(watch));
    }
    return all;
  }

  /** A controller with a primary kind has requests of type {@link Request}: its stages say so. */
  @SuppressWarnings("unchecked")
  private static <W, R> dev.controllerruntime.event.WatchSpec<W, R> asRequests(
      dev.controllerruntime.event.WatchSpec<W, Request> watch) {
    return (dev.controllerruntime.event.WatchSpec<W, R>) watch;
  }

  private static <T> dev.controllerruntime.event.WatchSpec<T, Request> primary(
      PrimarySpec<T> primary) {
    PrimarySpec.FinalizerSpec<T> finalizer = primary.finalizer();
    return dev.controllerruntime.event.WatchSpec.primary(
        primary.kind(),
        primary.scope(),
        primary.predicates(),
        primary.filters(),
        finalizer == null ? Optional.empty() : Optional.of(finalizer.name()));
  }

  /** Children live in the namespace of their owners; selectors are about the owners alone. */
  private static List<ListOption> childScope(PrimarySpec<?> primary) {
    return primary.scope().stream().filter(ListOption.Namespace.class::isInstance).toList();
  }

  private static <W, R> dev.controllerruntime.event.WatchSpec<W, R> mapped(WatchSpec<W, R> watch) {
    return dev.controllerruntime.event.WatchSpec.mapped(
        watch.kind(),
        watch.scope(),
        watch.predicates(),
        watch.filters(),
        watch.mapping(),
        watch.priority(),
        watch.ifPresent());
  }

  /** The user's reconciler, with its finalizer around it where there is one. */
  @SuppressWarnings("unchecked") // as in asRequests
  static <R> Reconciler<? super R> reconciler(ControllerSpec<R> spec) {
    PrimarySpec<?> primary = spec.primary();
    if (primary == null || primary.finalizer() == null) {
      return spec.reconciler();
    }
    return (Reconciler<? super R>)
        finalizing(primary, (Reconciler<? super Request>) spec.reconciler());
  }

  private static <T> Reconciler<Request> finalizing(
      PrimarySpec<T> primary, Reconciler<? super Request> reconciler) {
    PrimarySpec.FinalizerSpec<T> finalizer = primary.finalizer();
    if (finalizer == null) {
      return reconciler::reconcile;
    }
    return new FinalizingReconciler<>(
        primary.kind(), primary.predicates(), finalizer.name(), finalizer.cleanup(), reconciler);
  }

  /** Makes the contexts of a controller's runs. */
  static <R> ContextFactory<R> contexts(ControllerSpec<R> spec, Parts parts) {
    PrimarySpec<?> primary = spec.primary();
    @Nullable Kind<?> kind = primary == null ? null : primary.kind();
    List<ChildKind> children =
        spec.owned().stream().map(each -> new ChildKind(each.kind(), each.ifPresent())).toList();
    ReconcileContext.Shared shared =
        new ReconcileContext.Shared(
            spec.name(),
            kind,
            children,
            parts.client().withFieldManager(spec.name()),
            parts.caches()::reader,
            parts.caches()::ownedBy,
            parts::present,
            parts.codec(),
            parts.events().of(spec.name()),
            parts.concurrency());
    return run -> {
      ReconcileContext context =
          new ReconcileContext(
              shared,
              run.request(),
              run.causes(),
              run.deadline(),
              run.cancelled(),
              parts.fenceOfRun());
      return new ContextFactory.RunContext() {
        @Override
        public Context context() {
          return context;
        }

        @Override
        public void refuseWrites(String reason) {
          context.refuseWrites(reason);
        }

        @Override
        public void close() {
          context.refuseWrites("the run has returned");
        }
      };
    };
  }
}
