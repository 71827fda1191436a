package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.codec.Encoded;

/** Tells the listeners what an answer means for the object. */
final class Reports {
  private final Wire wire;

  Reports(Wire wire) {
    this.wire = wire;
  }

  /** A create, PUT or PATCH was answered with the object. */
  void written(Kind<?> kind, Encoded answer) {
    ObjectMetadata now = answer.metadata();
    // Taking the last finalizer away deletes; the answer still shows the object, in its old
    // version.
    if (now.deleting() && !held(now)) {
      deleted(kind, now.key(), now.uid());
    } else {
      stored(kind, answer);
    }
  }

  /** A delete was answered with the object: it stays for now, or was the last to be seen of it. */
  void deletionAnswered(Kind<?> kind, Encoded answer) {
    ObjectMetadata now = answer.metadata();
    if (held(now)) {
      stored(kind, answer);
    } else {
      deleted(kind, now.key(), now.uid());
    }
  }

  void deleted(Kind<?> kind, ObjectKey key, String uid) {
    wire.listeners().forEach(listener -> listener.deleted(kind, key, uid));
  }

  private void stored(Kind<?> kind, Encoded answer) {
    wire.listeners().forEach(listener -> listener.stored(kind, answer));
  }

  /** Whether something keeps the object although its deletion was asked for. */
  private static boolean held(ObjectMetadata now) {
    boolean grace = now.deletionGracePeriod().filter(time -> !time.isZero()).isPresent();
    return !now.finalizers().isEmpty() || grace;
  }
}
