package dev.controllerruntime.apiserver.watch;

import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.timer.Timers.Timer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One running watch. Mutable state belongs to {@link WatchHub}.
 *
 * @since 0.1.0
 */
public final class Watch {
  private final Exchange exchange;
  private final ResourceType type;
  private final Selection selection;
  private final FrameEncoder encoder;
  private final long from;
  private final Instant deadline;
  private final List<Timer> timers = new ArrayList<>();

  /**
   * A watch that is not running yet.
   *
   * @param from only later events are told
   * @param encoder the form of its frames
   * @param deadline when it ends
   */
  public Watch(
      Exchange exchange,
      ResourceType type,
      Selection selection,
      FrameEncoder encoder,
      long from,
      Instant deadline) {
    this.exchange = exchange;
    this.type = type;
    this.selection = selection;
    this.encoder = encoder;
    this.from = from;
    this.deadline = deadline;
  }

  Exchange exchange() {
    return exchange;
  }

  ResourceType type() {
    return type;
  }

  Selection selection() {
    return selection;
  }

  FrameEncoder encoder() {
    return encoder;
  }

  long from() {
    return from;
  }

  Instant deadline() {
    return deadline;
  }

  List<Timer> timers() {
    return timers;
  }
}
