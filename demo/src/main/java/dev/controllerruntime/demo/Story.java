package dev.controllerruntime.demo;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.samples.Narrator;
import java.io.PrintStream;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/** Tells each action of the controllers in one line of the terminal. */
final class Story implements Narrator {
  private final PrintStream out;

  Story(PrintStream out) {
    this.out = out;
  }

  @Override
  public void tell(String controller, ObjectKey about, String line) {
    LocalTime now = LocalTime.now().truncatedTo(ChronoUnit.MILLIS);
    out.printf("%-12s  %-9s  %-14s  %s%n", now, controller, about, line);
  }
}
