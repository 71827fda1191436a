package dev.controllerruntime.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Concurrency.VirtualWorkers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thin shell over the JDK. */
@Timeout(60)
class SystemConcurrencyTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int FEATURE = Runtime.version().feature();

  @AfterEach
  void clear() {
    System.clearProperty(Concurrency.VIRTUAL_WORKERS_PROPERTY);
  }

  private static Thread threadOf(Concurrency concurrency, ThreadKind kind) throws Exception {
    AtomicReference<Thread> ran = new AtomicReference<>();
    Task task = concurrency.start("a name", kind, () -> ran.set(Thread.currentThread()));
    assertThat(task.join(LONG)).isTrue();
    assertThat(task.finished()).isTrue();
    assertThat(task.name()).isEqualTo("a name");
    return ran.get();
  }

  private static boolean virtual(Thread thread) throws Exception {
    return FEATURE >= 21 && (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
  }

  @Test
  void workers_areVirtualByDefault_onlyWhereMonitorsPinNothing() throws Exception {
    Thread worker = threadOf(Concurrency.system(), ThreadKind.WORKER);
    assertThat(virtual(worker)).isEqualTo(FEATURE >= 24);
    assertThat(worker.isDaemon()).isTrue();
  }

  @Test
  void workers_followWhatIsAsked_whereTheJdkHasIt() throws Exception {
    Thread on = threadOf(Concurrency.system(VirtualWorkers.ON), ThreadKind.WORKER);
    assertThat(virtual(on)).isEqualTo(FEATURE >= 21);
    assertThat(virtual(threadOf(Concurrency.system(VirtualWorkers.OFF), ThreadKind.WORKER)))
        .isFalse();
    System.setProperty(Concurrency.VIRTUAL_WORKERS_PROPERTY, "off");
    assertThat(virtual(threadOf(Concurrency.system(), ThreadKind.WORKER))).isFalse();
    System.setProperty(Concurrency.VIRTUAL_WORKERS_PROPERTY, "sometimes");
    assertThatThrownBy(Concurrency::system)
        .hasMessageContaining(Concurrency.VIRTUAL_WORKERS_PROPERTY)
        .hasMessageContaining("sometimes");
  }

  @Test
  void platformThreads_stayPlatformThreads() throws Exception {
    Thread thread = threadOf(Concurrency.system(VirtualWorkers.ON), ThreadKind.PLATFORM);
    assertThat(virtual(thread)).isFalse();
    assertThat(thread.isDaemon()).isTrue();
  }

  @Test
  void monitor_handsOverBetweenThreads() throws Exception {
    Concurrency concurrency = Concurrency.system();
    Monitor monitor = concurrency.monitor();
    boolean[] ready = {false};
    Task setter =
        concurrency.start(
            "setter",
            ThreadKind.WORKER,
            () -> {
              monitor.lock();
              try {
                ready[0] = true;
                monitor.signalAll();
              } finally {
                monitor.unlock();
              }
            });
    monitor.lock();
    try {
      while (!ready[0]) {
        assertThat(monitor.await(LONG)).isTrue();
      }
    } finally {
      monitor.unlock();
    }
    assertThat(setter.join(LONG)).isTrue();
  }

  @Test
  void wait_endsAfterItsTime_andWithoutTimeAtOnce() throws Exception {
    Concurrency concurrency = Concurrency.system();
    Monitor monitor = concurrency.monitor();
    monitor.lock();
    try {
      assertThat(monitor.await(Duration.ofMillis(1))).isFalse();
      assertThat(monitor.await(Duration.ofMillis(-1))).isFalse();
    } finally {
      monitor.unlock();
    }
    concurrency.sleep(Duration.ofSeconds(-1));
    concurrency.sleep(Duration.ZERO);
  }

  @Test
  void interrupt_endsASleepHoweverLong_andStackTellsWhereItStands() throws Exception {
    Concurrency concurrency = Concurrency.system();
    AtomicReference<String> ended = new AtomicReference<>("");
    Task sleeper =
        concurrency.start(
            "sleeper",
            ThreadKind.WORKER,
            () -> {
              try {
                concurrency.sleep(Duration.ofSeconds(Long.MAX_VALUE));
              } catch (InterruptedException e) {
                ended.set("interrupted");
              }
            });
    assertThat(sleeper.join(Duration.ZERO)).isFalse();
    sleeper.interrupt();
    assertThat(sleeper.join(LONG)).isTrue();
    assertThat(ended).hasValue("interrupted");
    assertThat(sleeper.stack()).isEmpty();
    assertThat(concurrency.current().stack()).isNotEmpty();
  }

  @Test
  void mark_isClearedByAsking() {
    Concurrency concurrency = Concurrency.system();
    concurrency.current().interrupt();
    assertThat(concurrency.interrupted()).isTrue();
    assertThat(concurrency.interrupted()).isFalse();
  }

  @Test
  void threadThatThrows_endsAlone() throws Exception {
    Task task =
        Concurrency.system()
            .start(
                "bad",
                ThreadKind.PLATFORM,
                () -> {
                  throw new StackOverflowError("caught and logged");
                });
    assertThat(task.join(LONG)).isTrue();
  }
}
