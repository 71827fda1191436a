package dev.controllerruntime.queue;

import dev.controllerruntime.api.Internal;
import java.time.Duration;

/**
 * How the work on a key ended.
 *
 * @since 0.1.0
 */
@Internal
public sealed interface Outcome {
  /** Done: failures are forgotten, the requeue slot is empty. */
  static Outcome success() {
    return new Success();
  }

  /**
   * Done, and to be run again after the delay: failures are forgotten, the slot is set.
   *
   * @param delay positive
   */
  static Outcome requeueAfter(Duration delay) {
    return new RequeueAfter(delay);
  }

  /** To be retried after the back-off; the causes are kept for the retry. */
  static Outcome failure() {
    return new Failure();
  }

  /** Not to be retried before the next add or named timer; failures are forgotten. */
  static Outcome terminal() {
    return new Terminal();
  }

  /** See {@link #success()}. */
  record Success() implements Outcome {}

  /** See {@link Outcome#requeueAfter}. */
  record RequeueAfter(Duration delay) implements Outcome {}

  /** See {@link #failure()}. */
  record Failure() implements Outcome {}

  /** See {@link #terminal()}. */
  record Terminal() implements Outcome {}
}
