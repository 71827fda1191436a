package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Preview;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.client.RuntimeClient;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.controller.ControllerSpec;
import dev.controllerruntime.controller.PrimarySpec;
import dev.controllerruntime.reconciler.ChildKind;
import dev.controllerruntime.reconciler.Children;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Events;
import dev.controllerruntime.reconciler.ReconcileContext;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/**
 * A context for one run in a plain unit test: the real one, over a cluster as {@link FakeClient}
 * makes it. The cache sees everything at once, the clock stands still, and events are kept.
 *
 * <pre>{@code
 * Request request = Request.of(ObjectKey.of("shop"));
 * FakeContext context = FakeContext.of(QuotaReconciler.controller(), request, namespace);
 * new QuotaReconciler().reconcile(request, context);
 * assertThat(context.client().get(QUOTAS, ObjectKey.of("shop/pods"))).isPresent();
 * }</pre>
 *
 * @since 0.1.0
 */
@Preview
public final class FakeContext implements Context {
  private final ReconcileContext real;
  private final List<RecordedEvent> events;
  private final AtomicBoolean cancelled;

  private FakeContext(ReconcileContext real, List<RecordedEvent> events, AtomicBoolean cancelled) {
    this.real = real;
    this.events = events;
    this.cancelled = cancelled;
  }

  /**
   * A context of a run of this controller, in a cluster that holds these objects.
   *
   * @param objects as for {@link FakeClient#with}
   */
  public static <R> FakeContext of(Controller<R> controller, R request, Object... objects) {
    ControllerSpec<R> spec = ControllerSpec.of(controller);
    PrimarySpec<?> primary = spec.primary();
    FakeCluster cluster = FakeCluster.of(objects);
    Concurrency concurrency = cluster.concurrency();
    RuntimeClient client = cluster.client().withFieldManager(spec.name());
    List<RecordedEvent> events = new ArrayList<>();
    AtomicBoolean cancelled = new AtomicBoolean();
    ReconcileContext.Shared shared =
        new ReconcileContext.Shared(
            spec.name(),
            primary == null ? null : primary.kind(),
            spec.owned().stream()
                .map(each -> new ChildKind(each.kind(), each.ifPresent()))
                .toList(),
            client,
            deadline -> client,
            (kind, uid, deadline) -> ownedBy(client, kind, uid),
            kind -> present(cluster, kind),
            Codec.json(),
            new Recording(events),
            concurrency);
    ReconcileContext context =
        new ReconcileContext(
            shared,
            request,
            List.of(),
            concurrency.clock().instant().plus(spec.timeout()),
            cancelled::get,
            WriteGate.OPEN);
    return new FakeContext(context, events, cancelled);
  }

  private static List<ObjectMetadata> ownedBy(Client client, Kind<?> kind, String uid) {
    return client
        .list(kind)
        .metadata()
        .filter(each -> each.owners().stream().anyMatch(owner -> owner.uid().equals(uid)))
        .toList();
  }

  private static boolean present(FakeCluster cluster, Kind<?> kind) {
    try {
      return cluster.resources().present(kind);
    } catch (IOException e) {
      throw new IllegalStateException("the server in memory does not answer", e);
    } catch (InterruptedException e) {
      cluster.concurrency().current().interrupt();
      throw new IllegalStateException("interrupted while asking for " + kind.kind(), e);
    }
  }

  /**
   * An event that the run recorded.
   *
   * @param type {@code Normal} or {@code Warning}
   * @param kind kind of the object it is about
   * @param about the object
   * @param reason in CamelCase
   * @param note the text
   * @since 0.1.0
   */
  public record RecordedEvent(
      String type, Kind<?> kind, ObjectKey about, String reason, String note) {}

  private record Recording(List<RecordedEvent> events) implements Events {
    @Override
    public <T> void normal(Kind<T> kind, T about, String reason, String note) {
      events.add(new RecordedEvent("Normal", kind, kind.metadata(about).key(), reason, note));
    }

    @Override
    public <T> void warning(Kind<T> kind, T about, String reason, String note) {
      events.add(new RecordedEvent("Warning", kind, kind.metadata(about).key(), reason, note));
    }
  }

  /** The events recorded so far, oldest first. */
  public List<RecordedEvent> recordedEvents() {
    return List.copyOf(events);
  }

  /** From now on {@link #cancelled()} is true and writes are refused, as at a time-out. */
  public void cancel() {
    cancelled.set(true);
    real.refuseWrites("cancelled by the test");
  }

  @Override
  public Client client() {
    return real.client();
  }

  @Override
  public Reader cache() {
    return real.cache();
  }

  @Override
  public Children children() {
    return real.children();
  }

  @Override
  public Children childrenOf(Kind<?> owner, ObjectKey key) {
    return real.childrenOf(owner, key);
  }

  @Override
  public boolean present(Kind<?> kind) {
    return real.present(kind);
  }

  @Override
  public List<Cause> causes() {
    return real.causes();
  }

  @Override
  public InstantSource clock() {
    return real.clock();
  }

  @Override
  public Instant deadline() {
    return real.deadline();
  }

  @Override
  public boolean cancelled() {
    return real.cancelled();
  }

  @Override
  public Events events() {
    return real.events();
  }

  @Override
  public Logger log() {
    return real.log();
  }
}
