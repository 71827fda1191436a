package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.api.ObjectKey;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which workloads name a source: a look-up, where a list would grow with the cluster. A workload is
 * entered before its sources are read, so that a change of a source is either read or wakes it.
 */
final class SourceUsers {
  private static final Comparator<WorkloadRequest> ORDER =
      Comparator.comparing(WorkloadRequest::kind).thenComparing(WorkloadRequest::key);

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ObjectKey, Set<WorkloadRequest>> users = new LinkedHashMap<>();
  private final Map<WorkloadRequest, Set<String>> named = new LinkedHashMap<>();

  /** The workload names exactly these now; none when it is gone or opted out. */
  void set(WorkloadRequest workload, Set<String> names) {
    lock.lock();
    try {
      Set<String> before = named.getOrDefault(workload, Set.of());
      for (String name : before) {
        if (!names.contains(name)) {
          remove(source(workload, name), workload);
        }
      }
      for (String name : names) {
        users.computeIfAbsent(source(workload, name), any -> new TreeSet<>(ORDER)).add(workload);
      }
      if (names.isEmpty()) {
        named.remove(workload);
      } else {
        named.put(workload, new TreeSet<>(names));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Who names a source of that namespace and name. */
  List<WorkloadRequest> of(ObjectKey source) {
    lock.lock();
    try {
      return List.copyOf(users.getOrDefault(source, Set.of()));
    } finally {
      lock.unlock();
    }
  }

  private void remove(ObjectKey source, WorkloadRequest workload) {
    Set<WorkloadRequest> left = users.get(source);
    if (left != null) {
      left.remove(workload);
      if (left.isEmpty()) {
        users.remove(source);
      }
    }
  }

  private static ObjectKey source(WorkloadRequest workload, String name) {
    return new ObjectKey(workload.key().namespace(), name);
  }
}
