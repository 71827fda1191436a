package dev.controllerruntime.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A rule that finds nothing must be known to find something. */
class DeterminismTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .importClasses(Waiting.class, Clocks.class, Chance.class, Fine.class, Launcher.class);

  @SuppressWarnings("unused")
  private static final class Waiting {
    private final Lock lock = new ReentrantLock();

    void sleeps() throws InterruptedException {
      Thread.sleep(1);
      TimeUnit.SECONDS.sleep(1);
    }

    synchronized void waits() throws InterruptedException {
      wait(5);
      notifyAll();
    }

    void locks() throws InterruptedException {
      lock.tryLock(1, TimeUnit.SECONDS);
      lock.newCondition().signal();
    }

    Object async() {
      return CompletableFuture.completedFuture(1);
    }

    long parallel() {
      return new ArrayList<String>().parallelStream().count();
    }
  }

  @SuppressWarnings({"unused", "JavaUtilDate"})
  private static final class Clocks {
    Object now() {
      return List.of(Instant.now(), System.nanoTime(), new Date(), InstantSource.system());
    }

    Supplier<Instant> reference() {
      return Instant::now;
    }
  }

  @SuppressWarnings("unused")
  private static final class Chance {
    Object any() {
      return List.of(UUID.randomUUID(), new SplittableRandom(), Math.random());
    }

    Object salted() {
      return List.of(Set.of(1, 2), Map.of(1, 2, 3, 4), Set.copyOf(List.of(1)));
    }

    int identity() {
      return System.identityHashCode(this);
    }
  }

  @SuppressWarnings("unused")
  private static final class Fine {
    private final Lock lock = new ReentrantLock();

    Object all(InstantSource clock) {
      lock.lock();
      try {
        return List.of(
            clock.instant(), new SplittableRandom(7), Set.of(1), Map.of(1, 2), new Date(0));
      } finally {
        lock.unlock();
      }
    }
  }

  @SuppressWarnings("unused")
  static final class Launcher {
    public static void main(String[] args) throws InterruptedException {
      Thread.sleep(1);
    }
  }

  private static List<String> of(String type) {
    return Determinism.violations(ALL, List.of()).stream()
        .filter(line -> line.startsWith(DeterminismTest.class.getName() + "$" + type))
        .toList();
  }

  @Test
  void waits_areFound() {
    assertThat(String.join("\n", of("Waiting")))
        .contains("java.lang.Thread:", "TimeUnit.sleep", "Object.wait", "Object.notifyAll")
        .contains("Lock.tryLock", "locks.Condition", "CompletableFuture", "parallelStream");
  }

  @Test
  void clocks_areFound_alsoAsMethodReferences() {
    assertThat(String.join("\n", of("Clocks")))
        .contains("Instant.now", "System.nanoTime", "java.util.Date", "InstantSource.system");
    assertThat(of("Clocks").stream().filter(line -> line.contains("Instant.now"))).hasSize(2);
  }

  @Test
  void chance_isFound_andSaltedOrderToo() {
    assertThat(String.join("\n", of("Chance")))
        .contains("UUID.randomUUID", "SplittableRandom", "Math.random", "identityHashCode")
        .contains("Set.of", "Map.of", "Set.copyOf");
  }

  @Test
  void seededCodeWithShortLocks_isFine() {
    assertThat(of("Fine")).isEmpty();
  }

  @Test
  void mainClasses_ownTheirProcess() {
    JavaClasses launcher = new ClassFileImporter().importClasses(Launcher.class);
    assertThat(Determinism.violations(launcher, List.of())).isEmpty();
  }

  @Test
  void exemptions_areByClassOrPackage() {
    assertThat(Determinism.violations(ALL, List.of(DeterminismTest.class.getName()))).isEmpty();
    assertThat(Determinism.violations(ALL, List.of("dev.controllerruntime.checks."))).isEmpty();
    assertThat(Determinism.violations(ALL, List.of("dev.controllerruntime.other."))).isNotEmpty();
  }
}
