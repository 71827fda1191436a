package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ConflictException;
import dev.controllerruntime.client.NotFoundException;
import dev.controllerruntime.client.WriteOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Removes children that are no longer wanted: deleted when we are the last owner, else only our
 * reference goes. Every write is bound to the uid and version it was decided on.
 */
final class Pruning {
  private static final int ATTEMPTS = 5;

  private final Client client;
  private final OwnedObjects owned;
  private final Instant deadline;
  private final AppliedChildren applied;

  Pruning(Client client, OwnedObjects owned, Instant deadline, AppliedChildren applied) {
    this.client = client;
    this.owned = owned;
    this.deadline = deadline;
    this.applied = applied;
  }

  void prune(Owner owner, ChildKind kind, Set<ObjectKey> keep, OwnedChildren.Failures failures) {
    for (ObjectMetadata child : owned.ownedBy(kind.kind(), owner.uid(), deadline)) {
      if (!keep.contains(child.key()) && !child.deleting()) {
        failures.collect(() -> remove(owner, kind, child));
      }
    }
  }

  private void remove(Owner owner, ChildKind kind, ObjectMetadata child) {
    applied.forget(kind, child.key());
    Optional<ObjectMetadata> now = Optional.of(child);
    for (int attempt = 1; now.isPresent() && stillOurs(owner, child, now.get()); attempt++) {
      try {
        if (others(owner, now.get())) {
          dropReference(owner, kind, now.get());
        } else {
          delete(kind, now.get());
        }
        return;
      } catch (NotFoundException e) {
        // Somebody else removed it, which is what was wanted.
        return;
      } catch (ConflictException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        // Changed meanwhile: another owner may have joined, so decide anew on what is there now.
        now = client.metadata(kind.kind(), child.key());
      }
    }
  }

  private static boolean stillOurs(Owner owner, ObjectMetadata decided, ObjectMetadata now) {
    return now.uid().equals(decided.uid())
        && !now.deleting()
        && now.owners().stream().anyMatch(each -> each.uid().equals(owner.uid()));
  }

  private static boolean others(Owner owner, ObjectMetadata child) {
    return child.owners().stream().anyMatch(each -> !each.uid().equals(owner.uid()));
  }

  private void delete(ChildKind kind, ObjectMetadata child) {
    client.delete(
        kind.kind(),
        child.key(),
        WriteOption.uid(child.uid()),
        WriteOption.resourceVersion(child.resourceVersion()),
        WriteOption.propagation(WriteOption.Propagation.BACKGROUND));
  }

  private void dropReference(Owner owner, ChildKind kind, ObjectMetadata child) {
    Kind<DynamicObject> tree = kind.tree();
    client.edit(
        tree,
        child.key(),
        object -> {
          if (object.metadata().uid().equals(child.uid())
              && object.get("/metadata/ownerReferences").orElse(null) instanceof List<?> list) {
            list.removeIf(
                each -> each instanceof Map<?, ?> map && owner.uid().equals(map.get("uid")));
          }
        });
  }
}
