package dev.controllerruntime.checks;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What makes a run depend on more than its seed, and where to go instead. */
final class BannedCalls {
  private static final String WAITS = "waits and threads go through Concurrency";
  private static final String CLOCKS = "clocks are those of Concurrency";
  private static final String CHANCE = "chance comes from Concurrency.random()";
  private static final String ORDER = "its iteration order differs from JVM to JVM";

  /** Types that may not even be named. */
  private static final Set<String> WAITING_TYPES =
      names(
          "java.lang.Thread",
          "java.lang.ThreadGroup",
          "java.util.Timer",
          "java.util.TimerTask",
          "java.util.concurrent.locks.Condition",
          "java.util.concurrent.locks.LockSupport",
          "java.util.concurrent.BlockingQueue",
          "java.util.concurrent.BlockingDeque",
          "java.util.concurrent.TransferQueue",
          "java.util.concurrent.ArrayBlockingQueue",
          "java.util.concurrent.LinkedBlockingQueue",
          "java.util.concurrent.LinkedBlockingDeque",
          "java.util.concurrent.PriorityBlockingQueue",
          "java.util.concurrent.LinkedTransferQueue",
          "java.util.concurrent.SynchronousQueue",
          "java.util.concurrent.DelayQueue",
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.CyclicBarrier",
          "java.util.concurrent.Semaphore",
          "java.util.concurrent.Phaser",
          "java.util.concurrent.Exchanger",
          "java.util.concurrent.Executor",
          "java.util.concurrent.ExecutorService",
          "java.util.concurrent.ScheduledExecutorService",
          "java.util.concurrent.Executors",
          "java.util.concurrent.ThreadPoolExecutor",
          "java.util.concurrent.ScheduledThreadPoolExecutor",
          "java.util.concurrent.ForkJoinPool",
          "java.util.concurrent.ForkJoinTask",
          "java.util.concurrent.Future",
          "java.util.concurrent.FutureTask",
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.CompletionStage");

  private static final Set<String> CHANCE_TYPES =
      names(
          "java.util.Random",
          "java.security.SecureRandom",
          "java.util.concurrent.ThreadLocalRandom");

  private BannedCalls() {}

  /** Why the type may not be used; empty when it may. */
  static Optional<String> reason(JavaClass type) {
    if (WAITING_TYPES.contains(type.getName())) {
      return Optional.of(WAITS);
    }
    if (CHANCE_TYPES.contains(type.getName())) {
      return Optional.of(CHANCE);
    }
    return type.getName().equals("java.util.IdentityHashMap")
        ? Optional.of(ORDER)
        : Optional.empty();
  }

  /** Why the method or constructor may not be called; empty when it may. */
  static Optional<String> reason(CodeUnitAccessTarget target) {
    String owner = target.getOwner().getName();
    String name = target.getName();
    List<String> parameters =
        target.getRawParameterTypes().stream().map(JavaClass::getName).toList();
    if (waits(owner, name, parameters)) {
      return Optional.of(WAITS);
    }
    if (readsAClock(owner, name, parameters)) {
      return Optional.of(CLOCKS);
    }
    if (usesChance(owner, name, parameters)) {
      return Optional.of(CHANCE);
    }
    return isSalted(owner, name, parameters.size()) ? Optional.of(ORDER) : Optional.empty();
  }

  private static boolean waits(String owner, String name, List<String> parameters) {
    boolean ofObject =
        name.equals("wait")
                && parameters.stream().allMatch(p -> p.equals("long") || p.equals("int"))
            || (name.equals("notify") || name.equals("notifyAll")) && parameters.isEmpty();
    boolean parallel =
        name.equals("parallelStream")
            || name.equals("parallel") && owner.startsWith("java.util.stream.");
    boolean timed =
        owner.equals("java.util.concurrent.TimeUnit")
                && List.of("sleep", "timedJoin", "timedWait").contains(name)
            || owner.startsWith("java.util.concurrent.locks.")
                && (name.equals("tryLock") && !parameters.isEmpty()
                    || name.equals("lockInterruptibly"));
    return ofObject || parallel || timed;
  }

  private static boolean readsAClock(String owner, String name, List<String> parameters) {
    return owner.equals("java.lang.System")
            && (name.equals("currentTimeMillis") || name.equals("nanoTime"))
        || owner.startsWith("java.time.") && name.equals("now") && parameters.isEmpty()
        || owner.equals("java.time.Clock") && (name.startsWith("system") || name.startsWith("tick"))
        || owner.equals("java.time.InstantSource") && name.equals("system")
        || owner.equals("java.util.Date") && name.equals("<init>") && parameters.isEmpty()
        || owner.equals("java.util.Calendar") && name.equals("getInstance");
  }

  private static boolean usesChance(String owner, String name, List<String> parameters) {
    return owner.equals("java.util.UUID") && name.equals("randomUUID")
        || owner.equals("java.lang.Math") && name.equals("random")
        || owner.equals("java.lang.StrictMath") && name.equals("random")
        || owner.equals("java.util.Collections") && name.equals("shuffle") && parameters.size() == 1
        || owner.equals("java.util.SplittableRandom")
            && name.equals("<init>")
            && parameters.isEmpty()
        || owner.startsWith("java.util.random.")
            && (name.equals("getDefault") || name.equals("of") || name.equals("create"));
  }

  /** Immutable sets and maps of more than one element are salted once per JVM. */
  private static boolean isSalted(String owner, String name, int parameters) {
    return owner.equals("java.lang.System") && name.equals("identityHashCode")
        || owner.equals("java.util.Set")
            && (name.equals("copyOf") || name.equals("of") && severalElements(parameters, 1))
        || owner.equals("java.util.Map")
            && (name.equals("copyOf")
                || name.equals("ofEntries")
                || name.equals("of") && severalElements(parameters, 2))
        || owner.equals("java.util.stream.Collectors")
            && (name.equals("toUnmodifiableSet") || name.equals("toUnmodifiableMap"));
  }

  private static boolean severalElements(int parameters, int perElement) {
    return parameters > perElement;
  }

  private static Set<String> names(String... names) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(names)));
  }
}
