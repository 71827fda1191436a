package dev.controllerruntime.queue;

import dev.controllerruntime.api.Cause;
import dev.controllerruntime.api.Internal;
import java.util.List;

/**
 * A key in the hands of a worker, until it is given back with {@link WorkQueue#done}. Equal only to
 * itself.
 *
 * @param <R> the request type
 * @since 0.1.0
 */
@Internal
public final class Taken<R> {
  private final Entry<R> entry;
  private final List<Cause> causes;
  private final int priority;
  private final int failures;
  private final long since;

  Taken(Entry<R> entry, List<Cause> causes, int priority, long since) {
    this.entry = entry;
    this.causes = List.copyOf(causes);
    this.priority = priority;
    this.failures = entry.failures;
    this.since = since;
  }

  /** The request. */
  public R request() {
    return entry.request;
  }

  /** Why, oldest first, bounded; empty when nobody said why (timers). */
  public List<Cause> causes() {
    return causes;
  }

  /** The priority it had when it was taken. */
  public int priority() {
    return priority;
  }

  /** How often in a row it has failed before. */
  public int failures() {
    return failures;
  }

  Entry<R> entry() {
    return entry;
  }

  /** When it was taken, on the queue's clock. */
  long since() {
    return since;
  }
}
