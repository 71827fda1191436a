package dev.controllerruntime.queue;

import dev.controllerruntime.api.Internal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a {@link WorkQueue} orders and retries. Immutable.
 *
 * @param step what one unit of priority is worth in waiting time; positive, at most 1 s, 100 ms by
 *     default
 * @param backOff after failures; {@link BackOff#DEFAULT} by default
 * @param causes how many causes are kept per key; at least 0, 16 by default
 * @since 0.1.0
 */
@Internal
public record QueueOptions(Duration step, BackOff backOff, int causes) {
  /** The defaults. */
  public static final QueueOptions DEFAULT = builder().build();

  /** Checks the ranges; all faults in one message. */
  public QueueOptions {
    List<String> faults = new ArrayList<>();
    if (step.compareTo(Duration.ZERO) <= 0 || step.compareTo(Duration.ofSeconds(1)) > 0) {
      faults.add("step must be positive and at most a second, found " + step);
    }
    if (causes < 0) {
      faults.add("causes must not be negative, found " + causes);
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
  }

  /** The defaults, to be changed. */
  public static Builder builder() {
    return new Builder();
  }

  /** These options, to be changed. */
  public Builder toBuilder() {
    return builder().step(step).backOff(backOff).causes(causes);
  }

  /** Builds options. */
  public static final class Builder {
    private Duration step = Duration.ofMillis(100);
    private BackOff backOff = BackOff.DEFAULT;
    private int causes = 16;

    private Builder() {}

    /** What one unit of priority is worth in waiting time. */
    public Builder step(Duration worth) {
      this.step = worth;
      return this;
    }

    /** The delays after failures. */
    public Builder backOff(BackOff delays) {
      this.backOff = delays;
      return this;
    }

    /** How many causes are kept per key. */
    public Builder causes(int atMost) {
      this.causes = atMost;
      return this;
    }

    /** The options. */
    public QueueOptions build() {
      return new QueueOptions(step, backOff, causes);
    }
  }
}
