package dev.controllerruntime.cache;

import dev.controllerruntime.api.Change;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.store.BaseChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the changes of one informer to its handlers, one after the other. All calls are made under
 * the informer's delivery lock.
 */
final class Fanout {
  private static final Logger LOG = LoggerFactory.getLogger(Fanout.class);

  private final Kind<?> about;
  private final Codec codec;
  private final CacheObserver observer;
  private final Consumer<CodecException> undecodable;
  private final DeliveryMark mark;

  /** Replaced as a whole: a handler may add or remove handlers while it is told something. */
  private List<Registration<?>> registrations = List.of();

  Fanout(
      Kind<?> about,
      Codec codec,
      CacheObserver observer,
      Consumer<CodecException> undecodable,
      DeliveryMark mark) {
    this.about = about;
    this.codec = codec;
    this.observer = observer;
    this.undecodable = undecodable;
    this.mark = mark;
  }

  /** A handler and the view it wants. */
  static final class Registration<T> {
    private final Object owner;
    private final Kind<T> kind;
    private final ChangeHandler<T> handler;
    private boolean synced;
    private volatile boolean removed;

    Registration(Object owner, Kind<T> kind, ChangeHandler<T> handler) {
      this.owner = owner;
      this.kind = kind;
      this.handler = handler;
    }

    boolean belongsTo(Object share) {
      return owner == share;
    }

    boolean isFor(ChangeHandler<?> candidate) {
      return handler == candidate;
    }

    void remove() {
      removed = true;
    }
  }

  List<Registration<?>> registrations() {
    return registrations;
  }

  /**
   * Adds a handler.
   *
   * @param known what it has missed; null while the store is incomplete
   */
  void add(Registration<?> registration, @Nullable List<Encoded> known) {
    List<Registration<?>> all = new ArrayList<>(registrations);
    all.add(registration);
    registrations = List.copyOf(all);
    if (known != null) {
      List<Registration<?>> only = List.of(registration);
      for (Encoded object : known) {
        tell(only, new BaseChange(null, object));
      }
      markSynced(only);
    }
  }

  void remove(Registration<?> registration) {
    registration.remove();
    forget(registration);
  }

  /** To the handlers of an informer that has not told anything yet. */
  void move(Registration<?> registration, Fanout to) {
    forget(registration);
    to.add(registration, null);
  }

  private void forget(Registration<?> registration) {
    List<Registration<?>> left = new ArrayList<>(registrations);
    left.remove(registration);
    registrations = List.copyOf(left);
  }

  /** Tells changes in their order. */
  void deliver(List<BaseChange> changes) {
    // Whoever is added meanwhile starts from the store, which holds all these changes already.
    tell(registrations, changes);
  }

  /**
   * Tells the changes that a whole list brought, and that it is complete.
   *
   * @param all what the list holds: handlers that have heard no list yet are told all of it. They
   *     may have come while the kind was missing, and changes alone would leave out what stayed
   */
  void deliverList(List<BaseChange> changes, Supplier<List<Encoded>> all) {
    List<Registration<?>> present = registrations;
    List<Registration<?>> fresh = present.stream().filter(r -> !r.synced).toList();
    tell(present.stream().filter(r -> r.synced).toList(), changes);
    if (!fresh.isEmpty()) {
      for (Encoded object : all.get()) {
        tell(fresh, new BaseChange(null, object));
      }
    }
    markSynced(present);
  }

  private void tell(List<Registration<?>> to, List<BaseChange> changes) {
    for (BaseChange change : changes) {
      tell(to, change);
    }
  }

  private void tell(List<Registration<?>> to, BaseChange change) {
    if (to.isEmpty()) {
      return;
    }
    SharedState before = state(change.before());
    SharedState after = state(change.after());
    mark.enter();
    try {
      for (Registration<?> registration : to) {
        tell(registration, before, after);
      }
    } finally {
      mark.leave();
    }
    for (SharedState state : new SharedState[] {before, after}) {
      if (state != null) {
        state.audit(observer);
      }
    }
  }

  private <T> void tell(
      Registration<T> to, @Nullable SharedState before, @Nullable SharedState after) {
    if (to.removed) {
      return;
    }
    Change<T> change =
        new SharedChange<>(
            before == null ? null : before.as(to.kind), after == null ? null : after.as(to.kind));
    guard(() -> to.handler.changed(change, !to.synced), "on " + change.key());
  }

  private void markSynced(List<Registration<?>> of) {
    mark.enter();
    try {
      for (Registration<?> registration : of) {
        if (!registration.synced && !registration.removed) {
          registration.synced = true;
          guard(registration.handler::synced, "at the end of its first list");
        }
      }
    } finally {
      mark.leave();
    }
  }

  private void guard(Runnable call, String when) {
    try {
      call.run();
    } catch (Throwable failure) {
      // Neither the other handlers nor the watch may suffer, whatever it was.
      LOG.error("A handler of {} failed {}", about.kind(), when, failure);
      observer.handlerFailed(about, failure);
    }
  }

  private @Nullable SharedState state(@Nullable Encoded object) {
    return object == null ? null : new SharedState(codec, object, undecodable);
  }

  private record SharedChange<T>(@Nullable Observed<T> old, @Nullable Observed<T> now)
      implements Change<T> {
    @Override
    public Optional<Observed<T>> before() {
      return Optional.ofNullable(old);
    }

    @Override
    public Optional<Observed<T>> after() {
      return Optional.ofNullable(now);
    }
  }
}
