package dev.controllerruntime.apiserver.verb;

import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.Failure.Cause;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.timer.Timers;
import dev.controllerruntime.apiserver.timer.Timers.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads that wait, for at most three seconds, for a version that is not there yet (rule 12). */
final class Waiting {
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private record Read(Call call, long version, Timer timer) {}

  private final Storage storage;
  private final Timers timers;
  private final List<Read> reads = new ArrayList<>();

  Waiting(Storage storage, Timers timers) {
    this.storage = storage;
    this.timers = timers;
  }

  void add(Call call, long version) {
    Timer timer = timers.at(call.now().plus(LONGEST), () -> timeout(call, version));
    reads.add(new Read(call, version, timer));
  }

  private void timeout(Call call, long version) {
    reads.removeIf(read -> read.call() == call);
    Answers.failure(
        call.request(),
        call.exchange(),
        Failure.of(
                504,
                "Timeout",
                "Timeout: Too large resource version: "
                    + Long.toUnsignedString(version)
                    + ", current: "
                    + storage.version())
            .causes(List.of(new Cause("ResourceVersionTooLarge", "Too large resource version", "")))
            .retryAfter(1)
            .build());
  }

  /** Takes up the reads whose version has come. */
  void reconsider(Consumer<Call> attempt, Instant now) {
    if (reads.isEmpty()) {
      return;
    }
    List<Read> ready = reads.stream().filter(read -> read.version() <= storage.version()).toList();
    for (Read read : ready) {
      reads.remove(read);
      timers.cancel(read.timer());
      attempt.accept(read.call().at(now));
    }
  }

  void closed(Exchange exchange) {
    for (Read read : List.copyOf(reads)) {
      if (read.call().exchange().equals(exchange)) {
        reads.remove(read);
        timers.cancel(read.timer());
      }
    }
  }
}
