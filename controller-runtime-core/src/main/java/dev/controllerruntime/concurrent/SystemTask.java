package dev.controllerruntime.concurrent;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JDK thread. */
record SystemTask(Thread thread) implements Task {
  @Override
  public String name() {
    return thread.getName();
  }

  @Override
  public void interrupt() {
    thread.interrupt();
  }

  @Override
  public boolean finished() {
    return !thread.isAlive();
  }

  @Override
  public boolean join(Duration atMost) throws InterruptedException {
    long nanos = Durations.nanos(atMost);
    if (nanos > 0) {
      // join(0) means for ever, which nobody asked for.
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }
    return !thread.isAlive();
  }

  @Override
  public List<StackTraceElement> stack() {
    return List.of(thread.getStackTrace());
  }
}
