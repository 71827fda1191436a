package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.OwnerReference;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.CallInterruptedException;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.NotFoundException;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The children of one owner in one run. All of the set is applied and all that left it is pruned
 * even when one object fails; the first failure is thrown at the end, the others are suppressed in
 * it.
 */
final class OwnedChildren implements Children {
  private final Kind<?> ownerKind;
  private final ObjectKey ownerKey;
  private final Client client;
  private final Reader cache;
  private final Codec codec;
  private final List<ChildKind> kinds;
  private final Predicate<Kind<?>> present;
  private final Pruning pruning;
  private final AppliedChildren applied;

  OwnedChildren(
      Kind<?> ownerKind,
      ObjectKey ownerKey,
      Client client,
      Reader cache,
      Codec codec,
      List<ChildKind> kinds,
      Predicate<Kind<?>> present,
      Pruning pruning,
      AppliedChildren applied) {
    this.ownerKind = ownerKind;
    this.ownerKey = ownerKey;
    this.client = client;
    this.cache = cache;
    this.codec = codec;
    this.kinds = kinds;
    this.present = present;
    this.pruning = pruning;
    this.applied = applied;
  }

  private record Child(ChildKind kind, DynamicObject object, ObjectKey key) {}

  @Override
  public void apply(Desired all) {
    Optional<ObjectMetadata> found = cache.metadata(ownerKind, ownerKey);
    if (found.isEmpty()) {
      if (all.entries().isEmpty()) {
        // Its children go with it: garbage collection is the server's.
        return;
      }
      throw new NotFoundException(
          404,
          "NotFound",
          "Children cannot be applied: their owner "
              + ownerKind.kind()
              + " "
              + ownerKey
              + " does not exist",
          null);
    }
    Owner owner = Owner.of(ownerKind, found.get());
    List<Child> children = new ArrayList<>();
    for (Desired.Entry<?> entry : all.entries()) {
      children.add(child(entry));
    }
    refuseDuplicates(children);
    Failures failures = new Failures();
    for (Child child : children) {
      failures.collect(() -> apply(owner, child));
    }
    for (ChildKind kind : kinds) {
      if (!kind.ifPresent() || present.test(kind.kind())) {
        Set<ObjectKey> keep = keys(children, kind);
        failures.collect(() -> pruning.prune(owner, kind, keep, failures));
      }
    }
    failures.rethrow();
  }

  private <T> Child child(Desired.Entry<T> entry) {
    ChildKind kind =
        kinds.stream()
            .filter(each -> each.covers(entry.kind()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        entry.kind().kind()
                            + " ("
                            + entry.kind().apiVersion()
                            + ") is no kind of children here: give it to owns or ownsIfPresent"));
    DynamicObject tree = codec.decode(kind.tree(), codec.encode(entry.kind(), entry.object()));
    return new Child(kind, tree, place(kind, tree));
  }

  /** The child's key; a child without a namespace gets that of its owner. */
  private ObjectKey place(ChildKind kind, DynamicObject tree) {
    ObjectKey key = tree.metadata().key();
    String home = ownerKey.namespace();
    if (home.isEmpty() || key.namespace().equals(home)) {
      return key;
    }
    if (!key.namespace().isEmpty()) {
      throw new IllegalArgumentException(
          kind.kind().kind()
              + " "
              + key
              + " cannot be owned by "
              + ownerKind.kind()
              + " "
              + ownerKey
              + ": an owner in a namespace owns objects of that namespace only");
    }
    tree.set("/metadata/namespace", home);
    return new ObjectKey(home, key.name());
  }

  private static void refuseDuplicates(List<Child> children) {
    Set<String> seen = new LinkedHashSet<>();
    for (Child child : children) {
      if (!seen.add(child.kind() + " " + child.key())) {
        throw new IllegalArgumentException(
            child.kind() + " " + child.key() + " is in the set of children twice");
      }
    }
  }

  private static Set<ObjectKey> keys(List<Child> children, ChildKind kind) {
    Set<ObjectKey> keys = new LinkedHashSet<>();
    for (Child child : children) {
      if (child.kind().equals(kind)) {
        keys.add(child.key());
      }
    }
    return keys;
  }

  private void apply(Owner owner, Child child) {
    Optional<ObjectMetadata> now = cache.metadata(child.kind().kind(), child.key());
    DynamicObject body = child.object();
    body.set("/metadata/ownerReferences", references(owner, body, now));
    Kind<DynamicObject> kind = child.kind().tree();
    Encoded encoded = codec.encode(kind, body);
    if (now.isPresent() && applied.current(child.kind(), now.get(), encoded)) {
      return;
    }
    DynamicObject answered = client.apply(kind, body);
    applied.applied(child.kind(), answered.metadata(), encoded);
  }

  /**
   * Ours, those the caller set, and those of other owners of the same kind that the child has: all
   * are applied under one field manager, which would take away what it leaves out.
   */
  private static List<Object> references(
      Owner owner, DynamicObject body, Optional<ObjectMetadata> now) {
    List<Object> references = new ArrayList<>();
    Set<String> uids = new LinkedHashSet<>();
    if (body.get("/metadata/ownerReferences").orElse(null) instanceof List<?> given) {
      for (Object each : given) {
        references.add(each);
        if (each instanceof Map<?, ?> map) {
          uids.add(String.valueOf(map.get("uid")));
        }
      }
    }
    if (uids.add(owner.uid())) {
      references.add(owner.reference());
    }
    for (OwnerReference other : now.map(ObjectMetadata::owners).orElse(List.of())) {
      if (owner.sameKind(other) && uids.add(other.uid())) {
        references.add(Owner.reference(other));
      }
    }
    return references;
  }

  /** Failures of single objects; what ends the whole run goes through at once. */
  static final class Failures {
    private @Nullable RuntimeException first;

    void collect(Runnable step) {
      try {
        step.run();
      } catch (WriteRefusedException | CallInterruptedException e) {
        throw e;
      } catch (ApiException | IllegalArgumentException e) {
        add(e);
      }
    }

    private void add(RuntimeException failure) {
      RuntimeException earlier = first;
      if (earlier == null) {
        first = failure;
      } else if (earlier != failure) {
        earlier.addSuppressed(failure);
      }
    }

    void rethrow() {
      RuntimeException failure = first;
      if (failure != null) {
        throw failure;
      }
    }
  }
}
