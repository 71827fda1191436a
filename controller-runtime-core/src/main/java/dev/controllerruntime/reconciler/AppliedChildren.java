package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.codec.Encoded;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What this process applied last to each child, and in which version that left it. While the child
 * still has that version, applying the same again would change nothing, so no request is sent.
 * Bounded: the longest unused entry goes first, at the cost of one needless request. Thread-safe;
 * the lock spans no wait.
 */
final class AppliedChildren {
  private static final int CAPACITY = 10_000;

  private record Child(String apiVersion, String kind, ObjectKey key) {}

  private record Left(String digest, String uid, String version) {}

  private final Map<Child, Left> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Child, Left> eldest) {
          return size() > CAPACITY;
        }
      };

  /** Whether the object still is as the same body left it. */
  boolean current(ChildKind kind, ObjectMetadata now, Encoded body) {
    Left left;
    synchronized (last) {
      left = last.get(child(kind, now.key()));
    }
    return left != null
        && left.uid().equals(now.uid())
        && left.version().equals(now.resourceVersion())
        && left.digest().equals(digest(body));
  }

  void applied(ChildKind kind, ObjectMetadata answered, Encoded body) {
    Left left = new Left(digest(body), answered.uid(), answered.resourceVersion());
    synchronized (last) {
      last.put(child(kind, answered.key()), left);
    }
  }

  void forget(ChildKind kind, ObjectKey key) {
    synchronized (last) {
      last.remove(child(kind, key));
    }
  }

  private static Child child(ChildKind kind, ObjectKey key) {
    return new Child(kind.kind().apiVersion(), kind.kind().kind(), key);
  }

  private static String digest(Encoded body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body.bytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
