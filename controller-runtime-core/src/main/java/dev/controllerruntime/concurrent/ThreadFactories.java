package dev.controllerruntime.concurrent;

import dev.controllerruntime.concurrent.Concurrency.VirtualWorkers;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How threads are made; virtual ones by method handle, because the bytecode is that of JDK 17. */
interface ThreadFactories {
  /** Platform daemon threads. */
  ThreadFactories PLATFORM =
      (name, body) -> {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
      };

  /** First JDK in which a monitor no longer pins its carrier thread (JEP 491). */
  int FIRST_WITHOUT_PINNING = 24;

  /** A thread that is not started; a daemon. */
  Thread unstarted(String name, Runnable body);

  /** What workers get on this JDK. */
  static ThreadFactories choose(VirtualWorkers asked) {
    VirtualWorkers wanted = asked == VirtualWorkers.AUTO ? fromProperty() : asked;
    boolean virtual =
        switch (wanted) {
          case ON -> true;
          case OFF -> false;
          case AUTO -> Runtime.version().feature() >= FIRST_WITHOUT_PINNING;
        };
    return virtual ? virtualOrPlatform() : PLATFORM;
  }

  private static VirtualWorkers fromProperty() {
    String value = System.getProperty(Concurrency.VIRTUAL_WORKERS_PROPERTY, "auto");
    try {
      return VirtualWorkers.valueOf(value.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "system property "
              + Concurrency.VIRTUAL_WORKERS_PROPERTY
              + " must be auto, on or off, found: "
              + value,
          e);
    }
  }

  private static ThreadFactories virtualOrPlatform() {
    try {
      return new Virtual();
    } catch (ReflectiveOperationException e) {
      Logger log = LoggerFactory.getLogger(Concurrency.class);
      log.warn("Virtual workers were asked for, but this JDK has none; using platform threads", e);
      return PLATFORM;
    }
  }

  /** {@code Thread.ofVirtual().name(name).unstarted(body)}. */
  final class Virtual implements ThreadFactories {
    private final MethodHandle ofVirtual;
    private final MethodHandle name;
    private final MethodHandle unstarted;

    Virtual() throws ReflectiveOperationException {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> builder = Class.forName("java.lang.Thread$Builder");
      Class<?> virtualBuilder = Class.forName("java.lang.Thread$Builder$OfVirtual");
      this.ofVirtual =
          lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(virtualBuilder));
      this.name = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class));
      this.unstarted =
          lookup.findVirtual(
              builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class));
    }

    @Override
    public Thread unstarted(String threadName, Runnable body) {
      try {
        return (Thread) unstarted.invoke(name.invoke(ofVirtual.invoke(), threadName), body);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("the JDK refused to make a virtual thread", e);
      }
    }
  }
}
