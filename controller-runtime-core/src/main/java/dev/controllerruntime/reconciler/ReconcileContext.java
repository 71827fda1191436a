package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.client.RuntimeClient;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The context of one run. Made by the manager for each run; its client refuses writes once the run
 * is cancelled or over. Thread-safe.
 *
 * @since 0.1.0
 */
@Internal
public final class ReconcileContext implements Context {
  /** Prefix of the loggers of controllers. */
  public static final String LOGGERS = "dev.controllerruntime.controller.";

  /**
   * What all runs of one controller share.
   *
   * @since 0.1.0
   */
  @Internal
  public static final class Shared {
    private final String controller;
    private final @Nullable Kind<?> primary;
    private final List<ChildKind> children;
    private final RuntimeClient client;
    private final Function<Instant, Reader> cache;
    private final OwnedObjects owned;
    private final Predicate<Kind<?>> present;
    private final Codec codec;
    private final Events events;
    private final Concurrency concurrency;
    private final Logger log;
    private final AppliedChildren applied = new AppliedChildren();

    /**
     * The parts.
     *
     * @param primary null for a controller of requests of its own
     * @param children the kinds given to {@code owns} and {@code ownsIfPresent}
     * @param client writes under the controller's field manager
     * @param cache reads from memory that wait until the given instant at most
     * @param present whether the server has a kind now
     */
    public Shared(
        String controller,
        @Nullable Kind<?> primary,
        List<ChildKind> children,
        RuntimeClient client,
        Function<Instant, Reader> cache,
        OwnedObjects owned,
        Predicate<Kind<?>> present,
        Codec codec,
        Events events,
        Concurrency concurrency) {
      this.controller = controller;
      this.primary = primary;
      this.children = List.copyOf(children);
      this.client = client;
      this.cache = cache;
      this.owned = owned;
      this.present = present;
      this.codec = codec;
      this.events = events;
      this.concurrency = concurrency;
      this.log = LoggerFactory.getLogger(LOGGERS + controller);
    }
  }

  private final Shared shared;
  private final Object request;
  private final List<Cause> causes;
  private final Instant deadline;
  private final BooleanSupplier cancelled;
  private final RunGate gate;
  private final RuntimeClient client;
  private final Reader cache;

  /**
   * A context.
   *
   * @param fence what every write must pass besides the run's own gate
   */
  public ReconcileContext(
      Shared shared,
      Object request,
      List<Cause> causes,
      Instant deadline,
      BooleanSupplier cancelled,
      WriteGate fence) {
    this.shared = shared;
    this.request = request;
    this.causes = List.copyOf(causes);
    this.deadline = deadline;
    this.cancelled = cancelled;
    this.gate = new RunGate(shared.concurrency, deadline);
    this.client = shared.client.withGate(gate.and(fence));
    this.cache = shared.cache.apply(deadline);
  }

  /** From now on writes are refused with this reason; the first reason stays. Never blocks. */
  public void refuseWrites(String reason) {
    gate.close(reason);
  }

  @Override
  public Client client() {
    return client;
  }

  @Override
  public Reader cache() {
    return cache;
  }

  @Override
  public Children children() {
    Kind<?> primary = shared.primary;
    if (primary == null || !(request instanceof Request keyed)) {
      throw new IllegalStateException(
          "controller "
              + shared.controller
              + " has no primary kind: name the owner with childrenOf(kind, key)");
    }
    return childrenOf(primary, keyed.key());
  }

  @Override
  public Children childrenOf(Kind<?> owner, ObjectKey key) {
    Pruning pruning = new Pruning(client, shared.owned, deadline, shared.applied);
    return new OwnedChildren(
        owner,
        key,
        client,
        cache,
        shared.codec,
        shared.children,
        shared.present,
        pruning,
        shared.applied);
  }

  @Override
  public boolean present(Kind<?> kind) {
    return shared.present.test(kind);
  }

  @Override
  public List<Cause> causes() {
    return causes;
  }

  @Override
  public InstantSource clock() {
    return shared.concurrency.clock();
  }

  @Override
  public Instant deadline() {
    return deadline;
  }

  @Override
  public boolean cancelled() {
    return cancelled.getAsBoolean();
  }

  @Override
  public Events events() {
    return shared.events;
  }

  @Override
  public Logger log() {
    return shared.log;
  }
}
