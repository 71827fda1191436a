package dev.controllerruntime.testkit;

import java.time.Duration;

/** How the thread of a test waits for the others. */
interface Pace {
  /**
   * Lets the others do what they can do now.
   *
   * @return false when there is no end to it
   */
  boolean settle();

  /** Lets time pass: at most this long, in steps that suit the ground. */
  void pass(Duration atMost);

  /** Time since the begin. */
  Duration elapsed();

  /**
   * Whether it makes sense to look again whether all is quiet, after so many looks in this time.
   */
  boolean lookAgain(int looks, Duration time);
}
