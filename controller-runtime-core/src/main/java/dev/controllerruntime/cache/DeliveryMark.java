package dev.controllerruntime.cache;

/**
 * Knows whether the current thread is telling handlers something: reads made there never wait,
 * since they would hold up the very watch they might be waiting for.
 */
final class DeliveryMark {
  private final ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);

  void enter() {
    depth.set(depth.get() + 1);
  }

  void leave() {
    int left = depth.get() - 1;
    if (left == 0) {
      depth.remove();
    } else {
      depth.set(left);
    }
  }

  boolean here() {
    return depth.get() > 0;
  }
}
