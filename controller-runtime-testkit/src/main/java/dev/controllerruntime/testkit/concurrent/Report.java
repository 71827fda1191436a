package dev.controllerruntime.testkit.concurrent;

import java.util.List;
import java.util.stream.Stream;

/** Where the threads of a simulation stand, for messages. */
final class Report {
  private static final List<String> OWN =
      Stream.of(
              Report.class,
              Scheduler.class,
              SimMonitor.class,
              SimThread.class,
              Simulation.class,
              Thread.class)
          .map(Class::getName)
          .toList();
  private static final int FRAMES = 20;

  private Report() {}

  static String of(List<SimThread> threads) {
    StringBuilder text = new StringBuilder();
    for (SimThread thread : threads) {
      text.append("\n  ").append(thread.label());
      if (thread.state == SimThread.State.RUNNABLE) {
        text.append(" can run");
      } else {
        text.append(" waits for ").append(thread.waitsFor);
      }
      text.append(stack(thread));
    }
    return text.toString();
  }

  /** The stack without the scheduler's own frames. */
  static String stack(SimThread thread) {
    StringBuilder text = new StringBuilder();
    thread.stack().stream()
        .filter(frame -> !OWN.contains(frame.getClassName()))
        .limit(FRAMES)
        .forEach(frame -> text.append("\n      at ").append(frame));
    return text.toString();
  }
}
