package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * Whether writes may go out, and for how long. Asked when a write is called and once more
 * immediately before its bytes go out, on whatever thread sends them. Leader election puts its
 * fence here, a reconcile run its timeout. Thread-safe; asking never blocks.
 *
 * @since 0.1.0
 */
@Internal
public interface WriteGate {
  /** Lets everything pass. */
  WriteGate OPEN =
      new WriteGate() {
        @Override
        public void check() {}

        @Override
        public Duration remaining() {
          return ChronoUnit.FOREVER.getDuration();
        }
      };

  /**
   * Returns when a write may go out now.
   *
   * @throws RuntimeException when not; the exception reaches the caller of the write as it is
   *     ({@code dev.controllerruntime.client.WriteRefusedException} says it best)
   */
  void check();

  /** How long writes may go on from now: the server is told to give up within it. */
  Duration remaining();

  /** A gate that is open only while both are. */
  default WriteGate and(WriteGate other) {
    WriteGate first = this;
    return new WriteGate() {
      @Override
      public void check() {
        first.check();
        other.check();
      }

      @Override
      public Duration remaining() {
        Duration one = first.remaining();
        Duration two = other.remaining();
        return one.compareTo(two) <= 0 ? one : two;
      }
    };
  }
}
